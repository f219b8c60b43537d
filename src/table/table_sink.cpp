#include "table/table_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/counts.hpp"
#include "base/json_writer.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"
#include "sink/term_parts.hpp"

namespace semsite {
namespace {

// A record: the subject, a tab, and nothing if the subject is of the class; or the
// subject, a tab, the predicate, a tab, a letter and the value. All as in N-Quads, where
// tabs are escaped; the mark of the class is the first of its subject.
constexpr char kSeparator = '\t';

/// The letters that say whether the value is escaped text.
constexpr char kName = 'n';
constexpr char kText = 't';

/// The text between the quotes of a canonical literal.
std::string_view between_quotes(std::string_view literal) {
  return literal.substr(1, literal.rfind('"') - 1);
}

std::string unescaped(std::string_view text) {
  std::string out;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    if (*at != '\\' || end - at < 2) {
      out += *at++;
      continue;
    }
    if (const char plain = decode_echar(at[1]); plain != '\0') {
      out += plain;
      at += 2;
      continue;
    }
    const Utf8Char coded = decode_uchar(at, end);
    if (coded.length == 0) {
      out += *at++;
      continue;
    }
    append_utf8(out, coded.code_point);
    at += coded.length;
  }
  return out;
}

/// Takes what is before the next separator off `rest`.
std::string_view cut(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(kSeparator), rest.size());
  const std::string_view out = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return out;
}

}  // namespace

void append_joined(std::string& out, std::string_view value) {
  for (const char c : value) {
    if (c == '|' || c == '\\') out += '\\';
    out += c;
  }
}

/// One subject with the values of each column.
struct TableSink::Row {
  std::string_view subject;
  std::vector<std::vector<std::string>> values;
};

TableSink::TableSink(TableRules rules, RowForm form, const TemporaryFiles& files,
                     std::size_t memory_bytes, OutputFile& output)
    : rules_(std::move(rules)),
      form_(form),
      memory_bytes_(memory_bytes),
      output_(output),
      sorter_(files, "table", memory_bytes / 2) {
  for (const PredicateColumn& column : rules_.columns)
    places_.emplace(column.iri, places_.size());
}

void TableSink::write(const QuadBatch& batch) {
  const std::string_view scope = batch.document().scope;
  std::vector<std::string> records;
  std::string label, value;
  for (const Quad& quad : batch.quads()) {
    const bool is_of_class =
        !rules_.subject_class.empty() && quad.predicate.value == kRdfType &&
        quad.object.kind == TermKind::iri && quad.object.value == rules_.subject_class;
    const bool is_column =
        rules_.columns.empty() || places_.contains(quad.predicate.value);
    if (!is_of_class && !is_column) continue;
    std::string record{parts_of(quad.subject, scope, label).value};
    record += kSeparator;
    if (is_of_class) records.push_back(record);
    if (!is_column) continue;
    record += parts_of(quad.predicate, scope, label).value;
    record += kSeparator;
    const TermParts object = parts_of(quad.object, scope, label);
    if (object.type == TermParts::Type::literal) {
      value.clear();
      append_term(value, {.value = object.value, .kind = TermKind::literal}, scope);
      record += kText;
      record += between_quotes(value);
    } else {
      record += kName;
      record += object.value;
    }
    records.push_back(std::move(record));
  }
  const MutexLock lock{mutex_};
  for (const std::string& record : records) sorter_.add(record);
}

/// When all batches are there: nothing else uses the sorter then.
RunMerge TableSink::merge() {
  const MutexLock lock{mutex_};
  return sorter_.merge();
}

void TableSink::end_document(const Document&) {}

/// Calls `take` for each row, which holds until it returns.
void TableSink::for_each_row(const std::function<void(const Row&)>& take) {
  RunMerge records = merge();
  std::string subject;
  Row row;
  row.values.resize(rules_.columns.size());
  bool is_open = false, is_row = false;
  std::size_t bytes = 0;
  const auto end = [&] {
    if (is_open && is_row) {
      row.subject = subject;
      take(row);
    }
    for (auto& column : row.values) column.clear();
    bytes = 0;
  };
  while (records.next()) {
    if (step_) step_();
    std::string_view rest = records.record();
    const std::string_view whose = cut(rest);
    if (!is_open || whose != subject) {
      end();
      subject = whose;
      is_open = true;
      is_row = rules_.subject_class.empty();
    }
    if (rest.empty()) is_row = true;
    if (!is_row || rest.empty()) continue;
    const auto place = places_.find(cut(rest));
    if (place == places_.end()) continue;
    std::string value =
        rest.front() == kText ? unescaped(rest.substr(1)) : std::string{rest.substr(1)};
    bytes += value.size() + sizeof(std::string);
    if (bytes > memory_bytes_ / kRowShare)
      throw RunError{fmt::format(
          "the row of {} takes more than a quarter of --memory ({} bytes): give more, or "
          "leave a column out",
          subject, memory_bytes_)};
    row.values[place->second].push_back(std::move(value));
  }
  end();
}

