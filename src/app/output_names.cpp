#include "app/output_names.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

struct Written {
  std::string option;
  std::string given;
  std::string real;  ///< links followed, as far as it is there
};

/// What only passes bytes on may be named as often as one likes.
bool is_file(const std::string& path) {
  struct stat info {};
  return !path.empty() && path != "-" &&
         (::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode));
}

bool is_same(const Written& one, const Written& other) {
  if (one.real == other.real) return true;
  struct stat a {};
  struct stat b {};
  return ::stat(one.real.c_str(), &a) == 0 && ::stat(other.real.c_str(), &b) == 0 &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

class Names {
 public:
  void add(std::string_view option, const std::string& path,
           std::string_view suffix = {}) {
    if (!is_file(path)) return;
    Written name{
        .option = std::string{option}, .given = path, .real = real_of(path, suffix)};
    for (const Written& other : names_)
      if (is_same(name, other))
        throw UsageError{name.option == other.option
                             ? fmt::format("{} {} was given twice", option, path)
                             : fmt::format("{} {} and {} {} are the same file; name two",
                                           other.option, other.given, option, path)};
    names_.push_back(std::move(name));
  }

  /// What is read must not be written over; it may be read twice.
  void read(const std::string& path) const {
    if (!is_file(path)) return;
    const Written name{.option = {}, .given = path, .real = real_of(path, {})};
    for (const Written& other : names_)
      if (is_same(name, other))
        throw UsageError{
            fmt::format("{} {} is an input, too, and would be written over; "
                        "name another file",
                        other.option, other.given)};
  }

 private:
  static std::string real_of(const std::string& path, std::string_view suffix) {
    std::error_code unknown;
    const fs::path real = fs::weakly_canonical(fs::absolute(path), unknown);
    return (unknown ? path : real.string()) + std::string{suffix};
  }

  std::vector<Written> names_;
};

}  // namespace

void check_outputs(const Options& options) {
  Names names;
  names.add("-o", options.output);
  // What stands there until it is whole.
  names.add("-o", options.output, ".part");
  if (options.command == "fetch" || options.command == "load") {
    names.add("--state", options.state);
    for (const char* suffix : {"-wal", "-shm"})
      names.add("--state", options.state, suffix);
  }
  for (const Options& next : options.then) names.add("-o", next.output);
  names.add("--changes", options.command == "fetch" ? options.changes : std::string{});
  names.add("--quarantine", options.quarantine);
  if (options.command == "fetch")
    for (const std::string& report : options.reports) names.add("--report", report);
  if (options.command == "index") names.add("--index", options.index.place);
  for (const std::string& url : options.urls)
    if (is_file_url(url)) names.read(file_path(url));
}

}  // namespace semsite
