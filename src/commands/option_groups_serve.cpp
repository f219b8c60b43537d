#include "commands/option_groups_serve.hpp"

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace semsite {

void add_serve_options(boost::program_options::options_description& out) {
  namespace po = boost::program_options;
  po::options_description group{"Service"};
  auto add = group.add_options();
  const auto text = [](const char* name) {
    return po::value<std::string>()->value_name(name);
  };
  add("index", text("FILE"), "the index that semsite index has built");
  add("listen", text("ADDRESS:PORT"),
      "where to be reached (default 127.0.0.1:7277, this machine only; port 0: any that "
      "is free)");
  add("host", po::value<std::vector<std::string>>()->composing()->value_name("NAME"),
      "answer requests for that name, too (repeatable); else only localhost and "
      "addresses");
  add("port-file", text("FILE"), "write the port there as soon as requests are taken");
  add("query-time", text("SECONDS"), "give a search up after that (default 10)");
  out.add(group);
}

}  // namespace semsite
