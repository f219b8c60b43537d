#pragma once

namespace boost::program_options {
class options_description;
}

namespace semsite {

/// The options that only `index` has.
void add_index_options(boost::program_options::options_description& out);
/// The options that only `search` has.
void add_search_options(boost::program_options::options_description& out);

}  // namespace semsite
