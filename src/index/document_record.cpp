#include "index/document_record.hpp"

#include <libpsl.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/ascii.hpp"
#include "base/date.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "index/byte_code.hpp"
#include "index/statement_text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {
namespace {

constexpr std::array<std::string_view, 13> kTitles{
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://purl.org/dc/elements/1.1/title",
    "http://purl.org/dc/terms/title",
    "http://xmlns.com/foaf/0.1/name",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2004/02/skos/core#altLabel",
    "http://schema.org/name",
    "https://schema.org/name",
    "http://schema.org/headline",
    "https://schema.org/headline",
    "http://ogp.me/ns#title",
    "http://purl.org/rss/1.0/title",
    "http://www.w3.org/2006/vcard/ns#fn",
};

constexpr std::array<std::string_view, 4> kModified{
    "http://purl.org/dc/terms/modified",
    "http://schema.org/dateModified",
    "https://schema.org/dateModified",
    "http://vocab.sindice.net/any23#date",
};

using Counts =
    std::unordered_map<std::string_view, std::uint64_t, KeyedHash, std::equal_to<>>;

/// The most frequent first, then by IRI.
std::vector<TermCount> listed(const Counts& counts, std::size_t most,
                              std::uint64_t& unlisted) {
  std::vector<TermCount> out;
  out.reserve(counts.size());
  for (const auto& [iri, count] : counts) out.push_back({std::string{iri}, count});
  std::ranges::sort(out, [](const TermCount& a, const TermCount& b) {
    return a.count != b.count ? a.count > b.count : a.iri < b.iri;
  });
  if (out.size() > most) {
    unlisted += out.size() - most;
    out.resize(most);
  }
  return out;
}

/// Cut to a length in bytes, not within a character.
std::string cut_text(std::string_view text, std::size_t most) {
  if (text.size() > most) {
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
    text = text.substr(0, most);
  }
  return std::string{text};
}

bool has_title(const std::vector<DocumentTitle>& titles, const DocumentTitle& wanted) {
  return std::ranges::any_of(titles, [&](const DocumentTitle& one) {
    return one.value == wanted.value &&
           equal_ignoring_case(one.language, wanted.language);
  });
}

/// What one document says, gathered line by line.
class Gathering {
 public:
  Gathering(const DocumentText& text, const RecordLimits& limits)
      : url_(text.url), limits_(limits) {}

  void add(const StatementText& line) {
    const std::string_view predicate = iri_in(line.predicate);
    ++properties_[predicate];
    if (predicate == kRdfType && is_iri_text(line.object))
      ++classes_[iri_in(line.object)];
    if (!is_literal_text(line.object)) return;
    const LiteralText literal = cut_literal(line.object);
    if (!literal.language.empty()) {
      const std::string_view primary =
          literal.language.substr(0, literal.language.find('-'));
      if (primary != last_language_) {
        last_language_ = primary;
        languages_.insert(lower_ascii(primary));
      }
    }
    if (is_title_property(predicate)) add_title(line.subject, literal);
    if (is_own(line.subject) &&
        std::ranges::find(kModified, predicate) != kModified.end())
      if (const auto when = parse_w3c_time(literal.lexical))
        lastmod_ = std::max(lastmod_.value_or(when->begin), when->begin);
  }

  void put_into(DocumentRecord& out) {
    out.lastmod = lastmod_;
    out.titles = std::move(own_titles_);
    for (DocumentTitle& title : titles_) {
      if (has_title(out.titles, title)) continue;
      if (out.titles.size() < limits_.titles) {
        out.titles.push_back(std::move(title));
      } else {
        ++unlisted_;
      }
    }
    out.classes = listed(classes_, limits_.terms, unlisted_);
    out.properties = listed(properties_, limits_.terms, unlisted_);
    out.languages.assign(languages_.begin(), languages_.end());
    out.unlisted = unlisted_;
  }

 private:
  /// Is it the document, or what it is about by its URL?
  [[nodiscard]] bool is_own(std::string_view subject) const {
    return without_fragment(iri_in(subject)) == without_fragment(url_);
  }

  void add_title(std::string_view subject, const LiteralText& literal) {
    std::vector<DocumentTitle>& titles = is_own(subject) ? own_titles_ : titles_;
    if (titles.size() >= limits_.titles) {
      ++unlisted_;
      return;
    }
    DocumentTitle title{.value = cut_text(trim(decode_escapes(literal.lexical, room_)),
                                          limits_.title_bytes),
                        .language = std::string{language_of(literal.language)}};
    if (!title.value.empty() && !has_title(titles, title))
      titles.push_back(std::move(title));
  }

  const std::string& url_;
  const RecordLimits& limits_;
  Counts properties_, classes_;
  std::vector<DocumentTitle> own_titles_, titles_;
  std::set<std::string> languages_;
  std::string_view last_language_;
  std::optional<std::int64_t> lastmod_;
  std::uint64_t unlisted_ = 0;
  std::string room_;
};

}  // namespace

