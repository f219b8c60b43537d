#include "app/final_names.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <utility>

#include "base/errors.hpp"
#include "base/file_io.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

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
  return fs::weakly_canonical(one, unknown) == fs::weakly_canonical(other, unknown) &&
         !unknown;
}

}  // namespace

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

void FinalNames::give() {
  std::exception_ptr failed;
  for (OutputFile* file : files_) {
    try {
      file->name();
    } catch (const RunError&) {
      if (!failed) failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
  state_.named();
}

bool FinalNames::complete(const std::string& list, Console& console) const {
  const std::vector<RunState::Naming> files = state_.to_be_named();
  if (files.empty()) return false;
  const fs::path folder = folder_of(state_);
  bool told = false;
  std::string names;
  for (const RunState::Naming& file : files) {
    const std::string part = (folder / file.part).string();
    const std::string path = (folder / file.path).string();
    std::error_code unknown;
    if (fs::file_size(part, unknown) == file.bytes && !unknown) {
      if (std::rename(part.c_str(), path.c_str()) != 0)
        throw RunError{fmt::format("{}: cannot rename {} to it: {}", path, part,
                                   std::strerror(errno))};
      sync_name(path);
    }
    if (!fs::exists(path, unknown))
      console.warning(fmt::format(
          "{}: an earlier run had written it, and it is not there any more", path));
    if (!list.empty() && is_same(path, list)) told = true;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", path);
  }
  state_.named();
  if (told)
    console.info(fmt::format(
        "the run that was broken off at its very end is complete now: {}; the same "
        "command again refreshes it",
        names));
  return told;
}

}  // namespace semsite
