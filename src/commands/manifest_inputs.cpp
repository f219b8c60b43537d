#include "commands/manifest_inputs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/counts.hpp"
#include "base/file_io.hpp"
#include "base/named_by.hpp"
#include "base/secrets.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/folder_inputs.hpp"
#include "commands/workshop.hpp"
#include "crawl/retrieve.hpp"
#include "parts/manifest.hpp"
#include "parts/part_folder.hpp"
#include "parts/run_files.hpp"
#include "s3/s3_address.hpp"
#include "s3/s3_store.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

/// A code of docs/faults.md: what a part has is not what its manifest says.
constexpr std::string_view kPart = "manifest.part";

/// As much as a manifest may have, and one byte that is too much.
std::string beginning_of(ByteSource& bytes) {
  std::string out;
  read_beginning(bytes, kMostManifestBytes, out);
  return out;
}

std::string folder_of(std::string_view url) {
  const std::string_view path = url.substr(0, url.find_first_of("?#"));
  return std::string{path.substr(0, path.rfind('/') + 1)};
}

/// Takes what `text` says; `check` is asked of each part, whose path is given.
template <typename Check>
void take_in(std::string_view text, const std::string& url,
             std::vector<std::string>& urls, ManifestInputs& out, Check check) {
  try {
    const Manifest manifest = read_manifest(text);
    for (const ManifestPart& part : manifest.parts) check(part);
    out.manifests.push_back(url);
    for (const ManifestPart& part : manifest.parts) {
      urls.push_back(folder_of(url) + part.name);
      out.parts.emplace(urls.back(), PartPromise{.whole = url,
                                                 .quads = part.quads,
                                                 .bytes = part.bytes,
                                                 .sha256 = part.sha256});
    }
    if (!manifest.complete) out.incomplete.push_back(url);
  } catch (const DocumentError& error) {
    out.problems.push_back({.manifest = url, .code = error.code(), .text = error.what()});
  }
}

[[noreturn]] void refuse_part(const std::string& name, const std::string& why) {
  throw DocumentError{std::string{kPart}, fmt::format("{}: {}", name, why)};
}

std::string other_length(std::uint64_t bytes, std::uint64_t said) {
  return fmt::format("has {}, but its manifest says {}", count_of(bytes, "byte"),
                     grouped(said));
}

[[noreturn]] void refuse_manifest(const LatestRun& latest, const std::string& why) {
  throw DocumentError{
      "latest.manifest",
      fmt::format(
          "it names the manifest of run {} of {}, which cannot be had: {}; was it "
          "taken away, or this file copied without it?",
          latest.number, latest.name, why)};
}

/// The folder that holds `NAME/` of `NAME/latest.json` at `url`.
std::string home_of(const LatestRun& latest, const std::string& url) {
  std::string home = folder_of(url);
  home.pop_back();
  home = folder_of(home);
  if (home.ends_with("://"))
    refuse_manifest(latest,
                    "it stands in the folder above that of this file, which lies at the "
                    "root and has none");
  return home;
}

/// A link must not lead elsewhere.
void check_file(const fs::path& folder, const ManifestPart& part) {
  const fs::path path = folder / part.name;
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0)
    refuse_part(path.string(), "is not there, but its manifest names it");
  if (!S_ISREG(info.st_mode)) refuse_part(path.string(), "is no regular file");
  const fs::path home = fs::canonical(folder);
  const fs::path real = fs::canonical(path);
  if (std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first !=
      home.end())
    refuse_part(path.string(), "is a link that leads out of the folder of the manifest");
  if (const auto bytes = static_cast<std::uint64_t>(info.st_size); bytes != part.bytes)
    refuse_part(path.string(), other_length(bytes, part.bytes));
}

