#include "map/mapping_use.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "markup/html_node.hpp"

namespace semsite {
namespace {

/// Of one place in the tree, and namespaces: more than anybody means to write.
constexpr std::size_t kMostStrangers = 64;
/// A longer name is none that somebody misspelt.
constexpr std::size_t kLongestName = 256;

bool is_of_user(const MappingFile& file) { return !file.origin.empty(); }

}  // namespace

MappingSight::MappingSight(std::shared_ptr<const Mappings> mappings)
    : mappings_(std::move(mappings)),
      nodes_(mappings_->trie.size()),
      slots_(mappings_->trie.slots().size()),
      wanted_(mappings_->trie.size()) {
  for (const MappingFile& file : mappings_->files) {
    if (!is_of_user(file)) continue;
    for (const WrittenPath& path : file.paths)
      for (std::uint32_t node = path.node; node != kNoIndex && wanted_[node] == 0;
           node = mappings_->trie.node(node).parent)
        wanted_[node] = 1;
  }
}

void MappingSight::element(std::uint32_t parent, std::uint32_t node,
                           std::string_view namespace_, std::string_view local,
                           std::span<const XmlAttribute> attributes) {
  note_namespace(namespace_);
  for (const XmlAttribute& one : attributes) note_namespace(one.name.namespace_);
  // A document without entries says nothing of what entries have.
  if (++elements_ == 1) {
    root_ = {std::string{namespace_}, std::string{local}};
    root_node_ = node;
    return;
  }
  if (elements_ == 2) {
    if (root_node_ == kNoIndex)
      note_stranger(0, root_.namespace_, root_.local, Kind::element);
    else
      nodes_[root_node_] = 1;
  }
  if (parent == kNoIndex) return;
  if (node == kNoIndex) return note_stranger(parent, namespace_, local, Kind::element);
  nodes_[node] = 1;
  for (const XmlAttribute& one : attributes)
    note_stranger(node, one.name.namespace_, one.name.local, Kind::attribute);
}

void MappingSight::note_namespace(std::string_view iri) {
  if (iri.empty() || iri == last_namespace_ || iri.size() > kLongestName) return;
  last_namespace_ = iri;
  if (namespaces_.size() < kMostStrangers &&
      std::ranges::find(namespaces_, iri) == namespaces_.end())
    namespaces_.emplace_back(iri);
}

void MappingSight::note_stranger(std::uint32_t node, std::string_view namespace_,
                                 std::string_view local, Kind kind) {
  if (wanted_[node] == 0 || namespace_.size() + local.size() > kLongestName) return;
  std::vector<Stranger>& all = strangers_[node];
  const bool attribute = kind == Kind::attribute;
  const auto is_it = [&](const Stranger& one) {
    return one.name.local == local && one.name.namespace_ == namespace_ &&
           one.attribute == attribute;
  };
  if (all.size() < kMostStrangers && std::ranges::none_of(all, is_it))
    all.push_back({{std::string{namespace_}, std::string{local}}, attribute});
}

void MappingSight::add(const MappingSight& other) {
  const auto merge = [](std::vector<std::uint8_t>& to,
                        const std::vector<std::uint8_t>& from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] |= from[i];
  };
  merge(nodes_, other.nodes_);
  merge(slots_, other.slots_);
  for (const std::string& iri : other.namespaces_) note_namespace(iri);
  for (const auto& [node, all] : other.strangers_)
    for (const Stranger& one : all)
      note_stranger(node, one.name.namespace_, one.name.local,
                    one.attribute ? Kind::attribute : Kind::element);
}

std::span<const MappingSight::Stranger> MappingSight::strangers(
    std::uint32_t node) const {
  const auto found = strangers_.find(node);
  if (found == strangers_.end()) return {};
  return found->second;
}

namespace {

/// `"a", "b" and 3 more`.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 3;
  const std::size_t shown =
      names.size() <= kShown ? names.size() : std::size_t{kShown - 1};
  std::string out;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
    out += names[i];
  }
  if (shown < names.size()) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

/// What one file looked for and nobody had.
class UnmatchedOfFile {
 public:
  UnmatchedOfFile(const MappingSight& seen, const MappingFile& file)
      : seen_(seen), trie_(seen.mappings().trie), file_(file) {}

  [[nodiscard]] std::vector<std::string> notes() {
    for (const WrittenPath& path : file_.paths)
      if (could_match(path.node)) look_at(path);
    if (!any_document_) return {};
    tell_namespaces();
    for (const Missing& one : missing_)
      if (!told_namespaces_.contains(name_of(one).namespace_)) tell(one);
    tell_unused_prefixes();
    std::ranges::stable_sort(notes_, {}, &Note::line);
    std::vector<std::string> out;
    for (const Note& one : notes_)
      out.push_back(fmt::format("{}:{}: {}", file_.origin, one.line, one.text));
    return out;
  }

