#include "parse/detect_syntax.hpp"
