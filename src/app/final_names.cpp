#include "app/final_names.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/last_act.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

/// No N-Quads.
constexpr std::string_view kMark =
    "# semsite: the output has its name; the process that gave it is not over\n";

fs::path folder_of(const RunState& state) {
  return fs::absolute(state.path()).parent_path();
}

/// As the state has it: seen from its own folder, which may be moved with what is in it.
std::string noted(const std::string& path, const RunState& state) {
  const fs::path name = fs::absolute(path).lexically_normal();
  const fs::path beside = name.lexically_relative(folder_of(state).lexically_normal());
  return beside.empty() || *beside.begin() == ".." ? name.string() : beside.string();
}

bool is_same(const std::string& one, const std::string& other) {
  std::error_code unknown;
  const auto plain = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path), unknown);
  };
  return plain(one) == plain(other) && !unknown;
}

/// Does the whole file `part` still have to get the name `path`? An empty one may be
/// that of the next run.
bool is_wanting(const std::string& part, const std::string& path, std::uint64_t bytes) {
  std::error_code unknown;
  if (fs::file_size(part, unknown) != bytes || unknown) return false;
  return bytes > 0 || fs::file_size(path, unknown) != 0 || unknown;
}

}  // namespace

RunMark::RunMark(std::string part)
    : part_(std::move(part)), claim_(FileClaim::of_file(part_)) {
  write_all(claim_.writer().get(), kMark, part_);
  sync_name(part_);
}

void RunMark::put(const std::string& part, std::optional<RunMark>& mark) {
  const Descriptor file{::open(part.c_str(), O_WRONLY | O_CLOEXEC)};  // NOLINT
  if (!file.valid()) {
    mark.emplace(part);
    return;
  }
  // This process has claimed it already.
  if (::ftruncate(file.get(), 0) != 0)
    throw RunError{fmt::format("{}: cannot write: {}", part, std::strerror(errno))};
  write_all(file.get(), kMark, part);
}

RunMark::~RunMark() {
  if (!goes_) return;
  // Claimed until then: nobody else writes it.
  at_the_very_end([part = part_, claim = std::make_shared<FileClaim>(std::move(claim_))] {
    ::unlink(part.c_str());
  });
}

bool RunMark::is_there(const std::string& part) {
  std::error_code unknown;
  if (fs::file_size(part, unknown) != kMark.size() || unknown) return false;
  return read_file(part) == kMark;
}

void FinalNames::add(OutputFile& file) {
  if (file.is_file()) files_.push_back(&file);
}

void FinalNames::note(RunState::Whole whole) {
  for (const OutputFile* file : files_)
    whole.files.push_back({.part = noted(file->part(), state_),
                           .path = noted(file->path(), state_),
                           .bytes = file->part_bytes()});
  state_.note_whole(whole);
}

void FinalNames::give(Told told, std::optional<RunMark>& mark) {
  std::exception_ptr failed;
  for (OutputFile* file : files_) {
    try {
      file->name();
      if (told == Told::at_the_end && !mark) mark.emplace(file->part());
    } catch (const RunError&) {
      if (!failed) failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
  if (told == Told::at_once) state_.named();
}

bool FinalNames::complete(const std::string& list, const std::string& part,
                          std::optional<RunMark>& mark, Console& console) const {
  const std::vector<RunState::Naming> files = state_.to_be_named();
  if (files.empty()) return false;
  const fs::path folder = folder_of(state_);
  const bool is_over =
      !RunMark::is_there(part) &&
      std::ranges::none_of(files, [&](const RunState::Naming& file) {
        const std::string wanting = (folder / file.part).string();
        // What this process has just claimed is empty, too.
        if (file.bytes == 0 && is_same(wanting, part)) return false;
        return is_wanting(wanting, (folder / file.path).string(), file.bytes);
      });
  if (is_over) {
    state_.named();
    return false;
  }
  const bool told =
      !list.empty() && std::ranges::any_of(files, [&](const RunState::Naming& file) {
        return is_same((folder / file.path).string(), list);
      });
  std::string names;
  for (const RunState::Naming& file : files) {
    const std::string wanting = (folder / file.part).string();
    const std::string path = (folder / file.path).string();
    std::error_code unknown;
    if (is_wanting(wanting, path, file.bytes)) {
      if (std::rename(wanting.c_str(), path.c_str()) != 0)
        throw RunError{fmt::format("{}: cannot rename {} to it: {}", path, wanting,
                                   std::strerror(errno))};
      sync_name(path);
    }
    // The output is the first.
    if (told && names.empty()) RunMark::put(part, mark);
    if (!fs::exists(path, unknown))
      console.warning(fmt::format(
          "{}: an earlier run had written it, and it is not there any more", path));
    names += fmt::format("{}{}", names.empty() ? "" : ", ", path);
  }
  if (!told) {
    state_.named();
    return false;
  }
  console.info(fmt::format(
      "the run that was broken off at its very end is complete now: {}; the same command "
      "again refreshes it",
      names));
  return true;
}

}  // namespace semsite