void TableSink::find_columns() {
  if (!rules_.columns.empty()) return;
  RunMerge records = merge();
  std::set<std::string, std::less<>> found;
  std::string subject;
  bool is_row = rules_.subject_class.empty();
  while (records.next()) {
    if (step_) step_();
    std::string_view rest = records.record();
    const std::string_view whose = cut(rest);
    if (whose != subject) {
      subject = whose;
      is_row = rules_.subject_class.empty();
    }
    if (rest.empty()) is_row = true;
    if (!is_row || rest.empty()) continue;
    const std::string_view predicate = cut(rest);
    if (found.find(predicate) == found.end()) found.emplace(predicate);
    if (found.size() > kMostColumns)
      throw RunError{fmt::format(
          "a table of more than {} columns: name those that are wanted with --predicates",
          kMostColumns)};
  }
  for (const std::string& iri : found) {
    places_.emplace(iri, places_.size());
    rules_.columns.push_back({.name = iri, .iri = iri});
  }
}

void TableSink::finish() {
  find_columns();
  is_filled_.resize(rules_.columns.size());
  write_head();
  for_each_row([this](const Row& row) {
    for (std::size_t i = 0; i < row.values.size(); ++i)
      if (!row.values[i].empty()) is_filled_[i] = true;
    write_row(row);
  });
}

std::vector<std::string> TableSink::unfound() const {
  std::vector<std::string> out;
  if (rows_ == 0 && !rules_.subject_class.empty())
    out.push_back(fmt::format("no entity is of the class <{}>", rules_.subject_class));
  if (!out.empty()) return out;
  for (std::size_t i = 0; i < is_filled_.size(); ++i)
    if (!is_filled_[i])
      out.push_back(fmt::format("no row has a value of <{}>", rules_.columns[i].iri));
  return out;
}

void TableSink::write_head() {
  if (form_ == RowForm::ndjson) return;
  const Separated form = form_ == RowForm::csv ? Separated::csv : Separated::tsv;
  std::string head = "subject";
  for (const PredicateColumn& column : rules_.columns) {
    head += field_separator(form);
    append_field(head, column.name, form);
  }
  head += record_end(form);
  output_.append(head);
}

void TableSink::write_row(const Row& row) {
  std::vector<std::string> cells(row.values.size());
  std::vector<bool> is_there(row.values.size());
  if (rules_.many == ManyValues::join) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      for (const std::string& value : row.values[i]) {
        if (is_there[i]) cells[i] += '|';
        append_joined(cells[i], value);
        is_there[i] = true;
      }
    }
    write_record(row.subject, cells, is_there);
    return;
  }
  std::size_t most = 1;
  for (const auto& values : row.values) most = std::max(most, values.size());
  for (std::size_t k = 0; k < most; ++k) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      is_there[i] = k < row.values[i].size();
      cells[i] = is_there[i] ? row.values[i][k] : std::string{};
    }
    write_record(row.subject, cells, is_there);
  }
}

void TableSink::write_record(std::string_view subject,
                             const std::vector<std::string>& cells,
                             const std::vector<bool>& is_there) {
  ++rows_;
  if (form_ == RowForm::ndjson) {
    JsonWriter json;
    json.object().member("subject", subject);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (is_there[i]) json.member(rules_.columns[i].name, cells[i]);
    json.end();
    output_.append(json.text() + '\n');
    return;
  }
  const Separated form = form_ == RowForm::csv ? Separated::csv : Separated::tsv;
  std::string record;
  append_field(record, subject, form);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    record += field_separator(form);
    append_field(record, cells[i], form,
                 is_there[i] ? EmptyField::text : EmptyField::nothing);
  }
  record += record_end(form);
  output_.append(record);
}

}  // namespace semsite