 private:
  /// Something that was not there, and who looked for it.
  struct Missing {
    std::uint32_t node = kNoIndex;  ///< the element, or the one that lacks `slot`
    std::uint32_t slot = kNoIndex;
    std::uint64_t line = 0;
    std::vector<std::string> maps, paths;
  };
  struct Note {
    std::uint64_t line = 0;
    std::string text;
  };

  /// Was a document with entries read whose root element is that of the path, or was
  /// most likely meant by it?
  bool could_match(std::uint32_t node) {
    while (trie_.node(node).depth > 1) node = trie_.node(node).parent;
    const bool could = seen_.has_node(node) || !meant(node).empty();
    any_document_ = any_document_ || could;
    return could;
  }

  void look_at(const WrittenPath& path) {
    note_used(path);
    // What never began has nothing in it.
    if (path.slot != kNoIndex && first_missing(path.iterator) != kNoIndex) return;
    Missing found{
        .node = first_missing(path.node), .line = path.line, .maps = {}, .paths = {}};
    if (found.node == kNoIndex) {
      if (path.slot == kNoIndex || seen_.has_slot(path.slot) ||
          trie_.slots()[path.slot].end == PathEnd::element)
        return;
      found.node = path.node;
      found.slot = path.slot;
    }
    auto at = std::ranges::find_if(missing_, [&](const Missing& one) {
      return one.node == found.node && one.slot == found.slot;
    });
    if (at == missing_.end()) at = missing_.insert(missing_.end(), std::move(found));
    at->line = std::min(at->line, path.line);
    std::vector<std::string>& who = path.slot == kNoIndex ? at->maps : at->paths;
    std::string name =
        path.slot == kNoIndex ? path.map : fmt::format("\"{}\"", excerpt(path.text));
    if (std::ranges::find(who, name) == who.end()) who.push_back(std::move(name));
  }

  void note_used(const WrittenPath& path) {
    for (std::uint32_t node = path.node; trie_.node(node).depth > 0;
         node = trie_.node(node).parent)
      used_.insert(trie_.name(node).namespace_);
    if (path.slot != kNoIndex)
      used_.insert(trie_.slots()[path.slot].attribute.namespace_);
  }

  /// The outermost element on the way to `node` that was not there.
  [[nodiscard]] std::uint32_t first_missing(std::uint32_t node) const {
    std::uint32_t out = kNoIndex;
    for (; trie_.node(node).depth > 0; node = trie_.node(node).parent)
      if (!seen_.has_node(node)) out = node;
    return out;
  }

  [[nodiscard]] const PathName& name_of(const Missing& one) const {
    return one.slot == kNoIndex ? trie_.name(one.node)
                                : trie_.slots()[one.slot].attribute;
  }

  /// As a path of the file has it.
  [[nodiscard]] std::string written(const PathName& name) const {
    if (name.namespace_.empty()) return name.local;
    for (const DeclaredPrefix& one : file_.prefixes)
      if (one.iri == name.namespace_) return fmt::format("{}:{}", one.prefix, name.local);
    if (name.namespace_ == kXmlNamespace) return fmt::format("xml:{}", name.local);
    return fmt::format("{} of the namespace {}", name.local, name.namespace_);
  }

  [[nodiscard]] std::string way_to(std::uint32_t node) const {
    if (trie_.node(node).depth == 0) return {};
    return fmt::format("{}/{}", way_to(trie_.node(node).parent),
                       written(trie_.name(node)));
  }

  /// What was there instead of the element `node`, or of the value `slot` of it; empty:
  /// nothing like it.
  [[nodiscard]] std::string meant(std::uint32_t node,
                                  std::uint32_t slot = kNoIndex) const {
    const bool attribute = slot != kNoIndex;
    const PathName& wanted = attribute ? trie_.slots()[slot].attribute : trie_.name(node);
    const std::uint32_t place = attribute ? node : trie_.node(node).parent;
    std::vector<MappingSight::Stranger> there;
    for (const PathTrie::Edge& edge : trie_.node(place).children)
      if (seen_.has_node(edge.node) && edge.name.local == wanted.local)
        there.push_back({edge.name});
    const auto strangers = seen_.strangers(place);
    there.insert(there.end(), strangers.begin(), strangers.end());
    std::stable_partition(there.begin(), there.end(),
                          [&](const auto& one) { return one.attribute == attribute; });
    const auto is_same = [&](const auto& one) { return one.name.local == wanted.local; };
    auto found = std::ranges::find_if(there, is_same);
    if (found == there.end()) {
      std::erase_if(there, [&](const auto& one) { return one.attribute != attribute; });
      std::vector<std::string> names;
      for (const auto& one : there) names.push_back(one.name.local);
      const auto near = nearest(wanted.local, names);
      if (!near) return {};
      found =
          std::ranges::find(there, *near, [](const auto& one) { return one.name.local; });
    }
    return fmt::format("{}{}", found->attribute ? "@" : "", written(found->name));
  }

