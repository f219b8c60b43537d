#include "commands/web_origin.hpp"

#include <sys/stat.h>

#include <set>

#include "base/holder.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "state/state_summary.hpp"

namespace semsite {

std::vector<std::string> web_holders(const std::string& input) {
  std::set<std::string> out;
  if (is_file_url(input)) {
    const std::string path = file_path(input);
    out = web_mark(path);
    for (const std::string& site : fetched_sites(path + ".state"))
      out.insert(holder_of(site));
  } else {
    out.insert(holder_of(input));
  }
  return {out.begin(), out.end()};
}

void note_web_origin(int descriptor, const std::vector<std::string>& inputs) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return;
  std::set<std::string> holders;
  if (info.st_size > 0) holders = web_mark(descriptor);  // appended to
  for (const std::string& input : inputs) {
    if (input == "-") continue;  // what the user sends through a pipe is his
    const std::vector<std::string> some = web_holders(input);
    holders.insert(some.begin(), some.end());
  }
  set_web_mark(descriptor, holders);
}

void note_unknown_origin(int descriptor) {
  std::set<std::string> holders = web_mark(descriptor);
  holders.emplace();
  set_web_mark(descriptor, holders);
}

}  // namespace semsite
