#include "commands/named_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "base/url.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

/// `-`, or what leads to the same file, pipe or terminal.
bool is_standard_output(const std::string& path) {
  if (path == "-") return true;
  struct stat here {};
  struct stat there {};
  return ::stat(path.c_str(), &here) == 0 && ::fstat(STDOUT_FILENO, &there) == 0 &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino &&
         (!S_ISCHR(there.st_mode) || ::isatty(STDOUT_FILENO) == 1);
}

/// What only passes bytes on may be named as often as one likes.
bool is_file(const std::string& path) {
  struct stat info {};
  return !path.empty() && path != "-" &&
         (::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode));
}

bool is_same_file(const std::string& one, const std::string& other) {
  if (one == other) return true;
  struct stat a {};
  struct stat b {};
  return ::stat(one.c_str(), &a) == 0 && ::stat(other.c_str(), &b) == 0 &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

std::string real_of(const std::string& path, std::string_view suffix) {
  std::error_code unknown;
  const fs::path real = fs::weakly_canonical(fs::absolute(path), unknown);
  return (unknown ? path : real.string()) + std::string{suffix};
}

/// Standard input, if it is a file, by a name that leads to it.
constexpr const char* kStandardInput = "/dev/stdin";

}  // namespace

void NamedFiles::write(std::string_view option, const std::string& path,
                       std::string_view suffix) {
  if (!path.empty() && suffix.empty() && is_standard_output(path)) {
    if (!standard_output_.empty())
      throw UsageError{
          fmt::format("{} {} and {} both go to standard output, where nobody could tell "
                      "them apart; name a file for one",
                      option, path, standard_output_)};
    standard_output_ = path == "-" && option == "-o"
                           ? "what is written (-o - is the default)"
                           : fmt::format("{} {}", option, path);
  }
  if (!is_file(path)) return;
  Written name{
      .option = std::string{option}, .given = path, .real = real_of(path, suffix)};
  for (const Written& other : written_)
    if (is_same_file(name.real, other.real))
      throw UsageError{name.option == other.option
                           ? fmt::format("{} {} was given twice", option, path)
                           : fmt::format("{} {} and {} {} are the same file; name two",
                                         other.option, other.given, option, path)};
  written_.push_back(std::move(name));
}

void NamedFiles::write_output(const std::string& path) {
  write("-o", path);
  // What stands there until it is whole.
  write("-o", path, ".part");
}

void NamedFiles::write_state(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm"}) write("--state", path, suffix);
}

void NamedFiles::read(const std::string& path) const {
  if (path == "-") return read(kStandardInput);
  std::error_code unknown;
  if (fs::is_directory(path, unknown))
    for (fs::directory_iterator at{path, unknown}, end; !unknown && at != end;
         at.increment(unknown))
      if (std::error_code ignored;
          at->path().extension() == ".ttl" && at->is_regular_file(ignored))
        read(at->path().string());
  if (!is_file(path)) return;
  const std::string real = real_of(path, {});
  for (const Written& other : written_)
    if (is_same_file(real, other.real))
      throw UsageError{
          fmt::format("{} {} is an input, too, and would be written over; "
                      "name another file",
                      other.option, other.given)};
}

void NamedFiles::read_urls(const std::vector<std::string>& urls) const {
  for (const std::string& url : urls) {
    std::error_code unknown;
    if (url == "-") read(url);
    if (!is_file_url(url)) continue;
    const std::string path = file_path(url);
    if (!fs::is_directory(path, unknown)) {
      read(path);
      continue;
    }
    // What a site in a folder is told by.
    for (const char* const file : {"robots.txt", "sitemap.xml"})
      read((fs::path{path} / file).string());
  }
}

}  // namespace semsite
