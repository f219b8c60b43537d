#include "discover/robots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <unordered_set>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/robots_line.hpp"
#include "rdf/iri.hpp"
#include "semsite/robots.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostNotes = 200;

bool looks_like_html(std::string_view bytes) {
  bytes = trim(bytes.substr(0, 512));
  for (const std::string_view start :
       {"<!doctype", "<html", "<head", "<body", "<?xml", "<!--", "<title"})
    if (starts_with_ignoring_case(bytes, start)) return true;
  return false;
}

// Seconds, decimals allowed; nothing for a sign, a unit or any other text.
constexpr double kForEver = 1e15;

std::optional<double> read_seconds(std::string_view text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(),
                                            seconds, std::chars_format::general);
  // More digits than a number can have: for ever, or none of them before the point
  // counts.
  if (error == std::errc::result_out_of_range && end == text.data() + text.size() &&
      !text.starts_with('-'))
    return text.find_first_of("123456789") < text.find('.') ? kForEver : 0;
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (std::isnan(seconds) || std::signbit(seconds)) return std::nullopt;
  return std::min(seconds, kForEver);
}

// Passes over what stands around a number in words.
std::string_view bare_number(std::string_view text) {
  while (!text.empty() &&
         std::string_view{"\"'+ \t"}.find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  return text;
}

double seconds_of_unit(std::string_view text) {
  const std::string all = lower_ascii(text);
  const std::string unit =
      all.substr(0, all.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
  if (unit == "ms" || unit == "msec" || unit.starts_with("milli")) return 0.001;
  if (unit == "m" || unit == "mn" || unit.starts_with("min")) return kMinute;
  if (unit == "h" || unit == "hr" || unit == "hrs" || unit.starts_with("hour"))
    return kHour;
  if (unit == "d" || unit.starts_with("day")) return kDay;
  return 1;
}

// What is no plain number of seconds, and begins with a number: that, in its unit if one
// follows. Who asked for a pause shall have it. Nothing if there is no number, or none
// above 0.
std::optional<double> guess_seconds(std::string_view text) {
  text = bare_number(text);
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  std::string number;
  std::size_t at = 0;
  bool has_point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (is_digit(at)) {
      number += c;
    } else if ((c == '.' || c == ',') && !has_point && is_digit(at + 1)) {
      has_point = true;
      number += '.';
    } else if (c != ' ' || has_point || number.empty() || !is_digit(at + 1) ||
               !is_digit(at + 2) || !is_digit(at + 3) || is_digit(at + 4)) {
      break;  // "7 200" is one number
    }
  }
  const auto seconds = read_seconds(number);
  if (!seconds || *seconds <= 0) return std::nullopt;
  return std::min(*seconds * seconds_of_unit(bare_number(text.substr(at))), kForEver);
}

// Takes the lines one after the other and builds the groups.
class RobotsReader {
 public:
  RobotsReader(std::string_view url, RobotsNotes notes)
      : base_(std::string{url}), all_notes_(notes == RobotsNotes::all) {}

  void take(std::string_view raw) {
    ++line_;
    const RobotsLine line = read_robots_line(raw);
    if (line.key == RobotsKey::none) return;
    const std::string_view noted =
        line.key_text.empty() || (line.colon && !line.misspelt && !is_odd(line.key))
            ? line.value
            : line.key_text;
    // Both are views into the line.
    column_ =
        noted.empty() ? 0 : static_cast<std::uint32_t>(noted.data() - raw.data()) + 1;
    if (line.key == RobotsKey::malformed)
      return note("robots.bad-line",
                  fmt::format("\"{}\" is no \"key: value\" line; it is ignored "
                              "(RFC 9309 §2.2)",
                              excerpt(line.value)));
    if (line.key == RobotsKey::unknown)
      return note("robots.unknown-key",
                  fmt::format("\"{}\" is no known key; ignored", excerpt(line.key_text)));
    ++robots_.records;
    if (line.misspelt)
      note("robots.misspelt", fmt::format("\"{}\" is misspelt; read as \"{}\"",
                                          excerpt(line.key_text), key_name(line.key)));
    if (!line.colon)
      note("robots.no-colon",
           fmt::format("no colon after \"{}\"; read as if there were one",
                       excerpt(line.key_text)));
    switch (line.key) {
      case RobotsKey::user_agent:
        return agent(line.value);
      case RobotsKey::allow:
      case RobotsKey::disallow:
        return rule(line);
      case RobotsKey::sitemap:
        return sitemap(line.value);
      case RobotsKey::crawl_delay:
        return delay(line.value);
      case RobotsKey::none:
      case RobotsKey::unknown:
      case RobotsKey::malformed:
        return;
    }
  }

  void note(std::string_view code, std::string message) {
    if (robots_.notes.size() == kMostNotes && !all_notes_) {
      robots_.notes.push_back({"robots.more-notes",
                               "there is more to note; only the first "
                               "200 are kept",
                               line_});
    }
    if (robots_.notes.size() > kMostNotes && !all_notes_) return;
    robots_.notes.push_back({std::string{code}, std::move(message), line_, column_});
  }

  [[nodiscard]] Robots& result() { return robots_; }

 private:
  static bool is_odd(RobotsKey key) {
    return key == RobotsKey::unknown || key == RobotsKey::malformed;
  }
  static std::string_view key_name(RobotsKey key) {
    switch (key) {
      case RobotsKey::user_agent:
        return "User-agent";
      case RobotsKey::allow:
        return "Allow";
      case RobotsKey::disallow:
        return "Disallow";
      case RobotsKey::sitemap:
        return "Sitemap";
      case RobotsKey::crawl_delay:
        return "Crawl-delay";
      case RobotsKey::none:
      case RobotsKey::unknown:
      case RobotsKey::malformed:
        break;
    }
    return "";
  }

  // RFC 9309 §2.2.1: a user-agent line after a rule starts the next group.
  void agent(std::string_view name) {
    if (robots_product_token(name).empty())
      note("robots.bad-agent",
           fmt::format("\"{}\" is no product token (letters, \"-\", \"_\", or \"*\"); "
                       "no crawler has that name (RFC 9309 §2.2.1)",
                       excerpt(name)));
    if (robots_.groups.empty() || group_ended_) {
      robots_.groups.emplace_back();
      robots_.groups.back().line = line_;
    }
    group_ended_ = false;
    robots_.groups.back().agents.emplace_back(name);
  }

  void rule(const RobotsLine& line) {
    if (robots_.groups.empty())
      return note("robots.no-group",
                  fmt::format("\"{}\" stands before the first User-agent line; it is "
                              "ignored (RFC 9309 §2.2.1)",
                              key_name(line.key)));
    // An empty value matches nothing, yet it is a rule: it closes the list of agents.
    group_ended_ = true;
    if (line.value.empty()) return;
    if (line.value.front() != '/' && line.value.front() != '*')
      note("robots.bad-path",
           fmt::format("the path \"{}\" does not begin with \"/\" and so matches nothing "
                       "(RFC 9309 §2.2.2)",
                       excerpt(line.value)));
    robots_.groups.back().rules.push_back({.allow = line.key == RobotsKey::allow,
                                           .pattern = robots_pattern(line.value),
                                           .text = std::string{line.value},
                                           .line = line_});
  }

  void sitemap(std::string_view value) {
    if (value.empty()) return note("robots.bad-sitemap", "the Sitemap line names no URL");
    if (!has_scheme(value))
      note("robots.relative-sitemap",
           fmt::format("the Sitemap URL \"{}\" is relative; it must be absolute "
                       "(sitemaps.org)",
                       excerpt(value)));
    std::string url = base_.text().empty() ? std::string{value} : base_.resolve(value);
    if (!seen_.insert(url).second) return;
    robots_.sitemaps.push_back({std::move(url), line_});
  }

  void delay(std::string_view value) {
    if (robots_.groups.empty())
      return note("robots.no-group",
                  "\"Crawl-delay\" stands before the first User-agent line; ignored");
    auto seconds = read_seconds(value);
    if (!seconds) {
      seconds = guess_seconds(value);
      note("robots.bad-delay",
           fmt::format("the Crawl-delay \"{}\" is no number of seconds; {}",
                       excerpt(value),
                       seconds ? fmt::format("taken for {:g} s", *seconds) : "ignored"));
      if (!seconds) return;
    }
    RobotsGroup& group = robots_.groups.back();
    group.delays.push_back({*seconds, group.agents.size(), line_});
    if (!group.crawl_delay || *seconds < *group.crawl_delay) group.crawl_delay = seconds;
  }

  Robots robots_;
  BaseIri base_;
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> seen_;
  std::uint32_t line_ = 0;
  std::uint32_t column_ = 0;  // of what a note on this line is about
  bool group_ended_ = false;
  bool all_notes_ = false;
};

// Which agents of which groups speak to one crawler.
class AgentMatch {
 public:
  AgentMatch(const Robots& robots, std::string_view agent) {
    agent = trim(agent);
    agent = agent.substr(0, agent.find_first_of("/ \t"));
    token_ = robots_product_token(agent);
    if (token_ != agent && names_whole(robots, agent)) whole_ = agent;
    named_ = std::ranges::any_of(robots.groups, [this](const RobotsGroup& group) {
      return std::ranges::any_of(
          group.agents, [this](const std::string& name) { return same_agent(name); });
    });
  }

  /// RFC 9309 §2.2.1: `*` speaks only to those whom no group names.
  [[nodiscard]] bool is_meant(std::string_view name) const {
    return named_ ? same_agent(name) : robots_product_token(name) == "*";
  }
  [[nodiscard]] bool is_meant(const RobotsGroup& group) const {
    return std::ranges::any_of(
        group.agents, [this](const std::string& name) { return is_meant(name); });
  }

 private:
  static std::string_view whole_name(std::string_view name) {
    return name.substr(0, name.find_first_of("/ \t"));
  }
  static bool names_whole(const Robots& robots, std::string_view agent) {
    return std::ranges::any_of(robots.groups, [&](const RobotsGroup& group) {
      return std::ranges::any_of(group.agents, [&](const std::string& name) {
        return equal_ignoring_case(whole_name(name), agent);
      });
    });
  }
  [[nodiscard]] bool same_agent(std::string_view name) const {
    if (!whole_.empty()) return equal_ignoring_case(whole_name(name), whole_);
    return !token_.empty() && equal_ignoring_case(robots_product_token(name), token_);
  }

  std::string_view whole_;  // set when a group names this agent by a name like "MJ12bot"
  std::string_view token_;
  bool named_ = false;
};

std::optional<double> smallest_delay(const Robots& robots, const AgentMatch& match) {
  std::optional<double> smallest;
  for (const RobotsGroup& group : robots.groups) {
    if (group.delays.empty()) continue;
    const auto first = std::ranges::find_if(
        group.agents, [&](const std::string& name) { return match.is_meant(name); });
    const auto place = static_cast<std::size_t>(first - group.agents.begin());
    for (const RobotsDelay& delay : group.delays)
      if (place < delay.agents && (!smallest || delay.seconds < *smallest))
        smallest = delay.seconds;
  }
  return smallest;
}

// RFC 9309 §2.2.2: the most octets win, then `allow`.
bool is_stronger(const RobotsRule& rule, const RobotsRule* best) {
  if (best == nullptr || rule.pattern.size() != best->pattern.size())
    return best == nullptr || rule.pattern.size() > best->pattern.size();
  return rule.allow && !best->allow;
}

}  // namespace

