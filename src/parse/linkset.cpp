#include "parse/linkset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_scanner.hpp"
#include "parse/link_quads.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostAttributes = 100;  // of one target
/// Anchors and relations are said once for many links, each of which has its copy.
constexpr std::size_t kMostCopiedBytes = 64 * kMiB;

[[noreturn]] void refuse_link_set(const std::string& message) {
  throw DocumentError{"linkset.syntax", message};
}

/// Walks through the tree of one document.
class JsonLinks {
 public:
  explicit JsonLinks(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::vector<HeaderLink> links;

  void read(JsonValue root) {
    if (!root.is_object())
      refuse_link_set(
          "a link set is a JSON object with the member \"linkset\" (RFC 9264 §4.2.1)");
    const JsonValue* const contexts = root.find("linkset");
    if (contexts == nullptr)
      refuse_link_set("the JSON object has no member \"linkset\" (RFC 9264 §4.2.1)");
    if (!contexts->is_array())
      refuse_link_set("the member \"linkset\" is no array (RFC 9264 §4.2.1)");
    for (const JsonMember& member : root.members())
      if (member.name() != "linkset")
        note("linkset.member", fmt::format("the member \"{}\" does not belong beside "
                                           "\"linkset\" (RFC 9264 §4.2.1); passed over",
                                           excerpt(member.name())));
    for (const JsonValue& context : contexts->items()) read_context(context);
    if (left_out_ > 0)
      skip("linkset.limit", fmt::format("more than {} links; the other {} are left out",
                                        grouped(kMostLinksetLinks), grouped(left_out_)));
  }

 private:
  void report(std::string_view code, std::string message, bool skipped) {
    Fault fault;
    fault.code = code;
    fault.message = std::move(message);
    fault.skipped = skipped;
    diagnostics_.report(fault);
  }
  void skip(std::string_view code, std::string message) {
    report(code, std::move(message), true);
  }
  void note(std::string_view code, std::string message) {
    report(code, std::move(message), false);
  }

  // §4.2.2: a link context object
  void read_context(JsonValue context) {
    if (!context.is_object())
      return skip("linkset.member",
                  "a member of \"linkset\" is no object (RFC 9264 §4.2.2); passed over");
    std::optional<std::string> anchor;
    if (const JsonValue* const said = context.find("anchor")) {
      if (!said->is_string())
        return skip("linkset.member",
                    "an \"anchor\" is no string (RFC 9264 §4.2.2); its links are passed "
                    "over");
      anchor = std::string{trim(said->text())};
      if (anchor->size() > kLongestLinkIri)
        return skip("linkset.member",
                    fmt::format("the anchor {} is longer than {} bytes; its links are "
                                "passed over",
                                excerpt(*anchor), grouped(kLongestLinkIri)));
    }
    for (const JsonMember& member : context.members())
      if (member.name() != "anchor") read_relation(member, anchor);
  }

  // §4.2.3: a link target array
  void read_relation(const JsonMember& member, const std::optional<std::string>& anchor) {
    std::vector<std::string> relations = relation_types(member.name());
    if (relations.size() != 1 || relations[0].size() > kLongestLinkIri)
      return skip("linkset.relation",
                  fmt::format("\"{}\" is no relation type (RFC 8288 §3.3); passed over",
                              excerpt(member.name())));
    if (!member.value.is_array())
      return skip("linkset.target",
                  fmt::format("what \"{}\" leads to is no array of targets (RFC 9264 "
                              "§4.2.3); passed over",
                              excerpt(member.name())));
    for (const JsonValue& target : member.value.items()) {
      if (std::optional<HeaderLink> link = read_target(target, member.name())) {
        copied_bytes_ += relations[0].size() + (anchor ? anchor->size() : 0);
        if (links.size() == kMostLinksetLinks || copied_bytes_ > kMostCopiedBytes) {
          ++left_out_;
          continue;
        }
        link->relations = relations;
        link->anchor = anchor;
        links.push_back(std::move(*link));
      }
    }
  }

  // §4.2.3, §4.2.4: a link target object
  std::optional<HeaderLink> read_target(JsonValue target, std::string_view relation) {
    const JsonValue* const href = target.is_object() ? target.find("href") : nullptr;
    if (href == nullptr || !href->is_string()) {
      skip("linkset.target",
           fmt::format("a target of \"{}\" {} (RFC 9264 §4.2.3); passed over",
                       excerpt(relation),
                       target.is_object() ? "has no text \"href\"" : "is no object"));
      return std::nullopt;
    }
    HeaderLink link{.target = std::string{trim(href->text())},
                    .relations = {},
                    .reverse = {},
                    .anchor = {},
                    .attributes = {}};
    for (const JsonMember& member : target.members())
      if (member.name() != "href") read_attribute(link, member);
    return link;
  }

  // §4.2.4.1: the attributes of RFC 8288, and §4.2.4.2, §4.2.4.3: all others
  void read_attribute(HeaderLink& link, const JsonMember& member) {
    if (member.name().ends_with('*')) {
      for_each_item(member,
                    [&](JsonValue item) { add_international(link, member, item); });
      return;
    }
    // Texts for `media`, `title` and `type`, arrays of texts for all others; both forms
    // are met for all.
    for_each_item(member, [&](JsonValue item) {
      if (!item.is_string()) return odd(member);
      add(link, {.name = lower_ascii(member.name()),
                 .value = std::string{item.text()},
                 .language = {}});
    });
  }

  template <typename Take>
  void for_each_item(const JsonMember& member, const Take& take) {
    if (!member.value.is_array()) return take(member.value);
    for (const JsonValue& item : member.value.items()) take(item);
  }

  void add_international(HeaderLink& link, const JsonMember& member, JsonValue item) {
    const JsonValue* const value = item.is_object() ? item.find("value") : nullptr;
    if (value == nullptr || !value->is_string()) return odd(member);
    const JsonValue* const language = item.find("language");
    add(link, {.name = lower_ascii(member.name()),
               .value = std::string{value->text()},
               .language = language != nullptr && language->is_string()
                               ? std::string{language->text()}
                               : std::string{}});
  }

  void add(HeaderLink& link, LinkAttribute attribute) {
    if (link.attributes.size() == kMostAttributes)
      return note(
          "linkset.attribute",
          fmt::format("more than {} attributes of one target; the others are left "
                      "out",
                      kMostAttributes));
    link.attributes.push_back(std::move(attribute));
  }

  void odd(const JsonMember& member) {
    note("linkset.attribute",
         fmt::format("the attribute \"{}\" has not the form that RFC 9264 §4.2.4 gives "
                     "it; passed over",
                     excerpt(member.name())));
  }

  Diagnostics& diagnostics_;
  std::uint64_t left_out_ = 0;
  std::size_t copied_bytes_ = 0;
};

}  // namespace

