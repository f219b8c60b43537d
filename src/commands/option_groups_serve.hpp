#pragma once

namespace boost::program_options {
class options_description;
}

namespace semsite {

/// Adds the options of `serve`.
void add_serve_options(boost::program_options::options_description& out);

}  // namespace semsite
