#include "unpack/sniff.hpp"
