#include "parse/jsonld_splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/large_turn.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "parse/json_reader.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Stop = JsonScanner::Stop;

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::string_view kGaps = " \t\r\n\x1E";

bool is_blank(std::string_view text) { return text.find_first_not_of(kGaps) == kNowhere; }

/// Behind the string or literal at `at`, or nowhere when the text ends before.
std::size_t scalar_end(std::string_view text, std::size_t at) {
  if (text[at] != '"') return text.find_first_of(",}] \t\r\n", at);
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      return i + 1;
    }
  }
  return kNowhere;
}

}  // namespace

JsonLdSplitter::JsonLdSplitter(const SplitJob& job, Sizes sizes)
    : job_(job),
      sizes_(sizes),
      source_(make_jsonld_source(job.document, job.limits, job.settings)),
      active_(source_->start),
      scanner_(job.limits.json_depth) {}

std::optional<Piece> JsonLdSplitter::next() {
  for (;;) {
    switch (mode_) {
      case Mode::documents:
        if (auto piece = next_documents()) return piece;
        break;
      case Mode::items:
        if (auto piece = next_items()) return piece;
        break;
      case Mode::behind_graph:
        pass_graph_end();
        break;
      case Mode::over:
        if (failure_) std::rethrow_exception(failure_);
        return std::nullopt;
    }
  }
}

std::optional<Piece> JsonLdSplitter::next_documents() {
  for (;;) {
    switch (scanner_.next(text())) {
      case Stop::line_end:
        scanner_.step();
        [[fallthrough]];
      case Stop::value_end:
        // Where pieces end must not depend on the blocks that the source gives.
        if (is_long(scanner_.at())) return next_of_long();
        boundary_ = scanner_.at();
        if (boundary_ > job_.limits.literal_bytes) refuse_long_document();
        is_held_ = false;
        if (boundary_ < sizes_.piece_bytes) break;
        return next_sequence_ == 0 && !has_more()
                   ? cut(text().size(), JsonLdPiece::Form::whole)
                   : cut(boundary_, JsonLdPiece::Form::documents);
      case Stop::comma:
      case Stop::closing:
        scanner_.step();  // of no value; the parser says so
        break;
      case Stop::too_deep:
        if (boundary_ > 0) return cut(boundary_, JsonLdPiece::Form::documents);
        refuse("json.too-deep", json_too_deep(job_.limits.json_depth));
      case Stop::end_of_text: {
        if (ended_) {
          mode_ = Mode::over;
          const std::size_t size = failure_ ? boundary_ : text().size();
          const bool is_first = next_sequence_ == 0 && !failure_;
          if (!is_first && is_blank(text().substr(0, size))) return std::nullopt;
          return cut(size,
                     is_first ? JsonLdPiece::Form::whole : JsonLdPiece::Form::documents);
        }
        if (is_long(text().size())) return next_of_long();
        if (text().size() - boundary_ > job_.limits.literal_bytes) refuse_long_document();
        (void)fill();
        break;
      }
    }
  }
}

/// Is the document that begins at the boundary, and goes on to `end` at least, too long
/// to be read whole?
bool JsonLdSplitter::is_long(std::size_t end) const {
  return !is_held_ && end - boundary_ >= sizes_.whole_bytes;
}

/// What comes before a long document as a piece, or nothing when it has been seen how the
/// document is to be read.
std::optional<Piece> JsonLdSplitter::next_of_long() {
  scanner_.restart(boundary_);
  if (boundary_ > 0) return cut(boundary_, JsonLdPiece::Form::documents);
  is_held_ = !start_items();
  return std::nullopt;
}

void JsonLdSplitter::refuse_long_document() const {
  refuse(
      "jsonld.too-long",
      fmt::format("a document that cannot be read in parts is longer than {} (the limit "
                  "of one statement; --max-line sets another). An array, or a @graph "
                  "with its @context before it, can be of any length",
                  human_bytes(job_.limits.literal_bytes)));
}

/// Is there anything but white space behind the boundary?
bool JsonLdSplitter::has_more() {
  while (is_blank(text().substr(boundary_)))
    if (ended_ || !fill()) return false;
  return true;
}

