#include "unpack/unpacker.hpp"
