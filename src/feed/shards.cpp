#include "feed/shards.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// `bulk-00001.ndjson.gz`, `DE-00001.tar.gz`, and what a broken-off run left of them.
bool is_feed_file(const std::string& name) {
  const std::size_t dash = name.find('-');
  if (dash == std::string::npos || name.size() < dash + 7) return false;
  const std::string_view kind = std::string_view{name}.substr(0, dash);
  if (kind != "bulk" && kind != "DE" && kind != "ED") return false;
  return name.find_first_not_of("0123456789", dash + 1) == name.find('.', dash) &&
         name[dash + 1] != '.';
}

}  // namespace

Shards::Shards(Naming naming, std::uint64_t most_bytes)
    : naming_(std::move(naming)), most_bytes_(most_bytes) {}

std::string Shards::next_path() {
  if (naming_.folder == "-") return "-";
  const std::string name =
      fmt::format("{}{:05}{}", naming_.name, files_ + 1, naming_.suffix);
  return (std::filesystem::path{naming_.folder} / name).string();
}

bool Shards::begins_with(std::uint64_t bytes) const {
  if (!file_) return true;
  return naming_.folder != "-" && bytes_ > 0 && bytes_ + bytes > most_bytes_;
}

OutputFile& Shards::file_for(std::uint64_t bytes) {
  if (begins_with(bytes)) {
    if (file_) file_->finish();
    file_ = std::make_unique<OutputFile>(next_path());
    bytes_ = 0;
    ++files_;
  }
  bytes_ += bytes;
  all_bytes_ += bytes;
  return *file_;
}

void Shards::finish() {
  if (file_) file_->finish();
  file_.reset();
}

FeedFolder::FeedFolder(const std::string& folder) {
  if (folder == "-") return;
  std::error_code error;
  std::filesystem::path missing = std::filesystem::absolute(folder).lexically_normal();
  if (!missing.has_filename()) missing = missing.parent_path();
  for (; !std::filesystem::exists(missing, error); missing = missing.parent_path())
    made_.push_back(missing.string());
  std::filesystem::create_directories(folder, error);
  if (error)
    throw RunError{fmt::format("{}: cannot be made: {}", folder, error.message())};
  claim_ = FileClaim::of_folder(folder);
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (is_feed_file(entry.path().filename().string()))
      throw UsageError{
          fmt::format("{} holds {} of an earlier feed, which the new one would be mixed "
                      "with; give an "
                      "empty folder, or take its files away",
                      folder, entry.path().filename().string())};
  if (error)
    throw RunError{fmt::format("{}: cannot be read: {}", folder, error.message())};
}

FeedFolder::~FeedFolder() {
  for (const std::string& folder : made_)
    if (::rmdir(folder.c_str()) != 0) return;
}

}  // namespace semsite
