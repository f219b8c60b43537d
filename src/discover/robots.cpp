#include "discover/robots.hpp"
