#include "base/diagnostics.hpp"