std::vector<HeaderLink> read_linkset_json(std::string_view text, Diagnostics& diagnostics,
                                          const Limits& limits) {
  if (!is_utf8(text)) refuse_link_set("the document is not UTF-8 (RFC 9264 §4.2)");
  JsonArena arena;
  JsonText copy{text};
  const JsonReader::Result read = read_json(copy, arena, limits.json_depth);
  if (!read.problem.code.empty())
    refuse_link_set(fmt::format("the document is no JSON: {} (at byte {})",
                                read.problem.message, read.problem.offset));
  if (read.repeated > 0) {
    Fault fault;
    fault.code = "linkset.repeated-name";
    fault.message = fmt::format(
        "{} members have the name of a later one of their object, which alone counts "
        "(RFC "
        "8259 §4)",
        grouped(read.repeated));
    diagnostics.report(fault);
  }
  JsonLinks reader{diagnostics};
  reader.read(read.value);
  return std::move(reader.links);
}

std::vector<HeaderLink> read_linkset_text(std::string_view text,
                                          Diagnostics& diagnostics) {
  LinkHeader read = read_link_header(text, kMostLinksetLinks);
  if (read.links.empty() && !trim_left(text).empty())
    refuse_link_set(
        fmt::format("the document holds no link (RFC 9264 §4.1): it begins with \"{}\"",
                    excerpt(trim_left(text), 40)));
  for (std::string& problem : read.problems) {
    Fault fault;
    fault.code = "linkset.malformed";
    fault.message = std::move(problem);
    diagnostics.report(fault);
  }
  return std::move(read.links);
}

