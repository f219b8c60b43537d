#include "index/matches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "index/byte_code.hpp"
#include "index/document_columns.hpp"
#include "index/index_key.hpp"
#include "index/postings.hpp"
#include "index/search.hpp"

namespace semsite {
namespace {

// Okapi BM25: how soon more of a word counts no more; how much long documents lose.
constexpr double kSaturation = 1.2;
constexpr double kLengthShare = 0.5;

// What is looked up exactly; the order is that of fact sheet and page: the document
// itself, what is about the IRI, what points to it.
constexpr float kLookup = 1.0F;
constexpr float kAsSubject = 1.0F;
constexpr float kItself = 2.0F;

/// Properties that identify what has them, whether or not anybody says so
/// (docs/search.md).
constexpr std::array<std::string_view, 12> kIdentifying{
    "http://xmlns.com/foaf/0.1/mbox",
    "http://xmlns.com/foaf/0.1/mbox_sha1sum",
    "http://xmlns.com/foaf/0.1/homepage",
    "http://xmlns.com/foaf/0.1/weblog",
    "http://xmlns.com/foaf/0.1/openid",
    "http://xmlns.com/foaf/0.1/jabberID",
    "http://xmlns.com/foaf/0.1/aimChatID",
    "http://xmlns.com/foaf/0.1/icqChatID",
    "http://xmlns.com/foaf/0.1/yahooChatID",
    "http://xmlns.com/foaf/0.1/msnChatID",
    "http://xmlns.com/foaf/0.1/isPrimaryTopicOf",
    "http://xmlns.com/foaf/0.1/logo",
};

Matches both(const Matches& a, const Matches& b) {
  Matches out;
  std::size_t j = 0;
  for (std::size_t i = 0; i < a.documents.size() && j < b.documents.size(); ++i) {
    const std::uint32_t document = a.documents[i];
    if (b.documents[j] < document)
      j = static_cast<std::size_t>(
          std::lower_bound(b.documents.begin() + static_cast<std::ptrdiff_t>(j),
                           b.documents.end(), document) -
          b.documents.begin());
    if (j < b.documents.size() && b.documents[j] == document)
      out.add(document, a.scores[i] + b.scores[j]);
  }
  return out;
}

Matches either(const Matches& a, const Matches& b) {
  Matches out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.documents.size() || j < b.documents.size()) {
    const std::uint32_t x = i < a.documents.size()
                                ? a.documents[i]
                                : std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t y = j < b.documents.size()
                                ? b.documents[j]
                                : std::numeric_limits<std::uint32_t>::max();
    const float score = (x <= y ? a.scores[i] : 0.0F) + (y <= x ? b.scores[j] : 0.0F);
    out.add(std::min(x, y), score);
    if (x <= y) ++i;
    if (y <= x) ++j;
  }
  return out;
}

Matches first_only(const Matches& a, const Matches& b) {
  Matches out;
  std::size_t j = 0;
  for (std::size_t i = 0; i < a.documents.size(); ++i) {
    while (j < b.documents.size() && b.documents[j] < a.documents[i]) ++j;
    if (j == b.documents.size() || b.documents[j] != a.documents[i])
      out.add(a.documents[i], a.scores[i]);
  }
  return out;
}

std::size_t size_of(const std::vector<Matches>& segments) {
  std::size_t out = 0;
  for (const Matches& one : segments) out += one.documents.size();
  return out;
}

}  // namespace

Matching::Matching(IndexStore& store, double seconds)
    : store_(store),
      end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds))),
      seconds_(seconds) {
  double length = 0;
  double stored = 0;
  for (const SegmentInfo& segment : store.segments()) {
    documents_ += segment.documents - segment.gone;
    stored += segment.documents;
    length += static_cast<double>(segment.words);
  }
  average_length_ = stored > 0 ? std::max(1.0, length / stored) : 1;
}

void Matching::check_time() const {
  if (std::chrono::steady_clock::now() > end_)
    throw QueryTooLong{fmt::format(
        "the query took longer than {} s; ask for less, or allow it more (--query-time)",
        seconds_)};
}