/// Reads all of `from` as long as it keeps the promise; what comes goes to `copy`, if
/// that is valid.
void hold_against(ByteSource& from, const std::string& name, const PartPromise& promise,
                  const Descriptor& copy, const std::stop_token& stop) {
  Sha256 digest;
  std::uint64_t bytes = 0;
  for (Block block = from.read(); !block.empty(); block = from.read()) {
    if (stop.stop_requested()) refuse_part(name, "was not read to its end: interrupted");
    bytes += block.bytes.size();
    if (bytes > promise.bytes)
      refuse_part(name, fmt::format("is longer than the {} that its manifest says",
                                    count_of(promise.bytes, "byte")));
    digest.add(block.bytes);
    if (copy.valid()) write_all(copy.get(), block.bytes, "temporary file for " + name);
  }
  if (bytes != promise.bytes) refuse_part(name, other_length(bytes, promise.bytes));
  if (const std::string hex = digest.hex(); hex != promise.sha256)
    refuse_part(name, fmt::format("has the SHA-256 {}, but its manifest says {}", hex,
                                  promise.sha256));
}

}  // namespace

const PartPromise* ManifestInputs::find(std::string_view url) const {
  const auto found = parts.find(url);
  return found == parts.end() ? nullptr : &found->second;
}

void ManifestInputs::check() const {
  if (problems.empty()) return;
  const Problem& first = problems.front();
  throw RunError{fmt::format("{}: {} [{}]", first.manifest, first.text, first.code)};
}

std::string incomplete_text(const std::string& manifest) {
  return fmt::format(
      "{}: the run that wrote these parts was not complete, says the "
      "manifest; something is missing [manifest.incomplete]",
      manifest);
}

namespace {

/// Does the regular file at `path` begin as `is_it` wants? One that cannot be read does
/// not: whoever reads it as a document says why.
bool is_file_of(const std::string& path, bool (*is_it)(std::string_view)) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  try {
    FileSource bytes{path};
    return is_it(beginning_of(bytes));
  } catch (const DocumentError&) {
    return false;
  }
}

bool is_run_mark(std::string_view text) { return read_run_mark(text).has_value(); }

}  // namespace

bool is_manifest_file(const std::string& path) {
  return is_called_manifest(path) && is_file_of(path, is_manifest);
}

bool is_latest_file(const std::string& path) {
  return is_called_latest(path) && is_file_of(path, is_latest);
}

bool is_run_mark_file(const std::string& path) {
  return last_segment_of(path) == kRunMarkName && is_file_of(path, is_run_mark);
}

void add_latest_parts(const std::string& path, std::vector<std::string>& urls,
                      ManifestInputs& out) {
  FileSource bytes{path};
  try {
    const LatestRun latest = read_latest(beginning_of(bytes));
    const fs::path home =
        fs::absolute(path).lexically_normal().parent_path().parent_path();
    const std::string manifest = (home / latest.manifest).string();
    if (!is_manifest_file(manifest))
      refuse_manifest(latest, manifest + " is not there, or is no manifest");
    add_local_parts(manifest, urls, out);
  } catch (const DocumentError& error) {
    out.problems.push_back(
        {.manifest = file_url(path), .code = error.code(), .text = error.what()});
  }
}

void add_local_parts(const std::string& path, std::vector<std::string>& urls,
                     ManifestInputs& out) {
  FileSource bytes{path};
  const fs::path folder = fs::absolute(path).parent_path();
  take_in(beginning_of(bytes), file_url(path), urls, out,
          [&](const ManifestPart& part) { check_file(folder, part); });
}

