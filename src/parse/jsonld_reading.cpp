#include "parse/jsonld_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/counts.hpp"
#include "base/large_turn.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "parse/json_scanner.hpp"
#include "rdf/page_meter.hpp"

namespace semsite {
namespace {

/// How often the text may be gone over for repairs, and a little for small ones.
constexpr std::size_t kRepairsPerByte = 8;
constexpr std::size_t kRepairBytes = 4096;
constexpr char kRecordSeparator = '\x1E';  // RFC 7464

bool is_gap(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == kRecordSeparator;
}

/// A script of a page, or a document that is one.
bool is_of_page(const JsonLdReadJob& job) {
  return job.place == JsonPlace::page || job.batch.document().meter != nullptr;
}

/// Ends the page, not only the document at hand.
bool ends_page(const DocumentError& error, const QuadBatch& batch) {
  return batch.document().meter != nullptr &&
         dynamic_cast<const PageLimit*>(&error) != nullptr;
}

/// What may be made of a document of a dump, or of one part of it, while it is read: so
/// many times what one statement may have, 256 MiB unless the user says otherwise.
constexpr std::uint64_t kDataRoomTimes = 4;

HeldMeter meter_of_data(const JsonLdReadJob& job) {
  HeldMeter meter{job.limits, job.text.size()};
  meter.room() = PageRoom{std::max(kDataRoomTimes * job.limits.literal_bytes, 64 * kMiB)};
  return meter;
}

std::string with_replacements(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const std::size_t good = valid_utf8_prefix(text);
    out += text.substr(0, good);
    text.remove_prefix(good);
    if (text.empty()) break;
    out += "\xEF\xBF\xBD";
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace

JsonLdReading::JsonLdReading(const JsonLdReadJob& job, const JsonLdSource& source,
                             ContextPtr active, BlankLabels labels)
    : batch_(job.batch),
      diagnostics_(job.diagnostics),
      settings_(job.settings),
      place_(job.place),
      first_line_(job.first_line),
      text_(job.text),
      repair_work_(kRepairsPerByte * job.text.size() + kRepairBytes),
      environment_{.contexts = *source.contexts,
                   .settings = job.settings,
                   .limits = job.limits,
                   .document_base = source.base,
                   .named_by = source.named_by},
      active_(std::move(active)),
      views_(environment_, job.batch,
             is_of_page(job) ? HeldMeter{job.limits, room_beside(job.tree_bytes)}
                             : meter_of_data(job)),
      work_((check_encoding(job), text_)),
      reader_(json_, job.limits.json_depth),
      expander_(views_, tree_, job.diagnostics),
      labels_(labels),
      emitter_(job.batch, job.diagnostics, job.settings, labels_, views_.meter()) {
  batch_.share({.owner = work_.owner()});
}

void JsonLdReading::check_encoding(const JsonLdReadJob& job) {
  const std::size_t good = valid_utf8_prefix(job.text);
  if (good == job.text.size()) return;
  const std::uint64_t line = line_at(good);
  if (settings_.strictness == Strictness::strict)
    throw DocumentError{
        "json.bad-utf8",
        fmt::format("line {}: a byte is not UTF-8 (RFC 8259 §8.1)", line)};
  diagnostics_.report({.code = "json.bad-utf8",
                       .message =
                           "bytes that are not UTF-8 were read as U+FFFD: what they "
                           "said is lost",
                       .line = line,
                       .statement = {}});
  repaired_encoding_ = with_replacements(job.text);
  text_ = repaired_encoding_;
}

std::uint64_t JsonLdReading::line_at(std::size_t offset) const {
  // Documents come in order: count on from the one before.
  if (offset < counted_to_) {
    counted_to_ = 0;
    counted_lines_ = 0;
    line_start_ = 0;
  }
  const std::string_view more = text_.substr(counted_to_, offset - counted_to_);
  counted_lines_ += count_line_feeds(more);
  if (const std::size_t last = more.rfind('\n'); last != std::string_view::npos)
    line_start_ = counted_to_ + last + 1;
  counted_to_ = offset;
  return first_line_ + counted_lines_;
}

namespace {

/// RapidJSON ends its messages with one.
std::string_view without_full_stop(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  return text;
}

}  // namespace

DocumentError JsonLdReading::error_of(const JsonProblem& problem) const {
  const std::size_t offset = std::min(problem.offset, text_.size());
  const std::uint64_t line = line_at(offset);
  const std::string here = excerpt(text_.substr(offset, 60), 40);
  const std::string near_here =
      here.empty() ? ", at the end of the text" : fmt::format(", near \"{}\"", here);
  return DocumentError{
      std::string{problem.code},
      fmt::format("line {}, column {}: {}{}", line, offset - line_start_ + 1,
                  without_full_stop(problem.message), near_here)};
}

std::size_t JsonLdReading::next_value(std::size_t at) const {
  while (at < text_.size() && is_gap(text_[at])) ++at;
  return at;
}

/// Behind the value at `at` as its brackets tell, with or without good JSON inside.
std::size_t JsonLdReading::value_end(std::size_t at) const {
  JsonScanner scanner{std::numeric_limits<std::uint32_t>::max()};
  scanner.restart(at);
  const JsonScanner::Stop stop = scanner.next(text_);
  if (stop == JsonScanner::Stop::end_of_text) return text_.size();
  return scanner.at() == at ? at + 1 : scanner.at();
}

/// Behind the line of the value at `at`, if it looks like one document a line.
std::size_t JsonLdReading::line_end_of_value(std::size_t at) {
  if (line_end_ == 0 || line_end_ < at) {
    line_end_ = std::min(text_.find('\n', at), text_.size());
    const std::size_t next = next_value(line_end_);
    is_line_ = line_end_ < text_.size() &&
               (next == text_.size() ||
                (text_[next - 1] == '\n' && (text_[next] == '{' || text_[next] == '[')));
  }
  return is_line_ ? line_end_ : at;
}

bool JsonLdReading::may_repair(std::size_t size) {
  const bool may = settings_.strictness == Strictness::lenient && size <= repair_work_;
  if (may) repair_work_ -= size;
  return may;
}

std::optional<JsonLdReading::Found> JsonLdReading::read_repaired(std::size_t at,
                                                                 std::size_t end) {
  const RepairedJson repaired = repair_json(text_.substr(at, end - at), place_);
  if (repaired.repairs.empty()) return std::nullopt;
  JsonText work{repaired.text};
  const JsonReader::Result read = reader_.read(work, 0);
  if (!read.problem.code.empty()) return std::nullopt;
  const std::string_view rest = std::string_view{repaired.text}.substr(read.end);
  if (!std::ranges::all_of(rest, is_gap)) return std::nullopt;
  batch_.share({.owner = work.owner()});
  report_repairs(repaired, at);
  return found(read, end);
}

void JsonLdReading::report_repairs(const RepairedJson& repaired, std::size_t at) {
  for (const JsonRepair& repair : repaired.repairs)
    diagnostics_.report(
        {.code = repair.code,
         .message =
             repair.count == 1
                 ? fmt::format("{} was repaired (--strict refuses it)", repair.what)
                 : fmt::format("{} was repaired, {} times in this document "
                               "(--strict refuses it)",
                               repair.what, grouped(repair.count)),
         .line = line_at(std::min(at + repair.first, text_.size())),
         .statement = {},
         .skipped = false});
}

void JsonLdReading::note(std::string_view code, const std::string& message) {
  diagnostics_.report({.code = code,
                       .message = message,
                       .line = document_line_,
                       .statement = {},
                       .skipped = false});
}

/// A good value, up to `end` of the text.
JsonLdReading::Found JsonLdReading::found(const JsonReader::Result& read,
                                          std::size_t end) {
  if (read.repeated > 0)
    note("json.repeated-name",
         fmt::format("{} of an object {} the name of a later one, which alone counts "
                     "(\"{}\"; in JSON-LD the names of an object are unique)",
                     count_of(read.repeated, "member"),
                     read.repeated == 1 ? "has" : "have",
                     excerpt(read.repeated_name, 40)));
  return {.value = read.value, .end = end};
}

JsonLdReading::Found JsonLdReading::read_value(std::size_t at, JsonLdPiece::Form form) {
  const JsonReader::Result read = reader_.read(work_, at);
  const bool is_only = form == JsonLdPiece::Form::whole && next_value(0) == at;
  if (read.problem.code.empty()) {
    // Semicolons and comments behind a document are repaired with it.
    const std::size_t next = next_value(read.end);
    const bool is_followed = next == text_.size() || text_[next] == '{' ||
                             text_[next] == '[' ||
                             (form == JsonLdPiece::Form::items && text_[next] == ',');
    const bool may_be_more = is_only && !is_followed;
    if (may_be_more && settings_.strictness != Strictness::strict)
      if (const auto repaired = read_repaired(at, text_.size())) return *repaired;
    return found(read, read.end);
  }
  const std::size_t rest = text_.size() - at;
  const std::size_t line_end =
      form == JsonLdPiece::Form::items ? at : line_end_of_value(at);
  const bool may_be_mended = read.problem.code != "json.too-deep";
  if (is_only && may_be_mended && may_repair(rest))
    if (const auto found = read_repaired(at, text_.size())) return *found;
  if (line_end > at && may_be_mended && may_repair(line_end - at))
    if (const auto found = read_repaired(at, line_end)) return *found;
  if (line_end > at && read.problem.offset <= line_end)
    return {.end = line_end, .problem = read.problem};
  if (!may_repair(rest)) return {.end = text_.size(), .problem = read.problem};
  const std::size_t bracket_end = value_end(at);
  repair_work_ += rest - (bracket_end - at);  // no more than that was gone over
  if (may_be_mended && may_repair(bracket_end - at))
    if (const auto found = read_repaired(at, bracket_end)) return *found;
  return {.end = bracket_end, .problem = read.problem};
}

void JsonLdReading::begin(std::size_t at) {
  json_.clear();
  tree_.clear();
  views_.begin_document();
  document_line_ = line_at(at);
  emitter_.set_line(document_line_);
}

namespace {

bool is_context_alone(JsonValue document) {
  return document.is_object() && document.members().size() == 1 &&
         document.find("@context") != nullptr;
}

}  // namespace

void JsonLdReading::add_document(JsonValue document) {
  if (!document.is_object() && !document.is_array())
    note("jsonld.no-document",
         "a text, number or word alone says nothing: a JSON-LD document is an object or "
         "an array (JSON-LD 1.1 §9)");
  if (text_.size() > kLargeBytes && add_in_items(document)) return;
  const std::size_t before = batch_.size();
  try {
    emitter_.emit(expander_.expand_document(views_.of(active_), document));
  } catch (const DocumentError& error) {
    batch_.truncate(before);
    // A context that is published for others: it has no data that could be lost. What a
    // bound of ours keeps from being read is not known to be one.
    if (settings_.strictness == Strictness::strict || ends_page(error, batch_) ||
        !error.code().starts_with("jsonld.") || !is_context_alone(document))
      throw;
    note(error.code(), error.what());
  }
}

/// Reads a document item by item, as JsonLdSplitter would, if it has that form though not
/// in that order: of its expanded tree no more than one item is held then.
bool JsonLdReading::add_in_items(JsonValue document) {
  std::span<const JsonValue> items = document.items();
  ContextView* view = &views_.of(active_);
  if (!document.is_array()) {
    const JsonValue* const context = document.find("@context");
    const JsonValue* const graph = document.find("@graph");
    const std::size_t others = document.members().size() - (context != nullptr ? 1U : 0U);
    if (graph == nullptr || !graph->is_array() || others != 1) return false;
    if (context != nullptr) view = &view->with(*context);
    items = graph->items();
  }
  for (const JsonValue& item : items) {
    tree_.clear();
    views_.begin_document();
    try {
      add_item(*view, item);
    } catch (const DocumentError& error) {
      if (ends_page(error, batch_)) throw;
      fail(error, 0, text_.size());
    }
  }
  return true;
}

void JsonLdReading::add_item(ContextView& view, JsonValue item) {
  const std::size_t before = batch_.size();
  try {
    emitter_.emit(expander_.expand_graph_item(view, item));
  } catch (const DocumentError&) {
    batch_.truncate(before);
    throw;
  }
}

void JsonLdReading::fail(const DocumentError& error, std::size_t begin, std::size_t end) {
  if (settings_.strictness == Strictness::strict) throw error;
  report(error, begin, end);
}

void JsonLdReading::report(const DocumentError& error, std::size_t begin,
                           std::size_t end) {
  constexpr std::size_t kMostShown = 1024;
  const std::size_t size = std::min({end - begin, kMostShown, text_.size() - begin});
  diagnostics_.report({.code = error.code(),
                       .message = error.what(),
                       .line = document_line_,
                       .column = 1,
                       .statement = text_.substr(begin, size)});
}

void JsonLdReading::read_only() {
  begin(0);
  const Found found = read_value(next_value(0), JsonLdPiece::Form::whole);
  if (!found.problem.code.empty()) throw error_of(found.problem);
  const std::size_t rest = next_value(found.end);
  if (rest < text_.size())
    throw error_of({.code = "json.syntax",
                    .message = "this is no JSON: text follows the document's end",
                    .offset = rest});
  add_document(found.value);
}

ItemList JsonLdReading::expand_only() {
  begin(0);
  const Found found = read_value(next_value(0), JsonLdPiece::Form::whole);
  if (!found.problem.code.empty()) throw error_of(found.problem);
  if (const std::size_t rest = next_value(found.end); rest < text_.size())
    throw error_of({.code = "json.syntax",
                    .message = "this is no JSON: text follows the document's end",
                    .offset = rest});
  return expander_.expand_document(views_.of(active_), found.value);
}

void JsonLdReading::read_documents(JsonLdPiece::Form form) {
  std::size_t at = next_value(0);
  if (at == text_.size() && form != JsonLdPiece::Form::whole) return;
  bool is_first = form == JsonLdPiece::Form::whole;
  do {
    begin(at);
    const Found found = read_value(at, form);
    const std::size_t next = next_value(found.end);
    const bool is_only = is_first && next == text_.size();
    is_first = false;
    try {
      if (!found.problem.code.empty()) throw error_of(found.problem);
      add_document(found.value);
    } catch (const DocumentError& error) {
      if (is_only || ends_page(error, batch_)) throw;
      fail(error, at, found.end);
    }
    at = next;
  } while (at < text_.size());
}

void JsonLdReading::read_items() {
  for (std::size_t at = next_value(0); at < text_.size();) {
    begin(at);
    const Found found = read_value(at, JsonLdPiece::Form::items);
    try {
      if (!found.problem.code.empty()) throw error_of(found.problem);
      add_item(views_.of(active_), found.value);
    } catch (const DocumentError& error) {
      if (ends_page(error, batch_)) throw;
      fail(error, at, found.end);
    }
    at = next_value(found.end);
    if (at < text_.size() && text_[at] == ',') at = next_value(at + 1);
  }
}

}  // namespace semsite