std::vector<Matches> Matching::find(const QueryNode& node) {
  check_time();
  switch (node.kind) {
    case QueryKind::all_of:
      return all_of(node);
    case QueryKind::any_of:
      return any_of(node);
    case QueryKind::words:
      return words(node);
    case QueryKind::uri:
      return uri(node);
    case QueryKind::space:
      return space(node);
    case QueryKind::host:
      return key(index_key(key_kind::host, node.text), kLookup);
    case QueryKind::pair:
      return key(pair_key(node.text, node.value), kLookup);
    case QueryKind::identified:
      return identified(node);
    case QueryKind::fact:
      return key(index_key(key_kind::fact, node.text), 0);
    case QueryKind::dates:
      return dates(node);
    case QueryKind::like:
      return like(node);
    case QueryKind::triple:
      return triple(node);
  }
  return {};
}

Matching::Segments Matching::all_of(const QueryNode& node) {
  std::vector<Segments> wanted;
  std::vector<Segments> excluded;
  for (const QueryNode& child : node.children)
    (child.excluded ? excluded : wanted).push_back(find(child));
  std::ranges::sort(wanted, {}, size_of);
  Segments out = std::move(wanted.at(0));
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    for (std::size_t i = 1; i < wanted.size(); ++i)
      out[segment] = both(out[segment], wanted[i][segment]);
    for (const Segments& one : excluded)
      out[segment] = first_only(out[segment], one[segment]);
  }
  return out;
}

Matching::Segments Matching::any_of(const QueryNode& node) {
  Segments out(store_.segments().size());
  for (const QueryNode& child : node.children) {
    Segments found = find(child);
    for (std::size_t segment = 0; segment < out.size(); ++segment)
      out[segment] = out[segment].documents.empty()
                         ? std::move(found[segment])
                         : either(out[segment], found[segment]);
  }
  return out;
}

Matching::Segments Matching::words(const QueryNode& node) {
  Segments out(store_.segments().size());
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    check_time();
    const SegmentInfo& info = store_.segments()[segment];
    std::vector<PostingList> lists;
    for (const std::string& word : node.texts) {
      auto list = store_.find(segment, index_key(key_kind::term, word));
      if (!list) break;
      lists.push_back(std::move(*list));
    }
    if (lists.size() < node.texts.size()) continue;
    each_phrase(lists, [&](std::uint32_t document, std::uint32_t half_weights) {
      if (!info.is_gone(document))
        out[segment].add(document, static_cast<float>(half_weights) / 2);
    });
  }
  weigh(out);
  return out;
}

/// From how often a word is in a document to how much that says of it.
void Matching::weigh(Segments& found) {
  const auto with = static_cast<double>(size_of(found));
  const double rarity = std::log(1 + (documents_ - with + 0.5) / (with + 0.5));
  // A length is one byte: its part of the formula is computed once for each.
  std::array<float, 256> norms{};
  for (std::size_t i = 0; i < norms.size(); ++i)
    norms.at(i) = static_cast<float>(
        kSaturation * (1 - kLengthShare +
                       kLengthShare * number_of(static_cast<char>(i)) / average_length_));
  const auto factor = static_cast<float>(rarity * (kSaturation + 1));
  for (std::size_t segment = 0; segment < found.size(); ++segment) {
    if (found[segment].documents.empty()) continue;
    const std::string& lengths = store_.lengths(segment);
    Matches& matches = found[segment];
    for (std::size_t i = 0; i < matches.documents.size(); ++i) {
      const float norm = norms[static_cast<unsigned char>(lengths[matches.documents[i]])];
      float& score = matches.scores[i];
      score = factor * score / (score + norm);
    }
  }
}

