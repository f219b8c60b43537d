#include "commands/tell_changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/byte_source.hpp"
#include "base/hash.hpp"
#include "base/secrets.hpp"
#include "io/temporary_files.hpp"
#include "rdf/term_text.hpp"
#include "report/changes.hpp"
#include "semsite/errors.hpp"
#include "state/listed_pages.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kSortBytes = 32 * 1024 * 1024;
constexpr std::size_t kChunkBytes = 1024 * 1024;

/// A file from its first byte, wherever its descriptor stands.
class WholeFile final : public ByteSource {
 public:
  explicit WholeFile(int descriptor) : descriptor_(descriptor) {}

  [[nodiscard]] Block read() override {
    auto text = std::make_shared<std::string>(kBlockBytes, '\0');
    const ssize_t got =
        ::pread(descriptor_, text->data(), text->size(), static_cast<off_t>(at_));
    if (got < 0) throw DocumentError{"file.read", "the output cannot be read back"};
    text->resize(static_cast<std::size_t>(got));
    Block block;
    block.bytes = *text;
    block.owner = std::move(text);
    at_ += static_cast<std::uint64_t>(got);
    return block;
  }

 private:
  int descriptor_;
  std::uint64_t at_ = 0;
};

/// Lines on their way to the taker, in chunks.
class Chunk {
 public:
  explicit Chunk(std::function<void(std::string_view)> give) : give_(std::move(give)) {}
  void add(std::string_view line) {
    text_ += line;
    text_ += '\n';
    if (text_.size() >= kChunkBytes) flush();
  }
  void flush() {
    if (!text_.empty()) give_(text_);
    text_.clear();
  }

 private:
  std::function<void(std::string_view)> give_;
  std::string text_;
};

std::string_view without_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

/// Behind what a line is compared by: the line, if that is another text.
constexpr char kWritten = '\0';

void add_line(Sorter& sorter, std::string_view line, std::string& room) {
  line = without_line_end(line);
  if (compared_text(line, room).data() == line.data()) {
    sorter.add(line);
  } else {
    (room += kWritten) += line;
    sorter.add(room);
  }
}

/// The lines of one output, in the order in which they are compared, each once.
class ComparedLines {
 public:
  explicit ComparedLines(Sorter& sorter) : merge_(sorter.merge()) { next(); }

  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] std::string_view compared() const {
    return merge_.record().substr(0, size_);
  }
  [[nodiscard]] std::string_view written() const {
    return size_ == merge_.record().size() ? merge_.record()
                                           : merge_.record().substr(size_ + 1);
  }
  void next() {
    for (;;) {
      if (!merge_.next()) {
        over_ = true;
        return;
      }
      const std::size_t before = size_;
      size_ = std::min(merge_.record().find(kWritten), merge_.record().size());
      if (!std::exchange(begun_, true) || size_ != before || merge_.shared() < size_)
        return;
    }
  }

 private:
  RunMerge merge_;
  std::size_t size_ = 0;  ///< of what the line is compared by
  bool begun_ = false;
  bool over_ = false;
};

}  // namespace

void for_each_output_line(const Descriptor& output, const Limits& limits,
                          const std::function<void(std::string_view)>& take) {
  Unpacker unpacker{std::make_unique<WholeFile>(output.get()), "output.nq", limits};
  const std::optional<Entry> entry = unpacker.next();
  if (!entry) return;
  std::string rest;
  for (Block block = entry->bytes->read(); !block.empty(); block = entry->bytes->read()) {
    std::string_view bytes = block.bytes;
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
         end = bytes.find('\n')) {
      if (rest.empty()) {
        take(bytes.substr(0, end + 1));
      } else {
        rest += bytes.substr(0, end + 1);
        take(rest);
        rest.clear();
      }
      bytes.remove_prefix(end + 1);
    }
    rest += bytes;
  }
  if (!rest.empty()) take(rest + '\n');
}

OutputComparison::OutputComparison(const TemporaryFiles& files)
    : former_(files, "former", kSortBytes), present_(files, "present", kSortBytes) {}

void OutputComparison::add_former(const Descriptor& output, const Limits& limits) {
  std::string room;
  for_each_output_line(output, limits,
                       [&](std::string_view line) { add_line(former_, line, room); });
}

void OutputComparison::add_present(const Descriptor& output, const Limits& limits) {
  std::string room;
  for_each_output_line(output, limits,
                       [&](std::string_view line) { add_line(present_, line, room); });
}

void OutputComparison::each(const ChangedLines& take) {
  Chunk removed{[&](std::string_view text) { take(text, {}); }};
  Chunk added{[&](std::string_view text) { take({}, text); }};
  each_line([&](Side side, std::string_view line) {
    if (side == Side::removed) removed.add(line);
    if (side == Side::added) added.add(line);
  });
  removed.flush();
  added.flush();
}

