#include "parse/syntax.hpp"