std::optional<Piece> JsonLdSplitter::next_items() {
  for (;;) {
    switch (scanner_.next(text())) {
      case Stop::line_end:
        scanner_.step();
        break;
      case Stop::value_end:
        break;
      case Stop::comma:
        boundary_ = scanner_.at();
        scanner_.step();
        if (boundary_ < sizes_.piece_bytes) break;
        {
          Piece piece = cut(boundary_, JsonLdPiece::Form::items);
          pass(1);
          return piece;
        }
      case Stop::closing: {
        if (text()[scanner_.at()] != ']')
          refuse("json.syntax", "this is no JSON: an array ends with }");
        const std::size_t size = scanner_.at();
        const bool is_empty = is_blank(text().substr(0, size));
        std::optional<Piece> piece;
        if (!is_empty) piece = cut(size, JsonLdPiece::Form::items);
        pass(is_empty ? size + 1 : 1);
        mode_ = in_graph_ ? Mode::behind_graph : Mode::documents;
        active_ = source_->start;
        scanner_.restart(0);
        return piece;
      }
      case Stop::too_deep:
        if (boundary_ > 0) {
          Piece piece = cut(boundary_, JsonLdPiece::Form::items);
          pass(1);
          return piece;
        }
        refuse("json.too-deep", json_too_deep(job_.limits.json_depth));
      case Stop::end_of_text:
        if (ended_) {
          mode_ = Mode::over;
          if (!failure_)
            failure_ = std::make_exception_ptr(
                DocumentError{"json.syntax",
                              "this is no JSON: the document ends inside "
                              "an array"});
          if (boundary_ == 0) return std::nullopt;
          return cut(boundary_, JsonLdPiece::Form::items);
        }
        if (text().size() - boundary_ > job_.limits.literal_bytes)
          refuse("jsonld.too-long",
                 fmt::format("an item is longer than {} (the limit of one statement; "
                             "--max-line sets another)",
                             human_bytes(job_.limits.literal_bytes)));
        (void)fill();
        break;
    }
  }
}

void JsonLdSplitter::pass_graph_end() {
  while (is_blank(text())) {
    pass(text().size());
    if (ended_ || !fill()) {
      if (!failure_)
        failure_ = std::make_exception_ptr(DocumentError{
            "json.syntax", "this is no JSON: the document ends inside an object"});
      mode_ = Mode::over;
      return;
    }
  }
  const std::size_t at = text().find_first_not_of(kGaps);
  if (text()[at] != '}')
    refuse(
        "jsonld.key-after-graph",
        fmt::format("members follow a @graph that is longer than {}: they could change "
                    "what was read already; put them before it",
                    human_bytes(sizes_.whole_bytes)));
  pass(at + 1);
  mode_ = Mode::documents;
  scanner_.restart(0);
}

/// Goes over to items if the open document is an array, or a graph with its context
/// first.
bool JsonLdSplitter::start_items() {
  const std::size_t begin = text().find_first_not_of(kGaps);
  if (begin == kNowhere) return false;
  if (text()[begin] == '{') return start_graph(begin);
  if (text()[begin] != '[') return false;
  in_graph_ = false;
  pass(begin + 1);
  scanner_.restart(0);
  mode_ = Mode::items;
  return true;
}

bool JsonLdSplitter::start_graph(std::size_t begin) {
  const std::string_view all = text().substr(0, sizes_.whole_bytes);
  std::string_view context;
  std::size_t at = begin + 1;
  const auto skip = [&] { at = std::min(all.find_first_not_of(kGaps, at), all.size()); };
  const auto take = [&](char c) {
    skip();
    if (at == all.size() || all[at] != c) return false;
    ++at;
    return true;
  };
  for (;;) {
    skip();
    if (at == all.size() || all[at] != '"') return false;
    const std::size_t key_end = scalar_end(all, at);
    if (key_end == kNowhere) return false;
    const std::string_view key = all.substr(at + 1, key_end - at - 2);
    at = key_end;
    if (!take(':')) return false;
    skip();
    if (at == all.size()) return false;
    if (key == "@graph") {
      if (all[at] != '[') return false;
      break;
    }
    if (key != "@context" || !context.empty()) return false;
    JsonScanner value{job_.limits.json_depth};
    value.restart(at);
    const bool is_scalar = all[at] != '{' && all[at] != '[';
    if (!is_scalar && value.next(all) != Stop::value_end) return false;
    const std::size_t end = is_scalar ? scalar_end(all, at) : value.at();
    if (end == kNowhere) return false;
    context = all.substr(at, end - at);
    at = end;
    if (!take(',')) return false;
  }
  if (context.empty() || !is_utf8(context)) return false;  // one may follow, or a repair
  JsonText work{context};
  JsonArena arena;
  const JsonReader::Result read = read_json(work, arena, job_.limits.json_depth);
  if (!read.problem.code.empty()) return false;
  const ContextEnvironment environment{.contexts = *source_->contexts,
                                       .settings = job_.settings,
                                       .limits = job_.limits,
                                       .document_base = source_->base,
                                       .named_by = source_->named_by};
  ContextReader reader{environment};
  active_ = reader.process(source_->start,
                           {.value = read.value, .base_url = source_->base.text()});
  in_graph_ = true;
  pass(at + 1);
  scanner_.restart(0);
  mode_ = Mode::items;
  return true;
}

