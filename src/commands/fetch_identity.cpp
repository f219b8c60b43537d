#include "commands/fetch_identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

using Texts = std::vector<std::string>;

/// The first line of what is written now; version 0.1.0 wrote all on one line.
constexpr std::string_view kHead = "fetch\n";
constexpr std::string_view kSite = "site";

/// An identity taken apart: the sites under `kSite`, options by their names.
struct Wish {
  std::map<std::string, Texts, std::less<>> said;
  bool is_old = false;  ///< of version 0.1.0, which did not write all that matters
};

/// What version 0.1.0 wrote down of the options.
const std::set<std::string, std::less<>> kOldOptions{
    std::string{kSite}, "format",     "graph",    "dataset",   "dump-semantics",
    "prefer",           "only",       "sample",   "documents", "follow",
    "ocx-type",         "ocx-format", "resource", "trust",     "authoritative-only",
    "include",          "exclude"};

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
      if (c == '\\') out += c;
    }
  }
  return out;
}

std::string as_it_was(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      out += line[i + 1] == 'n' ? '\n' : line[i + 1];
      ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

void settle_sites(Wish& wish) {
  Texts& sites = wish.said[std::string{kSite}];
  for (std::string& url : sites) url = plain_url(url);
  std::ranges::sort(sites);
  const auto again = std::unique(sites.begin(), sites.end());
  sites.erase(again, sites.end());
}

/// As they are compared now, whichever semsite wrote them down.
void settle_sets(Wish& wish) {
  for (auto option = wish.said.begin(); option != wish.said.end();) {
    const OptionRole* const role = role_of(option->first);
    const bool is_set = role != nullptr && (role->shapes == Shapes::set ||
                                            role->shapes == Shapes::relations);
    if (is_set) option->second = compared_texts(option->second, role->shapes);
    const bool holds_anyway =
        is_set && !role->otherwise.empty() &&
        option->second == compared_texts({std::string{role->otherwise}}, role->shapes);
    option = holds_anyway ? wish.said.erase(option) : std::next(option);
  }
}

/// Version 0.1.0 followed this where nothing was said, and wrote it down as if it had
/// been.
constexpr std::string_view kFollowOf01 = "describedby";

/// The text between `from` and `to`; what is before the end of it goes from `rest`.
std::string cut(std::string_view& rest, std::string_view to) {
  const std::size_t end = std::min(rest.find(to), rest.size());
  std::string out{rest.substr(0, end)};
  rest.remove_prefix(std::min(rest.size(), end + to.size()));
  return out;
}

/// A number of version 0.1.0 as the word that is typed; empty for the first, which holds
/// anyway.
template <std::size_t N>
std::string word_of(const std::string& number, const std::array<const char*, N>& words) {
  for (std::size_t i = 1; i < N; ++i)
    if (number == std::to_string(i)) return words.at(i);
  return {};
}

/// "fetch URL… format=0 graph=0: dataset= meaning=0 strict=0 xpath= dump … only=dump …".
Wish old_wish(std::string_view text) {
  Wish out{.said = {}, .is_old = true};
  const auto put = [&out](const std::string& name, std::string value) {
    if (!value.empty()) out.said[name].push_back(std::move(value));
  };
  text.remove_prefix(std::string_view{"fetch "}.size());
  const std::string sites = cut(text, " format=");
  for (const std::string_view url : split(sites, ' '))
    if (!url.empty()) put(std::string{kSite}, std::string{url});
  put("format",
      word_of<4>(cut(text, " graph="), {"nquads", "ntriples", "turtle", "trig"}));
  const std::string graph = cut(text, " dataset=");
  const std::size_t colon = std::min(graph.find(':'), graph.size());
  put("graph", word_of<6>(graph.substr(0, colon),
                          {"auto", "own", "source", "dataset", "none",
                           colon < graph.size() ? graph.c_str() + colon + 1 : ""}));
  put("dataset", cut(text, " meaning="));
  put("dump-semantics", word_of<3>(cut(text, " strict="), {"auto", "mirrors", "parts"}));
  cut(text, " xpath=");
  std::string ways, only;
  for (const std::string_view word : split(text, ' ')) {
    const std::size_t equals = word.find('=');
    const std::string name{word.substr(0, equals)};
    if (word.empty()) continue;
    if (name == "only") {
      only += fmt::format("{}{}", only.empty() ? "" : ",", word.substr(equals + 1));
    } else if (equals != std::string_view::npos) {
      put(name, std::string{word.substr(equals + 1)});
    } else if (name == "sample" || name == "authoritative-only") {
      out.said[name];
    } else {
      ways += fmt::format("{}{}", ways.empty() ? "" : ",", word);
    }
  }
  put("only", only);
  const OptionRole* const prefer = role_of("prefer");
  if (only.empty() && ways != prefer->otherwise) put("prefer", ways);
  for (const char* const name : {"include", "exclude", "trust"})
    if (const auto found = out.said.find(name); found != out.said.end())
      std::ranges::sort(found->second);
  settle_sets(out);
  settle_sites(out);
  return out;
}

Wish wish_of(std::string_view text) {
  if (!text.starts_with(kHead)) return old_wish(text);
  Wish out;
  for (const std::string_view line : split(text.substr(kHead.size()), '\n')) {
    if (line.empty()) continue;
    const std::size_t space = line.find(' ');
    Texts& texts = out.said[std::string{line.substr(0, space)}];
    if (space != std::string_view::npos)
      texts.push_back(as_it_was(line.substr(space + 1)));
  }
  settle_sets(out);
  settle_sites(out);
  return out;
}

/// Nobody may have chosen that: who says nothing now gets what is followed now.
bool follows_as_01_did(const Wish& old, const Wish& now) {
  const auto was = old.said.find("follow");
  return old.is_old && was != old.said.end() &&
         was->second == Texts{std::string{kFollowOf01}} && !now.said.contains("follow");
}

/// Names of what differs.
std::set<std::string> differences(const Wish& a, const Wish& b) {
  std::set<std::string> out;
  const auto look = [&](const Wish& from, const Wish& at) {
    for (const auto& [name, texts] : from.said) {
      if ((a.is_old || b.is_old) && !kOldOptions.contains(name)) continue;
      if (name == "follow" && (follows_as_01_did(a, b) || follows_as_01_did(b, a)))
        continue;
      const auto other = at.said.find(name);
      if (other == at.said.end() || other->second != texts) out.insert(name);
    }
  };
  look(a, b);
  look(b, a);
  return out;
}

/// One option as it is typed; what holds if it is not.
std::string typed(const Wish& wish, const std::string& name) {
  const auto found = wish.said.find(name);
  if (found == wish.said.end()) {
    const OptionRole* const role = role_of(name);
    return role == nullptr || role->otherwise.empty()
               ? fmt::format("no --{}", name)
               : fmt::format("--{} {}", name, role->otherwise);
  }
  if (found->second.empty()) return "--" + name;
  std::string out;
  for (const std::string& text : found->second)
    out += fmt::format("{}--{} {}", out.empty() ? "" : " ", name, text);
  return out;
}

const Texts& sites_of(const Wish& wish) {
  static const Texts none;
  const auto found = wish.said.find(kSite);
  return found == wish.said.end() ? none : found->second;
}

/// Those of `sites` that `others` has not.
Texts without(const Texts& sites, const Texts& others) {
  Texts out;
  std::ranges::set_difference(sites, others, std::back_inserter(out));
  return out;
}

/// The sites of one of two commands: of many those that the other has not.
std::string typed_sites(const Wish& wish, const Wish& other) {
  constexpr std::size_t kAll = 6, kNamed = 3;
  const Texts& sites = sites_of(wish);
  if (sites.empty()) return "no site";
  if (sites.size() <= kAll) return fmt::format("{}", fmt::join(sites, " "));
  Texts own = without(sites, sites_of(other));
  if (own.empty()) return count_of(sites.size(), "site");
  const std::size_t more = own.size() - std::min(own.size(), kNamed);
  own.resize(own.size() - more);
  return fmt::format("{}, with {}{}", count_of(sites.size(), "site"), fmt::join(own, " "),
                     more == 0 ? std::string{} : fmt::format(" and {} more", more));
}

}  // namespace