namespace {

bool is_s3_folder(const std::string& url) { return is_s3_url(url) && url.ends_with('/'); }

/// Is it asked for, to see whether it is a manifest, or what is below it?
bool is_asked(const std::string& url) {
  return is_s3_folder(url) || ((is_of_server(url) || is_s3_url(url)) &&
                               (is_called_manifest(url) || is_called_latest(url)));
}

/// The beginning of what is at `url`, and where it came from; empty: it is not had.
struct Beginning {
  std::string text;
  std::string url;
  std::string problem{};  ///< why it is not had
};

Beginning beginning_at(const std::string& url, Retriever& retriever) {
  const Retrieved got = retriever.get({.url = url,
                                       .named_by = NamedBy::user(),
                                       .accept = "application/json, */*;q=0.1",
                                       .obey_robots = false});
  if (got.outcome != Retrieval::got)
    return {.text = {}, .url = got.url, .problem = got.problem};
  return {.text = beginning_of(*got.body), .url = got.url};
}

Beginning beginning_at(const std::string& url, S3Store& store) {
  return {.text = beginning_of(*store.open(address_of(url)).bytes), .url = url};
}

Beginning beginning_at(const std::string& url, Workshop& shop) {
  return is_s3_url(url) ? beginning_at(url, shop.s3())
                        : beginning_at(url, shop.run.retriever);
}

/// Takes in the manifest that `got`, a latest.json, names.
void take_in_latest(Workshop& shop, const Beginning& got, std::vector<std::string>& all,
                    ManifestInputs& out) {
  try {
    const LatestRun latest = read_latest(got.text);
    const std::string manifest = home_of(latest, got.url) + latest.manifest;
    Beginning there;
    try {
      there = beginning_at(manifest, shop);
    } catch (const DocumentError& error) {
      refuse_manifest(latest, error.what());
    }
    if (!is_manifest(there.text))
      refuse_manifest(
          latest, there.problem.empty() ? manifest + " is no manifest" : there.problem);
    take_in(there.text, there.url, all, out, [](const ManifestPart&) {});
  } catch (const DocumentError& error) {
    out.problems.push_back(
        {.manifest = got.url, .code = error.code(), .text = error.what()});
  }
}

/// What the argument `url` stands for: the parts that it names, if it is a manifest.
void take_in_one(Workshop& shop, const std::string& url, std::vector<std::string>& all,
                 ManifestInputs& out) {
  Beginning got;
  try {
    got = beginning_at(url, shop);
  } catch (const DocumentError& error) {
    // What an S3 store does not give is told by whoever asks for it as a document, as
    // what a server does not.
    if (!is_s3_url(url)) {
      out.problems.push_back(
          {.manifest = url, .code = error.code(), .text = error.what()});
      return;
    }
  }
  if (is_called_latest(url) && is_latest(got.text))
    return take_in_latest(shop, got, all, out);
  if (!is_called_manifest(url) || !is_manifest(got.text)) {
    all.push_back(url);
    return;
  }
  take_in(got.text, got.url, all, out, [](const ManifestPart&) {});
}

/// As of a folder; what is called a mark of a run is looked at.
std::string why_not_read_prefix(Workshop& shop, const S3Address& folder,
                                FolderFiles& files,
                                const std::vector<std::string>& latest) {
  constexpr std::size_t kMostLooked = 8;
  std::vector<std::string> marks, manifests;
  for (const std::string& key : files.run_marks) {
    const S3Address at{.bucket = folder.bucket, .key = key};
    const auto there = marks.size() < kMostLooked ? shop.s3().text(at, kMostManifestBytes)
                                                  : std::nullopt;
    if (marks.size() >= kMostLooked || (there && is_run_mark(there->text)))
      marks.push_back(s3_url(at));
    else
      files.leave_out(kRunMarkName);
  }
  for (const std::string& key : files.manifests)
    manifests.push_back(s3_url({.bucket = folder.bucket, .key = key}));
  return why_not_read(marks, manifests, latest);
}

/// What is below a prefix, as in a folder: a manifest speaks for all that is below its
/// own.
void take_in_folder(Workshop& shop, const std::string& url, std::vector<std::string>& all,
                    ManifestInputs& out) {
  const S3Address folder = address_of(url);
  const S3Address own{.bucket = folder.bucket,
                      .key = fmt::format("{}{}", folder.key, kManifestName)};
  std::vector<std::string> keys;
  try {
    if (const auto there = shop.s3().text(own, kMostManifestBytes);
        there && is_manifest(there->text)) {
      take_in(there->text, s3_url(own), all, out, [](const ManifestPart&) {});
      return;
    }
    for (S3Listed& one : shop.s3().list(folder)) keys.push_back(std::move(one.key));
  } catch (const DocumentError& error) {
    out.problems.push_back({.manifest = url, .code = error.code(), .text = error.what()});
    return;
  }
  FolderFiles files;
  std::vector<std::string> latest;
  std::ranges::sort(keys);
  const auto url_of = [&](const std::string& key) {
    return s3_url({.bucket = folder.bucket, .key = key});
  };
  for (const std::string& key : keys) {
    const std::string_view name = std::string_view{key}.substr(folder.key.size());
    if (name.empty() || name.ends_with('/')) continue;  // what tools put for a folder
    if (name.starts_with('.') || name.find("/.") != std::string_view::npos)
      ++files.hidden;
    else if (is_called_manifest(name))
      files.manifests.push_back(key);
    else if (last_segment_of(name) == kRunMarkName)
      files.run_marks.push_back(key);
    else if (is_called_latest(name))
      latest.push_back(url_of(key));
    else if (is_input_name(name.substr(name.rfind('/') + 1), FolderUse::data))
      files.paths.push_back(key);
    else
      files.leave_out(name.substr(name.rfind('/') + 1));
  }
  try {
    if (const std::string why = why_not_read_prefix(shop, folder, files, latest);
        !why.empty())
      throw DocumentError{"manifest.runs", why};
  } catch (const DocumentError& error) {
    out.problems.push_back({.manifest = url, .code = error.code(), .text = error.what()});
    return;
  }
  for (const std::string& manifest : files.manifests) {
    take_in_one(shop, url_of(manifest), all, out);
    const std::string below = manifest.substr(0, manifest.rfind('/') + 1);
    std::erase_if(files.paths,
                  [&](const std::string& key) { return key.starts_with(below); });
  }
  for (const std::string& key : files.paths) {
    const std::size_t end = key.rfind('/') + 1;
    if (is_part_name(std::string_view{key}.substr(end))) {
      out.problems.push_back(
          {.manifest = s3_url({.bucket = folder.bucket, .key = key.substr(0, end)}),
           .code = "s3.missing",
           .text = std::string{kPartsUnfinished}});
      return;
    }
  }
  for (const std::string& key : files.paths) all.push_back(url_of(key));
  shop.console.info(folder_note(url, files));
  if (files.manifests.empty() && files.paths.empty())
    out.problems.push_back({.manifest = url,
                            .code = "s3.missing",
                            .text = "no object below this prefix is a manifest, or data "
                                    "by its suffix"});
}

}  // namespace

