#include "commands/final_names.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/xattr.h>
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

#include "base/file_claim.hpp"
#include "base/file_io.hpp"
#include "base/last_act.hpp"
#include "semsite/errors.hpp"
#include "state/file_table.hpp"

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

bool is_same_path(const std::string& one, const std::string& other) {
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

/// Does it say of itself that it is somebody else's?
bool is_of_others(const std::string& part, const std::string& path) {
  const Descriptor file{::open(part.c_str(), O_RDONLY | O_CLOEXEC)};
  return file.valid() && part_mark(file.get(), path).whose == PartMark::Whose::others;
}

/// The name of the output whose part that is.
std::string output_of(const std::string& part) {
  constexpr std::string_view kPart = ".part";
  return part.ends_with(kPart) ? part.substr(0, part.size() - kPart.size()) : part;
}

/// The same mark on the output itself, where the file system has room for it: people take
/// parts away that a killed process has left.
constexpr const char* kUnread = "user.semsite.unread";

void mark_unread(const std::string& file) {
  static_cast<void>(::setxattr(file.c_str(), kUnread, "1", 1, 0));
}

bool has_marked_output(const std::string& part) {
  return ::getxattr(output_of(part).c_str(), kUnread, nullptr, 0) > 0;
}

}  // namespace

RunMark::RunMark(std::string part)
    : part_(std::move(part)), claim_(FileClaim::of_file(part_)) {
  mark_unread(output_of(part_));
  mark_part(claim_.writer().get(), output_of(part_), {});
  write_all(claim_.writer().get(), kMark, part_);
  sync_name(part_);
}

void RunMark::put(const std::string& part, std::optional<RunMark>& mark) {
  mark_unread(output_of(part));
  const Descriptor file{::open(part.c_str(), O_WRONLY | O_CLOEXEC)};
  if (!file.valid()) {
    mark.emplace(part);
    return;
  }
  // This process has claimed it already.
  mark_part(file.get(), output_of(part), {});
  if (::ftruncate(file.get(), 0) != 0)
    throw RunError{fmt::format("{}: cannot write: {}", part, std::strerror(errno))};
  write_all(file.get(), kMark, part);
}

RunMark::~RunMark() {
  if (!goes_) return;
  // Claimed until then: nobody else writes it.
  take_away_at_the_very_end(part_, std::move(claim_));
}

void RunMark::take_away_at_the_very_end(const std::string& part, FileClaim claim) {
  at_the_very_end([part, claim = std::make_shared<FileClaim>(std::move(claim))] {
    ::unlink(part.c_str());
    ::removexattr(output_of(part).c_str(), kUnread);
  });
}

bool RunMark::is_in(const std::string& part) {
  std::error_code unknown;
  if (fs::file_size(part, unknown) != kMark.size() || unknown) return false;
  return read_file(part) == kMark;
}

bool RunMark::is_there(const std::string& part) {
  return is_in(part) || has_marked_output(part);
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
      // The output is the first: what has its name says so already.
      if (told == Told::at_the_end && !mark) mark_unread(file->part());
      file->name();
      if (told == Told::at_the_end && !mark) mark.emplace(file->part());
    } catch (const RunError&) {
      // Without the output, the others tell of a file that is not there.
      if (file == files_.front()) throw;
      if (!failed) failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
  if (told == Told::at_once) state_.named();
}

/// Is the output there as the state has it?
bool FinalNames::is_as_noted(const std::string& path, std::uint64_t bytes) const {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  std::error_code unknown;
  return file.valid() && fs::file_size(path, unknown) == bytes && !unknown &&
         has_output_mark(state_.database(), file.get());
}

bool FinalNames::complete(const std::string& list, const std::string& part,
                          std::optional<RunMark>& mark, Console& console) const {
  const std::vector<RunState::Naming> files = state_.to_be_named();
  if (files.empty()) return false;
  const fs::path folder = folder_of(state_);
  // Version 0.1.0 marked no parts.
  const bool has_marks = !state_.writer().empty();
  const auto wants = [&](const RunState::Naming& file) {
    const std::string wanting = (folder / file.part).string();
    const std::string path = (folder / file.path).string();
    return is_wanting(wanting, path, file.bytes) &&
           !(has_marks && is_of_others(wanting, path));
  };
  const bool is_over =
      !RunMark::is_there(part) &&
      std::ranges::none_of(files, [&](const RunState::Naming& file) {
        // What this process has just claimed is empty, too.
        if (file.bytes == 0 && is_same_path((folder / file.part).string(), part))
          return false;
        return wants(file);
      });
  if (is_over) {
    state_.named();
    return false;
  }
  // The output is the first.
  const RunState::Naming& output = files.front();
  if (!wants(output) && !is_as_noted((folder / output.path).string(), output.bytes)) {
    // What is told of it is true of no file that is there.
    console.warning(fmt::format(
        "{}: an earlier run had written it, and it is not there any more as that run "
        "left it; nor are its report and list of changes given",
        (folder / output.path).string()));
    state_.named();
    return false;
  }
  const auto listed = std::ranges::find_if(files, [&](const RunState::Naming& file) {
    return !list.empty() && is_same_path((folder / file.path).string(), list);
  });
  const bool told = listed != files.end();
  // It would have got its name after the output.
  if (told && wants(output) && !wants(*listed))
    throw UsageError{fmt::format(
        "--changes: {}, which the run that was broken off had written, is not there any "
        "more, so that nobody can tell what changed; nothing was changed. Bring it back, "
        "or leave --changes away for one run, or give --fresh to begin anew",
        (folder / listed->part).string())};
  std::string names;
  for (const RunState::Naming& file : files) {
    const std::string wanting = (folder / file.part).string();
    const std::string path = (folder / file.path).string();
    std::error_code unknown;
    if (wants(file)) {
      if (told && names.empty()) mark_unread(wanting);
      if (std::rename(wanting.c_str(), path.c_str()) != 0)
        throw RunError{fmt::format("{}: cannot rename {} to it: {}", path, wanting,
                                   std::strerror(errno))};
      take_part_mark_away(path);
      sync_name(path);
    }
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
      "again goes on from there",
      names));
  return true;
}

}  // namespace semsite