std::string fetch_identity(const FetchCommandOptions& options) {
  std::set<std::string> sites;
  for (const std::string& url : options.discovery.urls) sites.insert(plain_url(url));
  std::string out{kHead};
  for (const std::string& site : sites)
    out += fmt::format("{} {}\n", kSite, on_one_line(site));
  for (const ShapingOption& option : options.shaping) {
    if (option.texts.empty()) out += fmt::format("{}\n", option.name);
    for (const std::string& text : option.texts)
      out += fmt::format("{} {}\n", option.name, on_one_line(text));
  }
  return out;
}

FetchDifference compare_fetches(const std::string& identity, const std::string& former) {
  using enum FetchDifference::Kind;
  FetchDifference out;
  if (identity == former) return out;
  const Wish now = wish_of(identity);
  const Wish was = wish_of(former);
  for (const std::string& name : differences(now, was)) {
    if (out.kind == none) out.kind = selection;
    if (name == kSite) continue;
    const OptionRole* const role = role_of(name);
    if (role == nullptr || role->shapes != Shapes::selection) out.kind = another;
    out.pages = true;
  }
  // What is followed since then has to be found.
  if (follows_as_01_did(was, now)) {
    if (out.kind == none) out.kind = selection;
    out.pages = true;
  }
  out.joined = without(sites_of(now), sites_of(was));
  out.left = without(sites_of(was), sites_of(now));
  const bool shares_a_site = out.joined.size() < sites_of(now).size();
  if (out.kind != none && !shares_a_site) out.kind = another;
  return out;
}

std::string what_differs(const std::string& identity, const std::string& former) {
  const Wish now = wish_of(identity);
  const Wish was = wish_of(former);
  std::string before, after;
  for (const std::string& name : differences(now, was)) {
    const bool is_site = name == kSite;
    before += fmt::format("{}{}", before.empty() ? "" : ", ",
                          is_site ? typed_sites(was, now) : typed(was, name));
    after += fmt::format("{}{}", after.empty() ? "" : ", ",
                         is_site ? typed_sites(now, was) : typed(now, name));
  }
  return fmt::format("before: {}; now: {}", before, after);
}

std::string first_of(const std::vector<std::string>& urls) {
  constexpr std::size_t kNamed = 3;
  const std::size_t named = std::min(urls.size(), kNamed);
  std::string out = fmt::format("{}", fmt::join(urls.begin(), urls.begin() + named, " "));
  if (named < urls.size()) out += fmt::format(" and {} more", urls.size() - named);
  return out;
}

}  // namespace semsite