Piece JsonLdSplitter::cut(std::size_t size, JsonLdPiece::Form form) {
  auto context = std::make_shared<JsonLdPiece>();
  context->form = form;
  context->source = source_;
  context->active = active_;
  Piece piece{.text = {.bytes = text().substr(0, size),
                       .owner = buffer_,
                       .offset = offset_,
                       .first_line = line_},
              .context = std::move(context),
              .sequence = next_sequence_++};
  buffer_is_shared_ = true;
  pass(size);
  return piece;
}

void JsonLdSplitter::pass(std::size_t size) {
  line_ += static_cast<std::uint64_t>(std::ranges::count(text().substr(0, size), '\n'));
  offset_ += size;
  start_ += size;
  scanner_.forget(std::min(size, scanner_.at()));
  boundary_ = 0;
}

bool JsonLdSplitter::fill() {
  if (ended_) return false;
  try {
    read_block();
  } catch (const DocumentError&) {
    failure_ = std::current_exception();
    ended_ = true;
  }
  return !ended_;
}

void JsonLdSplitter::read_block() {
  const Block block = job_.bytes.read();
  if (buffer_is_shared_) {
    buffer_ = std::make_shared<std::string>(text());
    buffer_is_shared_ = false;
  } else {
    buffer_->erase(0, start_);
  }
  start_ = 0;
  if (block.empty()) {
    ended_ = true;
    decoder_.finish(*buffer_);
  } else {
    if (buffer_->capacity() - buffer_->size() < block.bytes.size()) {
      // What has come so far gets all the room it may take: doubling would hold it twice.
      const std::size_t most = job_.limits.literal_bytes + 2 * kBlockBytes;
      const std::size_t wanted = buffer_->size() + 2 * kBlockBytes;
      const bool is_long = buffer_->size() > kLargeBytes && wanted < most;
      buffer_->reserve(is_long ? most : std::max(2 * buffer_->capacity(), wanted));
    }
    decoder_.add(block.bytes, *buffer_);
  }
  if (!told_encoding_ && decoder_.found() != JsonDecoder::Found::open) tell_encoding();
}

void JsonLdSplitter::tell_encoding() {
  told_encoding_ = true;
  switch (decoder_.found()) {
    case JsonDecoder::Found::byte_order_mark:
      tell("json.bom", "a byte order mark stands before the JSON (RFC 8259 §8.1)");
      break;
    case JsonDecoder::Found::utf16:
      tell("json.encoding", "the document is UTF-16; JSON is UTF-8 (RFC 8259 §8.1)");
      break;
    case JsonDecoder::Found::utf32:
      refuse("json.encoding",
             "the document looks like UTF-32; JSON is UTF-8 (RFC 8259 §8.1)");
    case JsonDecoder::Found::open:
    case JsonDecoder::Found::plain:
      break;
  }
}

void JsonLdSplitter::tell(std::string_view code, std::string_view message) {
  if (job_.settings.strictness == Strictness::strict)
    throw DocumentError{std::string{code}, std::string{message}};
  job_.diagnostics.report({.code = code,
                           .message = std::string{message},
                           .line = 1,
                           .statement = {},
                           .skipped = false});
}

void JsonLdSplitter::refuse(std::string code, std::string_view why) const {
  throw DocumentError{
      std::move(code),
      fmt::format("line {}: {}; the rest of the document cannot be read", line_, why)};
}

std::unique_ptr<Splitter> make_jsonld_splitter(const SplitJob& job) {
  return std::make_unique<JsonLdSplitter>(job, JsonLdSplitter::Sizes{});
}

}  // namespace semsite
