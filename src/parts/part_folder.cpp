#include "parts/part_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/sha256.hpp"
#include "io/output_file.hpp"
#include "parts/part_cut.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

std::string without_slash(const std::string& folder) {
  std::string out = fs::path{folder}.lexically_normal().string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

std::string place_in(const std::string& folder) {
  std::string place = fmt::format("{}/{}", folder, kPartNotes);
  std::error_code problem;
  fs::create_directories(place, problem);
  if (problem)
    throw RunError{fmt::format("{}: cannot be made: {}", place, problem.message())};
  sync_name(place);
  return place;
}

constexpr std::string_view kPartBegin = "part-", kPartEnd = ".nq.zst";
constexpr std::size_t kTokenDigits = 16, kPlaceDigits = 6;

std::string part_name(std::string_view token, std::size_t place) {
  return fmt::format("{}{}-{:0{}}{}", kPartBegin, token, place, kPlaceDigits, kPartEnd);
}

std::string random_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

/// As the file system tells one output from another.
std::string identity_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {};
  return fmt::format("{} {} {}.{:09}", info.st_ino, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec);
}

void take_away(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT)
    throw RunError{fmt::format("{}: cannot be taken away: {}", path,
                               std::system_category().message(errno))};
}

}  // namespace

bool is_part_name(std::string_view name) {
  if (!name.starts_with(kPartBegin) || !name.ends_with(kPartEnd)) return false;
  name.remove_prefix(kPartBegin.size());
  name.remove_suffix(kPartEnd.size());
  return name.size() >= kTokenDigits + 1 + kPlaceDigits && name[kTokenDigits] == '-' &&
         name.find_first_not_of("0123456789abcdef") == kTokenDigits &&
         name.find_first_not_of("0123456789", kTokenDigits + 1) == std::string_view::npos;
}

PartFolder::PartFolder(const std::string& folder, PartStore* store)
    : folder_(without_slash(folder)),
      place_(place_in(folder_)),
      store_(store),
      notes_(place_ + "/parts.db",
             {.name = "notes of parts", .remedy = "name another folder with -o"}) {
  notes_.run(
      "CREATE TABLE IF NOT EXISTS part(name TEXT PRIMARY KEY, cut INTEGER NOT NULL,"
      " place INTEGER NOT NULL, quads INTEGER, bytes INTEGER, sha256 TEXT,"
      " text_bytes INTEGER, text_sha256 TEXT, manifest INTEGER NOT NULL DEFAULT 0)");
  notes_.run(
      "CREATE TABLE IF NOT EXISTS manifest(number INTEGER PRIMARY KEY, output TEXT)");
  notes_.run("CREATE TABLE IF NOT EXISTS share(share TEXT NOT NULL)");
  // Manifests that may be there of us.
  notes_.run("CREATE TABLE IF NOT EXISTS announced(sha256 TEXT PRIMARY KEY)");
  if (store_ != nullptr) {
    const std::string there = store_->manifest_sha256();
    if (!there.empty() && !is_announced(there))
      throw UsageError{fmt::format(
          "-o: there is a {} that the notes of this output ({}) know nothing of; nothing "
          "was changed. Name the folder that has them with --work, or another prefix; "
          "without them, take the manifest away with its parts",
          store_->manifest_name(), place_)};
  }
  if (!is_manifest_ours())
    throw UsageError{fmt::format(
        "-o {}/: there is a manifest.json that this folder's notes ({}) know nothing of; "
        "nothing was changed. Take it away with its parts, or name another folder",
        folder_, place_)};
}

std::string PartFolder::output_of(const std::string& folder) {
  return (fs::path{folder} / kPartNotes / "output.nq.zst").lexically_normal().string();
}

std::string PartFolder::manifest_path() const {
  return fmt::format("{}/{}", folder_, kManifestName);
}

std::string PartFolder::manifest_name() const {
  return store_ != nullptr ? store_->manifest_name() : manifest_path();
}

std::string PartFolder::path_of(const std::string& name) const {
  return fmt::format("{}/{}", folder_, name);
}

void PartFolder::hold_to_share(const std::string& share) {
  std::optional<std::string> had;
  {
    Database::Query row{notes_, "SELECT share FROM share"};
    if (row.step()) had = row.text_at(0);
  }
  if (had && *had != share) {
    const auto named = [](const std::string& one) {
      return one.empty() ? std::string{"all of an input"}
                         : fmt::format("share {} of one", one);
    };
    throw UsageError{
        fmt::format("-o: {} is of {}, and {} would take its place: write each into a "
                    "folder of its own; "
                    "convert, load and index read them together",
                    manifest_name(), named(*had), named(share))};
  }
  if (!had) Database::Query{notes_, "INSERT INTO share VALUES (?)"}.text(share).run();
}

