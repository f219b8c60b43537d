#include "index/stored_record.hpp"

#include <utility>

#include "base/ascii.hpp"
#include "index/byte_code.hpp"

namespace semsite {
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