void ask_for_manifests(Workshop& shop, std::vector<std::string>& urls,
                       ManifestInputs& out) {
  std::vector<std::string> all;
  for (const std::string& url : urls) {
    if (!is_asked(url))
      all.push_back(url);
    else if (is_s3_folder(url))
      take_in_folder(shop, url, all, out);
    else
      take_in_one(shop, url, all, out);
  }
  urls = std::move(all);
}

bool ask_for_manifests(const MessageOptions& messages, const NetworkOptions& network,
                       const std::stop_token& stop, std::vector<std::string>& urls,
                       ManifestInputs& out) {
  if (std::ranges::none_of(urls, is_asked)) return false;
  Workshop shop{{.messages = messages, .network = network}, stop};
  ask_for_manifests(shop, urls, out);
  out.check();
  return true;
}

std::unique_ptr<ByteSource> checked_part(const std::string& url,
                                         const PartPromise& promise,
                                         std::unique_ptr<ByteSource> got,
                                         const std::stop_token& stop) {
  const std::string name = is_file_url(url) ? file_path(url) : without_url_secrets(url);
  Descriptor file;
  if (got == nullptr) {
    file = Descriptor{::open(name.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!file.valid()) refuse_part(name, "cannot be read");
    FileSource bytes{file.get(), name, false};
    hold_against(bytes, name, promise, {}, stop);
  } else {
    file = anonymous_file();
    hold_against(*got, name, promise, file, stop);
  }
  if (::lseek(file.get(), 0, SEEK_SET) != 0) refuse_part(name, "cannot be read twice");
  return std::make_unique<FileSource>(file.release(), name, true);
}

std::vector<std::string> wholes_of(const std::vector<std::string>& urls,
                                   const ManifestInputs& manifests) {
  std::vector<std::string> out;
  for (const std::string& url : urls) {
    const PartPromise* const part = manifests.find(url);
    if (part == nullptr) {
      out.push_back(url);
    } else if (out.empty() || out.back() != part->whole) {
      out.push_back(part->whole);
    }
  }
  return out;
}

}  // namespace semsite