Matching::Segments Matching::uri(const QueryNode& node) {
  Segments out(store_.segments().size());
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    const SegmentInfo& info = store_.segments()[segment];
    const auto itself = store_.find(segment, index_key(key_kind::document, node.text));
    const auto list = store_.find(segment, index_key(key_kind::uri, node.text));
    if (!list) continue;
    PostingReader reader{*list};
    for (; !reader.done(); reader.next()) {
      const auto places = static_cast<std::uint8_t>(reader.in().bytes(1).front());
      if ((places & node.places) == 0 || info.is_gone(reader.document())) continue;
      const bool is_subject = (places & node.places & uri_place::subject) != 0;
      const bool is_itself = itself && itself->first == reader.document();
      out[segment].add(reader.document(), kLookup + (is_subject ? kAsSubject : 0) +
                                              (is_itself ? kItself : 0));
    }
  }
  return out;
}

Matching::Segments Matching::space(const QueryNode& node) {
  const std::string& prefix = node.text;
  // An IRI that begins so has a namespace that does; there are fewer of these.
  const bool by_namespace = prefix.ends_with('/') || prefix.ends_with('#');
  const char kind = by_namespace ? key_kind::space : key_kind::uri;
  Segments out(store_.segments().size());
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    const SegmentInfo& info = store_.segments()[segment];
    std::vector<bool> found(info.documents);
    std::size_t keys = 0;
    // Longer keys are cut: all of them lie behind what they begin with.
    store_.each_key(segment, index_key(kind, prefix.substr(0, kLongestKey)),
                    [&](std::string_view, const PostingList& list) {
                      if ((++keys & 0xFFU) == 0) check_time();
                      PostingReader reader{list};
                      for (; !reader.done(); reader.next()) {
                        if (!by_namespace) static_cast<void>(reader.in().bytes(1));
                        found[reader.document()] = true;
                      }
                      return true;
                    });
    for (std::uint32_t document = 0; document < info.documents; ++document)
      if (found[document] && !info.is_gone(document)) out[segment].add(document, kLookup);
  }
  return out;
}

Matching::Segments Matching::like(const QueryNode& node) {
  const std::string_view begin =
      std::string_view{node.text}.substr(0, std::min(node.text.find('*'), kLongestKey));
  Segments out(store_.segments().size());
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    const SegmentInfo& info = store_.segments()[segment];
    std::vector<bool> found(info.documents);
    std::size_t keys = 0;
    store_.each_key(segment, index_key(key_kind::uri, begin),
                    [&](std::string_view key, const PostingList& list) {
                      if ((++keys & 0xFFU) == 0) check_time();
                      key.remove_prefix(1);
                      // Of a longer one not all is told; the triples will.
                      if (key.size() <= kLongestKey && !is_like(key, node.text))
                        return true;
                      for (PostingReader reader{list}; !reader.done(); reader.next())
                        if ((static_cast<std::uint8_t>(reader.in().bytes(1).front()) &
                             node.places) != 0)
                          found[reader.document()] = true;
                      return true;
                    });
    for (std::uint32_t document = 0; document < info.documents; ++document)
      if (found[document] && !info.is_gone(document)) out[segment].add(document, kLookup);
  }
  return out;
}

Matching::Segments Matching::triple(const QueryNode& node) {
  Segments out = all_of(node);
  if (!node.pattern) return out;
  TripleCheck check{*node.pattern};
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    Matches kept;
    for (std::size_t i = 0; i < out[segment].documents.size(); ++i) {
      if ((i & 0xFU) == 0) check_time();
      const std::uint32_t document = out[segment].documents[i];
      if (check.any_of(store_.whole_record({segment, document}).text.statements))
        kept.add(document, out[segment].scores[i]);
    }
    out[segment] = std::move(kept);
  }
  return out;
}

Matching::Segments Matching::key(const std::string& text, float score) {
  Segments out(store_.segments().size());
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    const SegmentInfo& info = store_.segments()[segment];
    const auto list = store_.find(segment, text);
    if (!list) continue;
    for (PostingReader reader{*list}; !reader.done(); reader.next())
      if (!info.is_gone(reader.document())) out[segment].add(reader.document(), score);
  }
  return out;
}

Matching::Segments Matching::keys(const std::vector<std::string>& texts, float score) {
  Segments out(store_.segments().size());
  for (const std::string& text : texts) {
    Segments found = key(text, score);
    for (std::size_t segment = 0; segment < out.size(); ++segment)
      out[segment] = either(out[segment], found[segment]);
  }
  return out;
}

