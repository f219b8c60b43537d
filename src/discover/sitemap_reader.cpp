#include "discover/sitemap_reader.hpp"