void OutputComparison::each_line(
    const std::function<void(Side, std::string_view)>& take) {
  ComparedLines former{former_};
  ComparedLines present{present_};
  while (!former.over() || !present.over()) {
    const int order = former.over()    ? 1
                      : present.over() ? -1
                                       : former.compared().compare(present.compared());
    if (order < 0) take(Side::removed, former.written());
    if (order > 0) take(Side::added, present.written());
    if (order == 0) take(Side::both, present.written());
    if (order <= 0) former.next();
    if (order >= 0) present.next();
  }
}

namespace {

std::string content_of(Sorter& sorted) {
  ContentName out;
  for (ComparedLines lines{sorted}; !lines.over(); lines.next())
    out.add(lines.compared());
  return out.name();
}

}  // namespace

ChangeEnds OutputComparison::ends() {
  return {.from = content_of(former_), .to = content_of(present_)};
}

namespace {

using Side = OutputComparison::Side;

/// Of the quads of one document that are held at once. Pages have a bound of their own.
constexpr std::size_t kDocumentBytes = 64 * 1024 * 1024;
/// Of a label, before `Document::scope`.
constexpr std::string_view kLabelBegin = "_:b";
constexpr std::size_t kScopeBytes = 16;

/// What the labels of its document begin with; empty without a blank node.
std::string_view scope_of(const ChangedQuad& quad) {
  std::string_view scope;
  for (const std::string_view term : {quad.subject, quad.object, quad.graph})
    each_label_text(term, [&](std::string_view label) {
      if (scope.empty() && label.starts_with(kLabelBegin) &&
          label.size() >= kLabelBegin.size() + kScopeBytes)
        scope = label.substr(kLabelBegin.size(), kScopeBytes);
    });
  return scope;
}

using TextSet = std::unordered_set<std::string, KeyedHash, std::equal_to<>>;
using TextMap = std::unordered_map<std::string, std::string, KeyedHash, std::equal_to<>>;

/// Lines that are told as they come.
class Pieces {
 public:
  explicit Pieces(ChangeWriter& writer) : writer_(writer) {}
  void add(Side side, std::string_view line) {
    std::string& text = side == Side::removed ? removed_ : added_;
    text += line;
    text += '\n';
    if (text.size() >= kChunkBytes) flush();
  }
  void flush() {
    if (!removed_.empty()) writer_.document(removed_, {});
    if (!added_.empty()) writer_.document({}, added_);
    removed_.clear();
    added_.clear();
  }

 private:
  ChangeWriter& writer_;
  std::string removed_, added_;
};

/// One document after another, out of lines sorted by scope.
class Documents {
 public:
  using GraphOf = std::function<std::string_view(std::string_view scope)>;
  Documents(GraphOf graph_of, OwnGraph& own, ChangeWriter& writer)
      : graph_of_(std::move(graph_of)), own_(own), writer_(writer) {}

  void add(std::string_view scope, Side side, std::string_view line) {
    if (scope != scope_) {
      flush();
      scope_ = scope;
    }
    if (side == Side::removed) ++removed_;
    if (side == Side::added) ++added_;
    too_big_ = too_big_ || old_.size() + new_.size() > kDocumentBytes;
    if (too_big_) return;
    if (side != Side::added) (old_ += line) += '\n';
    if (side != Side::removed) (new_ += line) += '\n';
  }
  void flush() {
    if (too_big_) {
      writer_.leave_out(removed_, added_);
    } else if (removed_ + added_ > 0) {
      own_.set(graph_of_(scope_));
      writer_.document(old_, new_);
      own_.set({});
    }
    old_.clear();
    new_.clear();
    removed_ = added_ = 0;
    too_big_ = false;
  }

 private:
  GraphOf graph_of_;
  OwnGraph& own_;
  ChangeWriter& writer_;
  std::string scope_, old_, new_;
  std::uint64_t removed_ = 0, added_ = 0;
  bool too_big_ = false;
};

char mark_of(Side side) {
  return side == Side::both ? 'b' : side == Side::removed ? 'o' : 'n';
}
Side side_of(char mark) {
  return mark == 'b' ? Side::both : mark == 'o' ? Side::removed : Side::added;
}

/// Scopes of documents of which quads with blank nodes changed.
TextSet touched_scopes(OutputComparison& compared) {
  TextSet out;
  compared.each_line([&](Side side, std::string_view line) {
    if (side == Side::both) return;
    if (const std::string_view scope = scope_of(cut_quad(line));
        !scope.empty() && !out.contains(scope))
      out.emplace(scope);
  });
  return out;
}

}  // namespace