Matching::Segments Matching::identified(const QueryNode& node) {
  std::vector<std::string> properties{kIdentifying.begin(), kIdentifying.end()};
  const std::string declared =
      std::string{key_kind::fact} + fact_kind::inverse_functional;
  for (std::size_t segment = 0; segment < store_.segments().size(); ++segment)
    store_.each_key(segment, declared, [&](std::string_view found, const PostingList&) {
      properties.emplace_back(found.substr(declared.size()));
      return true;
    });
  std::ranges::sort(properties);
  properties.erase(std::unique(properties.begin(), properties.end()), properties.end());
  std::vector<std::string> texts;
  // What many leave empty identifies nobody.
  if (node.value != "mailto:")
    for (const std::string& property : properties)
      texts.push_back(pair_key(property, node.value));
  return keys(texts, kLookup);
}

Matching::Segments Matching::dates(const QueryNode& node) {
  Segments out(store_.segments().size());
  for (std::size_t segment = 0; segment < out.size(); ++segment) {
    const SegmentInfo& info = store_.segments()[segment];
    const std::vector<std::int64_t>& dates = store_.dates(segment);
    for (std::uint32_t document = 0; document < info.documents; ++document) {
      const std::int64_t date = dates[document];
      if ((node.from && date < *node.from) || (node.to && date >= *node.to)) continue;
      if (!info.is_gone(document)) out[segment].add(document, 0);
    }
  }
  return out;
}

namespace {

/// The documents of one word, one after another.
class WordDocuments {
 public:
  explicit WordDocuments(const PostingList& list) : reader_(list) { read(); }

  [[nodiscard]] bool done() const { return reader_.done(); }
  [[nodiscard]] std::uint32_t document() const { return reader_.document(); }
  [[nodiscard]] std::uint32_t half_weights() const { return half_weights_; }
  void next() {
    reader_.next();
    read();
  }
  /// Appends `place - offset`, shifted as in the index, with the field below.
  void places(std::uint32_t offset, std::vector<std::uint64_t>& out) const {
    std::uint64_t place = 0;
    for (ByteReader in{places_}; !in.done();) {
      const std::uint64_t step = in.number();
      place += step >> 2U;
      if (place > offset) out.push_back((place - offset) << 2U | (step & 3U));
    }
  }

 private:
  void read() {
    if (reader_.done()) return;
    half_weights_ = static_cast<std::uint32_t>(reader_.in().number());
    places_ = reader_.in().text();
  }

  PostingReader reader_;
  std::uint32_t half_weights_ = 0;
  std::string_view places_;
};

}  // namespace

void each_phrase(const std::vector<PostingList>& words,
                 const std::function<void(std::uint32_t, std::uint32_t)>& take) {
  std::vector<WordDocuments> lists{words.begin(), words.end()};
  WordDocuments& first = lists.front();
  if (lists.size() == 1) {
    for (; !first.done(); first.next()) take(first.document(), first.half_weights());
    return;
  }
  std::vector<std::uint64_t> starts;
  std::vector<std::uint64_t> others;
  std::vector<std::uint64_t> common;
  for (; !first.done(); first.next()) {
    bool all = true;
    for (WordDocuments& list : lists) {
      while (!list.done() && list.document() < first.document()) list.next();
      if (list.done()) return;
      all = all && list.document() == first.document();
    }
    if (!all) continue;
    starts.clear();
    first.places(0, starts);
    for (std::uint32_t i = 1; i < lists.size() && !starts.empty(); ++i) {
      others.clear();
      common.clear();
      lists[i].places(i, others);
      std::ranges::set_intersection(starts, others, std::back_inserter(common));
      starts.swap(common);
    }
    std::uint32_t weight = 0;
    for (const std::uint64_t start : starts)
      weight += half_weight(static_cast<WordField>(start & 3U));
    if (weight > 0) take(first.document(), weight);
  }
}

}  // namespace semsite