bool is_title_property(std::string_view predicate) {
  return std::ranges::find(kTitles, predicate) != kTitles.end();
}

std::string dataset_of(const std::string& url) {
  std::string host = host_of(url);
  if (host.empty()) {
    const std::size_t end = url.find_last_of(":/#");
    return end == std::string::npos ? url : url.substr(0, end);
  }
  const char* const domain = ::psl_registrable_domain(::psl_builtin(), host.c_str());
  if (domain != nullptr &&
      split(host, '.').back().find_first_not_of("0123456789") != std::string_view::npos)
    return domain;
  return host;
}

DocumentRecord make_record(DocumentText text, const RecordFacts& facts) {
  DocumentRecord out;
  out.text = std::move(text);
  out.dataset = facts.dataset.empty() ? dataset_of(out.text.url) : facts.dataset;
  out.updated = facts.updated;
  Gathering gathering{out.text, facts.limits};
  each_line(out.text.statements,
            [&](std::string_view line) { gathering.add(cut_statement(line)); });
  gathering.put_into(out);
  return out;
}

namespace {

/// The checksum as 32 bytes instead of 64 digits.
std::string bytes_of_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(hex_value(hex[i]) * 16 + hex_value(hex[i + 1]));
  return out;
}

std::string hex_of_bytes(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "0123456789abcdef"[byte >> 4U];
    out += "0123456789abcdef"[byte & 15U];
  }
  return out;
}

void put_texts(std::string& out, const std::vector<std::string>& texts) {
  put_number(out, texts.size());
  for (const std::string& text : texts) put_text(out, text);
}
std::vector<std::string> read_texts(ByteReader& in) {
  std::vector<std::string> out;
  for (std::uint64_t left = in.number(); left > 0; --left) out.emplace_back(in.text());
  return out;
}

void put_counts(std::string& out, const std::vector<TermCount>& counts) {
  put_number(out, counts.size());
  for (const TermCount& one : counts) {
    put_text(out, one.iri);
    put_number(out, one.count);
  }
}
std::vector<TermCount> read_counts(ByteReader& in) {
  std::vector<TermCount> out;
  for (std::uint64_t left = in.number(); left > 0; --left) {
    std::string iri{in.text()};
    out.push_back({std::move(iri), in.number()});
  }
  return out;
}

ByteReader document_at(std::string_view bytes, std::uint32_t index) {
  ByteReader all{bytes};
  for (; index > 0; --index) static_cast<void>(all.text());
  return ByteReader{all.text()};
}

}  // namespace

void append_stored(std::string& out, const DocumentRecord& record, std::uint64_t at) {
  const DocumentText& text = record.text;
  std::string one;
  put_text(one, bytes_of_hex(text.checksum));
  put_number(one, at);
  put_number(one, text.statements.size());
  put_text(one, text.url);
  put_number(one, text.triples);
  put_number(one, text.bytes);
  put_number(one, text.left_out);
  put_texts(one, text.formats);
  put_texts(one, text.sources);
  put_text(one, record.dataset);
  put_number(one, folded(record.updated));
  put_number(one, record.lastmod ? 1 : 0);
  if (record.lastmod) put_number(one, folded(*record.lastmod));
  put_number(one, record.titles.size());
  for (const DocumentTitle& title : record.titles) {
    put_text(one, title.value);
    put_text(one, title.language);
  }
  put_counts(one, record.classes);
  put_counts(one, record.properties);
  put_texts(one, record.languages);
  put_number(one, record.unlisted);
  put_text(out, one);
}

StoredRecord read_stored(std::string_view bytes, std::uint32_t index) {
  ByteReader in = document_at(bytes, index);
  StoredRecord out;
  DocumentRecord& record = out.record;
  record.text.checksum = hex_of_bytes(in.text());
  out.at = in.number();
  out.size = in.number();
  record.text.url = in.text();
  record.text.triples = in.number();
  record.text.bytes = in.number();
  record.text.left_out = in.number();
  record.text.formats = read_texts(in);
  record.text.sources = read_texts(in);
  record.dataset = in.text();
  record.updated = unfolded(in.number());
  if (in.number() != 0) record.lastmod = unfolded(in.number());
  for (std::uint64_t left = in.number(); left > 0; --left) {
    std::string value{in.text()};
    record.titles.push_back({std::move(value), std::string{in.text()}});
  }
  record.classes = read_counts(in);
  record.properties = read_counts(in);
  record.languages = read_texts(in);
  record.unlisted = in.number();
  return out;
}

std::string stored_checksum(std::string_view bytes, std::uint32_t index) {
  return hex_of_bytes(document_at(bytes, index).text());
}

}  // namespace semsite
