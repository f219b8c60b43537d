#include "discover/sitemap.hpp"
