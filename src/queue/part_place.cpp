#include "queue/part_place.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <random>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "parts/manifest.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_another(const std::string& name) {
  throw RunError{fmt::format(
      "{}: there is another one already, and it never changes: another queue writes to "
      "the same place; give each a folder or prefix of its own (-o)",
      name)};
}

[[noreturn]] void fail_at(const std::string& path, const char* what) {
  throw RunError{
      fmt::format("{}: {}: {}", path, what, std::system_category().message(errno))};
}

class FolderPlace final : public PartPlace {
 public:
  explicit FolderPlace(std::string folder) : folder_(std::move(folder)) {
    while (folder_.size() > 1 && folder_.ends_with('/')) folder_.pop_back();
  }

  void put_file(const std::string& name, const std::string& path, std::uint64_t,
                const std::string&) override {
    FileSource bytes{path};
    put(name, [&](int file, const std::string& part) {
      for (Block block = bytes.read(); !block.empty(); block = bytes.read())
        write_all(file, block.bytes, part);
    });
  }
  void put_once(const std::string& name, const std::string& text) override {
    const std::string part = write(name, text_writer(text));
    const std::string path = path_of(name);
    const bool is_first = ::link(part.c_str(), path.c_str()) == 0;
    const int problem = is_first ? 0 : errno;
    ::unlink(part.c_str());
    if (is_first) return sync_name(path);
    errno = problem;
    if (problem != EEXIST) fail_at(path, "cannot be made");
    if (read_file(path) != text) refuse_another(path);
  }
  void replace(const std::string& name, const std::string& text) override {
    put(name, text_writer(text));
  }
  [[nodiscard]] std::optional<std::string> text(const std::string& name) override {
    std::error_code unknown;
    if (!fs::exists(path_of(name), unknown)) return std::nullopt;
    return read_file(path_of(name));
  }
  [[nodiscard]] bool get_file(const std::string& name, const std::string& path) override {
    std::error_code problem;
    if (!fs::exists(path_of(name), problem)) return false;
    fs::copy_file(path_of(name), path, fs::copy_options::overwrite_existing, problem);
    if (problem)
      throw RunError{fmt::format("{}: cannot be copied to {}: {}", path_of(name), path,
                                 problem.message())};
    return true;
  }
  void remove(const std::string& name) override {
    if (::unlink(path_of(name).c_str()) != 0 && errno != ENOENT)
      fail_at(path_of(name), "cannot be taken away");
  }
  [[nodiscard]] std::vector<std::string> list(const std::string& prefix) override {
    std::vector<std::string> out;
    std::error_code problem;
    const fs::path root{path_of(prefix)};
    if (!fs::exists(root, problem)) return out;
    for (fs::recursive_directory_iterator at{root, problem}, end; !problem && at != end;
         at.increment(problem))
      if (at->is_regular_file(problem))
        out.push_back(fs::relative(at->path(), folder_, problem).string());
    if (problem)
      throw RunError{
          fmt::format("{}: cannot be listed: {}", root.string(), problem.message())};
    return out;
  }
  void tidy(const std::string& prefix) override {
    std::vector<fs::path> folders{fs::path{path_of(prefix)}};
    std::error_code problem;
    for (fs::recursive_directory_iterator at{folders.front(), problem}, end;
         !problem && at != end; at.increment(problem))
      if (std::error_code unknown; at->is_directory(unknown))
        folders.push_back(at->path());
    // Those below come behind; one that is not empty stays.
    for (; !folders.empty(); folders.pop_back())
      static_cast<void>(::rmdir(folders.back().c_str()));
  }
  [[nodiscard]] std::string shown(const std::string& name) const override {
    return path_of(name);
  }

 private:
  using Writer = std::function<void(int file, const std::string& part)>;