Robots read_robots(std::string_view bytes, std::string_view url, const Limits& limits,
                   RobotsNotes notes) {
  RobotsReader reader{url, notes};
  if (bytes.size() > limits.robots_bytes) {
    reader.result().truncated = true;
    // A rule cut in two would mean something else, so the last line goes if it is broken.
    const bool at_line_end =
        bytes[limits.robots_bytes] == '\n' || bytes[limits.robots_bytes] == '\r';
    bytes = bytes.substr(0, limits.robots_bytes);
    if (!at_line_end) bytes = bytes.substr(0, bytes.find_last_of("\r\n") + 1);
    reader.note("robots.too-large",
                fmt::format("longer than {} bytes; the rest is not read "
                            "(--max-robots-bytes, RFC 9309 §2.5)",
                            grouped(limits.robots_bytes)));
  }
  const std::string recoded = robots_from_utf16(bytes);
  if (!recoded.empty()) {
    bytes = recoded;
    reader.note(
        "robots.utf16",
        "the file is UTF-16; it must be UTF-8 (RFC 9309 §2.3). Read all the same");
  }
  // Some servers cut the byte order mark short.
  for (const char mark : std::string_view{"\xEF\xBB\xBF"})
    if (bytes.starts_with(mark)) bytes.remove_prefix(1);
  const bool html = looks_like_html(bytes);
  if (html)
    reader.note("robots.html",
                "an HTML page stands where robots.txt should be; rules are read from its "
                "text, if there are any");
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    const std::string_view line = bytes.substr(0, end);
    if (html) {
      reader.take(without_tags(line));
    } else {
      reader.take(line);
    }
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + (bytes.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return std::move(reader.result());
}

RobotsVerdict robots_verdict(const Robots& robots, std::string_view agent,
                             std::string_view url) {
  const AgentMatch match{robots, agent};
  RobotsVerdict verdict;
  verdict.crawl_delay = smallest_delay(robots, match);
  const std::string path = robots_path(
      url.starts_with('/') ? std::string{without_fragment(url)} : path_and_query(url));
  if (path == "/robots.txt") return verdict;
  const RobotsRule* best = nullptr;
  for (const RobotsGroup& group : robots.groups) {
    if (!match.is_meant(group)) continue;
    for (const RobotsRule& rule : group.rules)
      if (is_stronger(rule, best) && robots_pattern_matches(rule.pattern, path))
        best = &rule;
  }
  if (best == nullptr) return verdict;
  verdict.allowed = best->allow;
  verdict.rule = (best->allow ? "Allow: " : "Disallow: ") + best->text;
  verdict.line = best->line;
  return verdict;
}

std::optional<double> robots_crawl_delay(const Robots& robots, std::string_view agent) {
  return smallest_delay(robots, AgentMatch{robots, agent});
}

namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

// What may stand unescaped in a path or query: RFC 3986 reserved characters, and a `%`
// that starts no escape, which every sender leaves alone.
bool stays_as_it_is(char c) {
  return is_unreserved(c) ||
         std::string_view{":/?#[]@!&'()+,;=%"}.find(c) != std::string_view::npos;
}

void append_escape(std::string& out, unsigned char octet) {
  out += '%';
  out += kHex[octet >> 4U];
  out += kHex[octet & 0xFU];
}

// Appends the character or escape at `text[at]`; returns where the next one starts.
std::size_t append_normalised(std::string& out, std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '%' && at + 2 < text.size()) {
    const int high = hex_value(text[at + 1]);
    const int low = hex_value(text[at + 2]);
    if (high >= 0 && low >= 0) {
      const auto octet = static_cast<unsigned char>(high * 16 + low);
      if (is_unreserved(static_cast<char>(octet))) {
        out += static_cast<char>(octet);
      } else {
        append_escape(out, octet);
      }
      return at + 3;
    }
  }
  if (stays_as_it_is(c)) {
    out += c;
  } else {
    append_escape(out, static_cast<unsigned char>(c));
  }
  return at + 1;
}

}  // namespace

std::string robots_pattern(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '*' || (c == '$' && at + 1 == text.size())) {
      out += c;
      ++at;
    } else {
      at = append_normalised(out, text, at);
    }
  }
  return out;
}

std::string robots_path(std::string_view path_and_query) {
  std::string out;
  out.reserve(path_and_query.size());
  for (std::size_t at = 0; at < path_and_query.size();)
    at = append_normalised(out, path_and_query, at);
  return out;
}

bool robots_pattern_matches(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  if (!path.starts_with(pattern.substr(0, star))) return false;
  if (star == std::string_view::npos) return !to_the_end || path.size() == pattern.size();
  path.remove_prefix(star);
  for (;;) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    if (star == std::string_view::npos && to_the_end) return path.ends_with(piece);
    const std::size_t found = path.find(piece);
    if (found == std::string_view::npos) return false;
    if (star == std::string_view::npos) return true;
    path.remove_prefix(found + piece.size());
  }
}

}  // namespace semsite
