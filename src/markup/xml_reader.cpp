#include "markup/xml_reader.hpp"
