#include "markup/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using ByteSet = std::array<bool, 256>;

constexpr ByteSet set_of(std::string_view bytes) {
  ByteSet out{};
  for (const char byte : bytes) out[static_cast<unsigned char>(byte)] = true;
  return out;
}

// What ends a run of a field's text.
constexpr ByteSet kQuotedEnds = set_of("\"\n");
constexpr ByteSet kCsvEnds = set_of(",\n\r");
constexpr ByteSet kTsvEnds = set_of("\t\n\r");

}  // namespace

TableReader::TableReader(ByteSource& bytes, TableForm form, std::uint64_t most_row_bytes)
    : bytes_(bytes),
      most_row_bytes_(most_row_bytes),
      separator_(form == TableForm::csv ? ',' : '\t'),
      has_quotes_(form == TableForm::csv) {}

bool TableReader::fill() {
  block_ = bytes_.read();
  rest_ = block_.bytes;
  if (mark_bytes_ < kUtf8ByteOrderMark.size()) pass_mark();
  return !block_.empty();
}

/// A source may give single bytes, so a part of the mark may be all that is there.
void TableReader::pass_mark() {
  while (mark_bytes_ < kUtf8ByteOrderMark.size() && !rest_.empty() &&
         rest_.front() == kUtf8ByteOrderMark[mark_bytes_]) {
    ++mark_bytes_;
    rest_.remove_prefix(1);
  }
  if (mark_bytes_ == kUtf8ByteOrderMark.size() || (rest_.empty() && !block_.empty()))
    return;
  // Something else that begins like it.
  text_ += kUtf8ByteOrderMark.substr(0, mark_bytes_);
  if (mark_bytes_ > 0) place_ = Place::plain;
  mark_bytes_ = kUtf8ByteOrderMark.size();
}

bool TableReader::next() {
  text_.clear();
  ends_.clear();
  place_ = Place::field_start;
  is_malformed_ = false;
  row_line_ = line_;
  bool is_begun = false;
  for (;;) {
    if (rest_.empty()) {
      if (fill()) continue;
      if (place_ == Place::quoted)
        throw DocumentError{"table.open-quote",
                            fmt::format("the row that begins in line {} ends inside a "
                                        "quote (RFC 4180 §2.5)",
                                        row_line_)};
      if (!is_begun && text_.empty()) return false;
      finish_row();
      return true;
    }
    const char c = rest_.front();
    if (behind_cr_) {
      behind_cr_ = false;
      if (c == '\n') {
        rest_.remove_prefix(1);
        continue;
      }
    }
    is_begun = true;
    rest_.remove_prefix(1);
    if (take(c)) {
      finish_row();
      return true;
    }
    take_run();
    if (text_.size() + ends_.size() > most_row_bytes_)
      throw DocumentError{
          "table.too-long",
          fmt::format("the row that begins in line {} is longer than {} (--max-line)",
                      row_line_, human_bytes(most_row_bytes_))};
  }
}

// record = field *(COMMA field) ; field = (escaped / non-escaped)   (RFC 4180 §2)
bool TableReader::take(char c) {
  if (place_ == Place::quoted) {
    if (c == '"') {
      place_ = Place::behind_quote;
    } else {
      line_ += c == '\n' ? 1 : 0;
      text_ += c;
    }
    return false;
  }
  if (c == separator_) {
    ends_.push_back(text_.size());
    place_ = Place::field_start;
    return false;
  }
  if (c == '\n' || c == '\r') {
    behind_cr_ = c == '\r';
    ++line_;
    return true;
  }
  if (c == '"' && has_quotes_ && place_ == Place::field_start) {
    place_ = Place::quoted;
    return false;
  }
  if (place_ == Place::behind_quote) {
    if (c == '"') {
      place_ = Place::quoted;
    } else {
      is_malformed_ = true;
      place_ = Place::plain;
    }
  } else {
    place_ = Place::plain;
  }
  text_ += c;
  return false;
}

/// What follows of the field up to the next byte that means something.
void TableReader::take_run() {
  if (place_ != Place::plain && place_ != Place::quoted) return;
  const ByteSet& ends = place_ == Place::quoted ? kQuotedEnds
                        : separator_ == ','     ? kCsvEnds
                                                : kTsvEnds;
  std::size_t size = 0;
  while (size < rest_.size() && !ends[static_cast<unsigned char>(rest_[size])]) ++size;
  const std::string_view run = rest_.substr(0, size);
  text_ += run;
  rest_.remove_prefix(run.size());
}

void TableReader::finish_row() {
  ends_.push_back(text_.size());
  fields_.clear();
  std::size_t begin = 0;
  for (const std::size_t end : ends_) {
    fields_.push_back(std::string_view{text_}.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace semsite
