#include "parse/trix_parser.hpp"
namespace semsite { void parse_trix(const ParseJob&) {} }