bool PartFolder::is_of(const std::string& output) {
  Database::Query last{notes_, "SELECT output FROM manifest ORDER BY number DESC"};
  std::error_code unknown;
  return last.step() && last.text_at(0) == identity_of(output) &&
         fs::exists(manifest_path(), unknown) &&
         (store_ == nullptr ||
          store_->manifest_sha256() == sha256_hex(read_file(manifest_path())));
}

/// Those of the last cut, whether that came to its end or not.
std::vector<PartFolder::Made> PartFolder::made() {
  Database::Query rows{
      notes_,
      "SELECT name, quads, bytes, sha256, text_bytes, text_sha256 FROM part"
      " WHERE cut = (SELECT max(cut) FROM part) AND sha256 IS NOT NULL ORDER BY place"};
  std::vector<Made> out;
  while (rows.step())
    out.push_back({.part = {.name = rows.text_at(0),
                            .quads = static_cast<std::uint64_t>(rows.number_at(1)),
                            .bytes = static_cast<std::uint64_t>(rows.number_at(2)),
                            .sha256 = rows.text_at(3)},
                   .text_bytes = static_cast<std::uint64_t>(rows.number_at(4)),
                   .text_sha256 = rows.text_at(5)});
  return out;
}

/// Notes of earlier versions tell only whether there was one.
bool PartFolder::is_manifest_ours() {
  std::error_code unknown;
  if (!fs::exists(manifest_path(), unknown)) return true;
  if (notes_.number("SELECT count(*) FROM announced") == 0)
    return notes_.number("SELECT max(number) FROM manifest") != 0 ||
           notes_.number("SELECT count(*) FROM part") != 0;
  return is_announced(sha256_hex(read_file(manifest_path())));
}

bool PartFolder::is_there(const Made& part) {
  const std::string path = path_of(part.part.name);
  std::error_code unknown;
  // Readers follow no links.
  const bool is_here = !fs::is_symlink(path, unknown) &&
                       fs::file_size(path, unknown) == part.part.bytes && !unknown &&
                       sha256_of_file(path) == part.part.sha256;
  if (store_ == nullptr) return is_here;
  if (!store_->has(part.part)) {
    if (!is_here) return false;
    store_->put(part.part, path);
  }
  take_away(path);
  return true;
}

bool PartFolder::is_announced(const std::string& sha256) {
  Database::Query known{notes_, "SELECT 1 FROM announced WHERE sha256 = ?"};
  known.text(sha256);
  return known.step();
}

/// A manifest is noted before it is there: a process that ends in between does not take
/// it for somebody else's.
void PartFolder::publish_manifest(const std::string& text) {
  const std::string digest = sha256_hex(text);
  {
    Database::Query put{notes_, "INSERT OR IGNORE INTO announced VALUES (?)"};
    put.text(digest).run();
  }
  if (store_ != nullptr)
    store_->publish(text,
                    [&](const std::string& sha256) { return is_announced(sha256); });
  OutputFile manifest{manifest_path()};
  manifest.append(text);
  manifest.finish();
  Database::Query drop{notes_, "DELETE FROM announced WHERE sha256 != ?"};
  drop.text(digest).run();
}

/// Leaves those of `parts` with which `output` begins. False: it was stopped.
bool PartFolder::keep(const std::string& output, std::vector<Made>& parts,
                      std::uint64_t& text_bytes, const std::function<bool()>& stopped) {
  PartText text{output, 0};
  std::size_t kept = 0;
  for (; kept < parts.size(); ++kept) {
    const Made& part = parts[kept];
    Sha256 digest;
    std::uint64_t left = part.text_bytes;
    while (left > 0) {
      if (stopped()) return false;
      const std::string_view some = text.next(left);
      if (some.empty()) break;
      digest.add(some);
      left -= some.size();
    }
    if (left > 0 || digest.hex() != part.text_sha256 || !is_there(part)) break;
    text_bytes += part.text_bytes;
  }
  parts.resize(kept);
  return true;
}