std::string read_linkset_bytes(ByteSource& bytes, const Limits& limits) {
  std::string out;
  JsonDecoder decoder;
  for (Block block = bytes.read(); !block.empty(); block = bytes.read()) {
    decoder.add(block.bytes, out);
    if (out.size() > limits.page_bytes)
      throw DocumentError{"linkset.too-long",
                          fmt::format("the link set is longer than {} (--max-page)",
                                      human_bytes(limits.page_bytes))};
  }
  decoder.finish(out);
  return out;
}

LinksetForm linkset_form(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  head = trim_left(head);
  if (head.starts_with('{')) {
    head = trim_left(head.substr(1));
    if (!head.starts_with("\"linkset\"")) return LinksetForm::none;
    head = trim_left(head.substr(9));
    if (!head.starts_with(':')) return LinksetForm::none;
    return trim_left(head.substr(1)).starts_with('[') ? LinksetForm::json
                                                      : LinksetForm::none;
  }
  if (!head.starts_with('<')) return LinksetForm::none;
  head.remove_prefix(std::min(head.find_first_of("<> \t\r\n", 1), head.size()));
  if (!head.starts_with('>')) return LinksetForm::none;
  head = trim_left(head.substr(1));
  if (!head.starts_with(';')) return LinksetForm::none;
  // No term of an RDF syntax is followed by a name and an equals sign.
  head = trim_left(head.substr(1));
  const std::size_t end = head.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_*");
  if (end == 0 || end == std::string_view::npos) return LinksetForm::none;
  return trim_left(head.substr(end)).starts_with('=') ? LinksetForm::text
                                                      : LinksetForm::none;
}

bool has_link_contexts(std::string_view head) {
  constexpr std::string_view kMember = "\"linkset\"";
  for (std::size_t at = head.find(kMember); at != std::string_view::npos;
       at = head.find(kMember, at + 1)) {
    std::string_view rest = trim_left(head.substr(at + kMember.size()));
    if (!rest.starts_with(':')) continue;
    rest = trim_left(rest.substr(1));
    if (!rest.starts_with('[')) continue;
    rest = trim_left(rest.substr(1));
    // Every target has one (§4.2.3).
    if (rest.starts_with(']') || rest.find("\"href\"") != std::string_view::npos)
      return true;
  }
  return false;
}

namespace {

bool is_sure(std::string_view reference) {
  return reference.empty() || has_scheme(reference);
}

/// Adds the links whose context and target can be told for certain.
class LinksetQuads {
 public:
  explicit LinksetQuads(const ParseJob& job)
      : job_(job), base_(base_of(job)), quads_(job.quads, job.diagnostics) {}

  void add(const HeaderLink& link) {
    const std::string& context = job_.settings.linkset_anchor;
    if (!link.anchor && context.empty())
      return pass_over("linkset.no-anchor", link,
                       "no anchor says what it is about (RFC 9264 §4; --linkset-anchor)");
    const bool relative = !is_sure(link.target) || !is_sure(link.anchor.value_or(""));
    if (relative && context.empty())
      return pass_over("linkset.relative", link,
                       "a relative reference, which may mean anything in a link set (RFC "
                       "9264 §4; --linkset-anchor)");
    quads_.add(link, base_, context);
    if (job_.links != nullptr && job_.links->take_stated)
      job_.links->take_stated(link, base_of(job_), context);
  }

 private:
  static std::string base_of(const ParseJob& job) {
    const Document& document = job.quads.document();
    return document.base.empty() ? document.iri : document.base;
  }

  void pass_over(std::string_view code, const HeaderLink& link, std::string_view why) {
    Fault fault;
    fault.code = code;
    fault.message =
        fmt::format("the link to <{}> has {}; passed over", excerpt(link.target), why);
    job_.diagnostics.report(fault);
  }

  const ParseJob& job_;
  BaseIri base_;
  LinkQuads quads_;
};

void add_all(const ParseJob& job, const std::vector<HeaderLink>& links) {
  LinksetQuads quads{job};
  for (const HeaderLink& link : links) quads.add(link);
}

}  // namespace

void parse_linkset(const ParseJob& job) {
  add_all(job,
          read_linkset_text(read_linkset_bytes(job.bytes, job.limits), job.diagnostics));
}

void parse_linkset_json(const ParseJob& job) {
  add_all(job, read_linkset_json(read_linkset_bytes(job.bytes, job.limits),
                                 job.diagnostics, job.limits));
}

}  // namespace semsite
