#include "parse/split_parse.hpp"