std::int64_t PartFolder::begin_cut(const std::vector<Made>& kept) {
  Database::Transaction together{notes_};
  const std::int64_t cut = notes_.number("SELECT max(cut) FROM part") + 1;
  for (std::size_t place = 0; place < kept.size(); ++place) {
    Database::Query put{notes_, "UPDATE part SET cut = ?, place = ? WHERE name = ?"};
    put.number(cut)
        .number(static_cast<std::int64_t>(place))
        .text(kept[place].part.name)
        .run();
  }
  together.commit();
  return cut;
}

void PartFolder::note_begun(std::int64_t cut, std::size_t place,
                            const std::string& name) {
  Database::Query put{notes_, "INSERT INTO part(name, cut, place) VALUES (?, ?, ?)"};
  put.text(name).number(cut).number(static_cast<std::int64_t>(place)).run();
}

void PartFolder::note_made(const Made& made) {
  Database::Query put{notes_,
                      "UPDATE part SET quads = ?, bytes = ?, sha256 = ?, text_bytes = ?,"
                      " text_sha256 = ? WHERE name = ?"};
  put.number(static_cast<std::int64_t>(made.part.quads))
      .number(static_cast<std::int64_t>(made.part.bytes))
      .text(made.part.sha256)
      .number(static_cast<std::int64_t>(made.text_bytes))
      .text(made.text_sha256)
      .text(made.part.name)
      .run();
}

/// The next part; nothing if the text is at its end. `before` is called before anything
/// is made.
std::optional<PartFolder::Made> PartFolder::make(PartText& text, const std::string& name,
                                                 const std::string& output,
                                                 std::uint64_t part_bytes,
                                                 const std::function<void()>& before) {
  std::optional<OutputFile> file;
  std::optional<Made> out = cut_part(text, output, part_bytes, [&]() -> OutputFile& {
    before();
    std::error_code unknown;
    if (fs::exists(path_of(name), unknown))
      throw RunError{path_of(name) + ": is there already, and parts never change"};
    return file.emplace(path_of(name));
  });
  if (!out) return std::nullopt;
  out->part.name = name;
  note_made(*out);
  file->name();
  return out;
}

void PartFolder::note_published(std::int64_t cut, const std::string& output) {
  Database::Transaction together{notes_};
  const std::int64_t number = notes_.number("SELECT max(number) FROM manifest") + 1;
  {
    Database::Query put{notes_, "UPDATE part SET manifest = ? WHERE cut = ?"};
    put.number(number).number(cut).run();
  }
  notes_.run("DELETE FROM manifest");
  const std::string identity = identity_of(output);
  {
    Database::Query put{notes_, "INSERT INTO manifest VALUES (?, ?)"};
    put.number(number).text(identity).run();
  }
  together.commit();
}

/// Whoever read the manifest before this one may still read its parts.
void PartFolder::take_old_away(std::int64_t cut) {
  std::vector<std::string> names;
  {
    Database::Query rows{
        notes_,
        "SELECT name FROM part WHERE cut < ? AND"
        " (manifest = 0 OR manifest < (SELECT max(number) FROM manifest) - 1)"};
    rows.number(cut);
    while (rows.step()) names.push_back(rows.text_at(0));
  }
  for (const std::string& name : names) {
    take_away(path_of(name));
    take_away(path_of(name) + ".part");
    // What has to stay is tried again after the next manifest.
    if (store_ != nullptr && !store_->take_away(name)) continue;
    Database::Query drop{notes_, "DELETE FROM part WHERE name = ?"};
    drop.text(name).run();
  }
}

std::optional<PartFolder::Result> PartFolder::publish(
    const std::string& output, Manifest head, std::uint64_t part_bytes,
    const std::function<bool()>& stopped) {
  std::vector<Made> parts = made();
  std::uint64_t text_bytes = 0;
  if (!keep(output, parts, text_bytes, stopped)) return std::nullopt;
  Result out{.manifest = std::move(head), .kept = parts.size()};
  const std::int64_t cut = begin_cut(parts);
  const std::string token = random_token();
  PartText text{output, text_bytes};
  for (;;) {
    if (stopped()) return std::nullopt;
    const std::size_t place = parts.size();
    const std::string name = part_name(token, place + 1);
    std::optional<Made> part =
        make(text, name, output, part_bytes, [&] { note_begun(cut, place, name); });
    if (!part) break;
    if (store_ != nullptr) {
      store_->put(part->part, path_of(name));
      take_away(path_of(name));
    }
    parts.push_back(std::move(*part));
  }
  for (Made& part : parts) out.manifest.parts.push_back(std::move(part.part));
  publish_manifest(manifest_text(out.manifest));
  note_published(cut, output);
  take_old_away(cut);
  return out;
}

}  // namespace semsite