  [[nodiscard]] static Writer text_writer(const std::string& text) {
    return [&text](int file, const std::string& part) { write_all(file, text, part); };
  }
  [[nodiscard]] std::string path_of(const std::string& name) const {
    return fmt::format("{}/{}", folder_, name);
  }
  /// A file of its own beside `name`, on the disk.
  [[nodiscard]] std::string write(const std::string& name, const Writer& writer) const {
    const std::string path = path_of(name);
    std::error_code problem;
    fs::create_directories(fs::path{path}.parent_path(), problem);
    if (problem)
      throw RunError{
          fmt::format("{}: its folder cannot be made: {}", path, problem.message())};
    std::random_device random;
    std::string part = fmt::format("{}.part-{:08x}{:08x}", path, random(), random());
    const Descriptor file{
        ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
    if (!file.valid()) fail_at(part, "cannot be written");
    try {
      writer(file.get(), part);
      sync_file(file.get(), part);
    } catch (...) {
      ::unlink(part.c_str());
      throw;
    }
    return part;
  }
  void put(const std::string& name, const Writer& writer) const {
    const std::string part = write(name, writer);
    const std::string path = path_of(name);
    if (::rename(part.c_str(), path.c_str()) != 0) {
      const int problem = errno;
      ::unlink(part.c_str());
      errno = problem;
      fail_at(path, "cannot get its name");
    }
    sync_name(path);
  }

  std::string folder_;
};

class StorePlace final : public PartPlace {
 public:
  StorePlace(S3Store& store, S3Address prefix,
             std::function<void(const std::string&)> warn)
      : store_(store), prefix_(std::move(prefix)), warn_(std::move(warn)) {}

  void put_file(const std::string& name, const std::string& path, std::uint64_t bytes,
                const std::string& sha256) override {
    store_.put_file(at(name), path, bytes, sha256);
    const std::optional<S3Object> there = store_.head(at(name));
    if (!there || there->bytes != bytes)
      throw RunError{fmt::format(
          "{}: {} bytes were sent, but the store has {}", shown(name), bytes,
          there ? fmt::format("{}", there->bytes) : std::string{"no such object"})};
  }
  void put_once(const std::string& name, const std::string& put) override {
    if (const auto there = text(name)) {
      if (*there != put) refuse_another(shown(name));
      return;
    }
    try {
      static_cast<void>(
          store_.put(at(name), put, {.kind = S3Condition::Kind::absent, .etag = {}}));
    } catch (const S3Error& error) {
      if (error.status() == 501) {
        warn_(
            fmt::format("{}: the store knows no If-None-Match: see that no two queues "
                        "write to this prefix [s3.unconditional]",
                        shown(name)));
        static_cast<void>(store_.put(at(name), put));
      } else if (error.code() != "s3.condition") {
        throw;
      }
    }
    if (text(name) != put) refuse_another(shown(name));
  }
  void replace(const std::string& name, const std::string& put) override {
    static_cast<void>(store_.put(at(name), put));
  }
  [[nodiscard]] std::optional<std::string> text(const std::string& name) override {
    auto there = store_.text(at(name), kMostManifestBytes);
    if (!there) return std::nullopt;
    return std::move(there->text);
  }
  [[nodiscard]] bool get_file(const std::string& name, const std::string& path) override {
    if (!store_.head(at(name))) return false;
    S3Store::Opened object = store_.open(at(name));
    const Descriptor file{
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
    if (!file.valid()) fail_at(path, "cannot be written");
    for (Block block = object.bytes->read(); !block.empty(); block = object.bytes->read())
      write_all(file.get(), block.bytes, path);
    return true;
  }
  void remove(const std::string& name) override { store_.remove(at(name)); }
  [[nodiscard]] std::vector<std::string> list(const std::string& prefix) override {
    std::vector<std::string> out;
    for (const S3Listed& one : store_.list(at(prefix)))
      out.push_back(one.key.substr(prefix_.key.size()));
    return out;
  }
  void tidy(const std::string&) override {}
  [[nodiscard]] std::string shown(const std::string& name) const override {
    return s3_url(at(name));
  }

 private:
  [[nodiscard]] S3Address at(const std::string& name) const {
    return {.bucket = prefix_.bucket, .key = prefix_.key + name};
  }

  S3Store& store_;
  S3Address prefix_;
  std::function<void(const std::string&)> warn_;
};

}  // namespace

std::unique_ptr<PartPlace> folder_place(std::string folder) {
  return std::make_unique<FolderPlace>(std::move(folder));
}

std::unique_ptr<PartPlace> store_place(S3Store& store, S3Address prefix,
                                       std::function<void(const std::string&)> warn) {
  return std::make_unique<StorePlace>(store, std::move(prefix), std::move(warn));
}

}  // namespace semsite