void write_update(OutputComparison& compared, const EachPage& pages,
                  const TemporaryFiles& files, OwnGraph& own, ChangeWriter& writer) {
  const TextSet touched = touched_scopes(compared);
  TextMap graphs;          // of touched pages, by scope
  TextMap scope_of_graph;  // by the term of the graph
  if (!touched.empty())
    pages([&](std::string_view url) {
      const std::string scope = short_hash(url);
      if (!touched.contains(scope)) return;
      const std::string iri = without_url_secrets(url, SecretsOf::asker);
      graphs.insert_or_assign(scope, iri);
      scope_of_graph.insert_or_assign('<' + iri + '>', scope);
    });
  Sorter sorted{files, "documents", kSortBytes};
  Pieces pieces{writer};
  std::string record;
  compared.each_line([&](Side side, std::string_view line) {
    if (touched.empty() && side == Side::both) return;
    const ChangedQuad quad = cut_quad(line);
    std::string_view scope = scope_of(quad);
    const auto graph = scope_of_graph.find(quad.graph);
    const bool is_own = graph != scope_of_graph.end();
    // Blank nodes of others would get new names with it.
    if (is_own && !scope.empty() && scope != graph->second && side != Side::removed)
      graphs.erase(graph->second);
    if (!touched.contains(scope)) scope = is_own ? graph->second : std::string_view{};
    if (scope.empty()) {
      if (side != Side::both) pieces.add(side, line);
      return;
    }
    record = scope;
    record += mark_of(side);
    record += line;
    sorted.add(record);
  });
  pieces.flush();
  if (sorted.empty()) return;
  const auto graph_of = [&](std::string_view scope) {
    const auto found = graphs.find(scope);
    return found == graphs.end() ? std::string_view{} : found->second;
  };
  Documents documents{graph_of, own, writer};
  for (RunMerge merge = sorted.merge(); merge.next();) {
    const std::string_view one = merge.record();
    documents.add(one.substr(0, kScopeBytes), side_of(one[kScopeBytes]),
                  one.substr(kScopeBytes + 1));
  }
  documents.flush();
}

namespace {

/// A folder beside the output, which only one process writes: what one that was killed
/// has left goes.
class ComparedFiles {
 public:
  explicit ComparedFiles(const std::string& output)
      : files(std::filesystem::absolute(output).parent_path().string(),
              "changes-" + short_hash(std::filesystem::absolute(output).string()),
              TemporaryFiles::Lifetime::until_done) {
    files.clear([](const std::string&) { return false; });
  }
  TemporaryFiles files;
};

/// For what we wrote ourselves.
Limits without_bounds(Limits limits) {
  limits.archive_ratio_from_bytes = std::numeric_limits<std::uint64_t>::max();
  return limits;
}

Descriptor open_output(const std::string& path) {
  Descriptor out{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!out.valid()) throw RunError{path + ": cannot be read back"};
  return out;
}

void compare(const ChangesMeans& means, OutputComparison& compared) {
  const Descriptor output = open_output(means.output);
  const Limits limits = without_bounds(means.limits);
  try {
    if (means.former != nullptr) compared.add_former(*means.former, limits);
    compared.add_present(output, limits);
  } catch (const DocumentError& error) {
    throw RunError{fmt::format("--changes: {}", error.what())};
  }
}

ChangeForm form_of(std::string_view name) {
  for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"})
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  return name.ends_with(".ru") ? ChangeForm::sparql_update : ChangeForm::patch;
}

}  // namespace

void write_no_changes(const std::string& path, const std::string& content,
                      OutputFile& to) {
  std::optional<ChangeEnds> ends;
  if (!content.empty()) ends = {.from = content, .to = content};
  ChangeWriter writer{
      form_of(path), [&to](std::string_view text) { to.append(text); }, {}, ends};
  writer.finish();
  to.finish();
}

std::string content_of_output(const std::string& path, const Limits& limits) {
  const ComparedFiles workplace{path};
  OutputComparison compared{workplace.files};
  try {
    compared.add_present(open_output(path), without_bounds(limits));
  } catch (const DocumentError& error) {
    throw RunError{fmt::format("{}: {}", path, error.what())};
  }
  return compared.ends().to;
}

std::string write_changes(const ChangesMeans& means) {
  const ComparedFiles workplace{means.output};
  OutputComparison compared{workplace.files};
  compare(means, compared);
  OwnGraph own;
  // The head of the list has both names, and they are known once all is read.
  const ChangeEnds ends = compared.ends();
  ChangeWriter writer{form_of(means.path),
                      [&means](std::string_view text) { means.to.append(text); },
                      [&own](std::string_view graph) { return !own.is(graph); }, ends};
  if (form_of(means.path) == ChangeForm::patch) {
    compared.each([&](std::string_view removed, std::string_view added) {
      writer.document(removed, added);
    });
  } else {
    const auto pages = [&](const std::function<void(std::string_view)>& take) {
      for_each_document(means.database, take);
    };
    write_update(compared, pages, workplace.files, own, writer);
  }
  writer.finish();
  means.to.seal();
  return ends.to;
}

}  // namespace semsite