  void tell(const Missing& one) {
    const std::string what =
        one.slot == kNoIndex
            ? fmt::format("no {} in {}", written(name_of(one)), place_of(one))
        : trie_.slots()[one.slot].end == PathEnd::attribute
            ? fmt::format("no @{} at {}", written(name_of(one)), way_to(one.node))
            : fmt::format("no text directly in {}", way_to(one.node));
    const bool text =
        one.slot != kNoIndex && trie_.slots()[one.slot].end == PathEnd::text;
    const std::string near = text ? std::string{} : meant(one.node, one.slot);
    if (!near.empty()) suggested_.insert(near.substr(near.front() == '@' ? 1 : 0));
    const auto& [kind, names] =
        one.maps.empty() ? std::pair{"path", one.paths} : std::pair{"map", one.maps};
    notes_.push_back(
        {one.line, fmt::format("the {}{} {} never matched: {}{}", kind,
                               names.size() == 1 ? "" : "s", listed(names), what,
                               near.empty() ? std::string{}
                                            : fmt::format(" (did you mean {}?)", near))});
  }

  [[nodiscard]] std::string place_of(const Missing& one) const {
    const std::uint32_t parent = trie_.node(one.node).parent;
    return trie_.node(parent).depth == 0 ? "any document" : way_to(parent);
  }

  void tell_namespaces() {
    for (const DeclaredPrefix& one : file_.prefixes) {
      if (!used_.contains(one.iri) || told_namespaces_.contains(one.iri) ||
          std::ranges::find(seen_.namespaces(), one.iri) != seen_.namespaces().end())
        continue;
      told_namespaces_.insert(one.iri);
      std::vector<std::string> maps;
      for (const Missing& missing : missing_)
        if (name_of(missing).namespace_ == one.iri)
          maps.insert(maps.end(), missing.maps.begin(), missing.maps.end());
      const std::string near = namespace_instead(one.iri);
      notes_.push_back(
          {one.line,
           fmt::format(
               "nothing that was read is in the namespace {} of the prefix \"{}\"{}{}",
               one.iri, one.prefix,
               near.empty() ? std::string{} : fmt::format(" (did you mean {}?)", near),
               maps.empty() ? std::string{}
                            : fmt::format(", so the map{} {} never matched",
                                          maps.size() == 1 ? "" : "s", listed(maps)))});
    }
  }

  /// Of an element that has the right name, or a namespace that is spelt like it.
  [[nodiscard]] std::string namespace_instead(const std::string& iri) const {
    for (const Missing& one : missing_) {
      const PathName& wanted = name_of(one);
      if (wanted.namespace_ != iri || one.slot != kNoIndex) continue;
      for (const auto& stranger : seen_.strangers(trie_.node(one.node).parent))
        if (stranger.name.local == wanted.local && !stranger.attribute &&
            !stranger.name.namespace_.empty())
          return stranger.name.namespace_;
    }
    std::vector<std::string> others;
    for (const std::string& one : seen_.namespaces())
      if (!used_.contains(one)) others.push_back(one);
    return nearest(iri, others).value_or(std::string{});
  }

  void tell_unused_prefixes() {
    std::set<std::string> told;
    for (const DeclaredPrefix& one : file_.prefixes) {
      const auto is_its_own = [&](const std::string& name) {
        return name.starts_with(one.prefix + ":");
      };
      if (used_.contains(one.iri) || std::ranges::any_of(suggested_, is_its_own) ||
          !told.insert(one.prefix).second)
        continue;
      notes_.push_back(
          {one.line, fmt::format("no path uses the prefix \"{}\"", one.prefix)});
    }
  }

  const MappingSight& seen_;
  const PathTrie& trie_;
  const MappingFile& file_;
  bool any_document_ = false;
  std::vector<Missing> missing_;
  std::set<std::string> used_, told_namespaces_, suggested_;
  std::vector<Note> notes_;
};

}  // namespace

std::vector<std::string> MappingUse::unmatched() const {
  const MutexLock lock{mutex_};
  std::vector<std::string> out;
  for (const MappingFile& file : seen_.mappings().files)
    if (is_of_user(file))
      std::ranges::move(UnmatchedOfFile{seen_, file}.notes(), std::back_inserter(out));
  return out;
}

}  // namespace semsite
