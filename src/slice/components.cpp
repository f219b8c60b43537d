#include "slice/components.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/term_text.hpp"
#include "slice/slice_record.hpp"

namespace semsite {
namespace {

/// So many sorters have memory at the same time.
constexpr std::size_t kSorters = 4;
constexpr std::size_t kOrderBytes = 8;

// What is sorted by node in one round.
constexpr char kJoins = '\x01';      ///< the node that it joins
constexpr char kStandsFor = '\x02';  ///< a node that has joined it, in any round
constexpr char kLinked = '\x03';     ///< what a node linked with it joins

/// The node's place in the order of a round, as text.
std::string order_of(std::string_view node, unsigned round) {
  std::uint64_t hash = 0xCBF29CE484222325ULL + round * 0x9E3779B97F4A7C15ULL;
  for (const char c : node) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3ULL;
  }
  hash ^= hash >> 29;
  hash *= 0xBF58476D1CE4E5B9ULL;
  std::string out(kOrderBytes, ' ');
  for (char& c : out) {
    c = static_cast<char>('0' + (hash & 63));
    hash >>= 6;
  }
  return out;
}

std::string pair(std::string_view node, char mark, std::string_view other) {
  std::string out{node};
  out += mark;
  out += other;
  return out;
}

}  // namespace

/// Links of one round, and who stood for whom before it.
struct Components::Round {
  const TemporaryFiles& files;
  std::size_t memory_bytes;
  const std::function<void()>& step;
  Sorter& names;  ///< takes those that are settled
  unsigned number = 0;

  [[nodiscard]] std::unique_ptr<Sorter> sorter(const char* what, unsigned round) const {
    return std::make_unique<Sorter>(
        files, std::string{what} + "-" + std::to_string(round), memory_bytes);
  }

  /// Finds what each node joins. The first link of a node is to the neighbour that comes
  /// first.
  [[nodiscard]] std::unique_ptr<Sorter> choose(Sorter& links) const {
    auto out = sorter("joins", number);
    std::string node, joins;
    for (RunMerge merge = links.merge(); merge.next();) {
      step();
      const SliceRecord record = split_record(merge.record());
      const std::string_view neighbour = record.rest.substr(kOrderBytes);
      if (record.node != node) {
        node = record.node;
        joins = record.rest < order_of(node, number) + node ? neighbour : node;
        out->add(pair(node, kJoins, joins));
      }
      if (record.node < neighbour) out->add(pair(neighbour, kLinked, joins));
    }
    return out;
  }

  struct Next {
    std::unique_ptr<Sorter> links, stand_for;
  };
  /// Lets everybody join. `stand_for` may be null: in the first round each stands for
  /// itself.
  [[nodiscard]] Next join(Sorter& joins, Sorter* stand_for) const {
    Next out{sorter("links", number + 1), sorter("stands", number + 1)};
    std::vector<std::string> runs = joins.finish();
    if (stand_for != nullptr)
      for (const std::string& run : stand_for->finish()) runs.push_back(run);
    std::string node, joined;
    for (RunMerge merge{runs, memory_bytes}; merge.next();) {
      step();
      const SliceRecord record = split_record(merge.record());
      if (record.mark == kJoins) {
        node = record.node;
        joined = record.rest;
        if (stand_for == nullptr) out.stand_for->add(pair(joined, kStandsFor, node));
      } else if (record.mark == kStandsFor) {
        // Without a link it has got its name for good.
        if (record.node == node) {
          out.stand_for->add(pair(joined, kStandsFor, record.rest));
        } else {
          names.add(pair(record.rest, kJoins, record.node));
        }
      } else if (record.rest != joined) {
        add_link(*out.links, record.rest, joined, number + 1);
      }
    }
    return out;
  }

  static void add_link(Sorter& links, std::string_view a, std::string_view b,
                       unsigned round) {
    links.add(pair(a, kLinked, order_of(b, round) + std::string{b}));
    links.add(pair(b, kLinked, order_of(a, round) + std::string{a}));
  }
};

Components::Components(const TemporaryFiles& files, std::size_t memory_bytes)
    : files_(files),
      memory_bytes_(memory_bytes / kSorters),
      links_(std::make_unique<Sorter>(files, "links-0", memory_bytes_)) {}

void Components::link(std::string_view a, std::string_view b) {
  if (a != b) Round::add_link(*links_, a, b, 0);
}

std::unique_ptr<Sorter> Components::resolve(const std::function<void()>& step) {
  auto names = std::make_unique<Sorter>(files_, "names", memory_bytes_);
  Round round{files_, memory_bytes_, step, *names};
  std::unique_ptr<Sorter> stand_for;
  for (std::unique_ptr<Sorter> links = std::move(links_); !links->empty();
       ++round.number) {
    const std::unique_ptr<Sorter> joins = round.choose(*links);
    links.reset();
    Round::Next next = round.join(*joins, stand_for.get());
    links = std::move(next.links);
    stand_for = std::move(next.stand_for);
  }
  if (stand_for) {
    for (RunMerge merge = stand_for->merge(); merge.next();) {
      const SliceRecord record = split_record(merge.record());
      names->add(pair(record.rest, kJoins, record.node));
    }
  }
  return names;
}

namespace {

/// What a triple and its share of nodes take beside their text, about.
constexpr std::size_t kTripleFrame = 300;

}  // namespace

ComponentGraph::Node ComponentGraph::node(std::string_view term) {
  const std::string_view name = node_of(term);
  const auto [place, is_new] = nodes_.try_emplace(name, static_cast<Node>(names_.size()));
  if (is_new) {
    names_.push_back(name);
    from_.emplace_back();
    to_.emplace_back();
  }
  return place->second;
}

void ComponentGraph::add(std::string_view triple) {
  const std::string& text = texts_.emplace_back(triple);
  text_bytes_ += text.size();
  const TripleText parts = split_triple(text);
  const auto index = static_cast<Index>(triples_.size());
  // A literal is a node like others: it has no triples, but a place in `to_`.
  const Node subject = node(parts.subject);
  const Node object = node(parts.object);
  triples_.push_back({subject, object, text});
  from_[subject].push_back(index);
  to_[object].push_back(index);
  // What points to a triple term points to the blank nodes in it.
  if (is_triple_text(parts.object))
    each_label_text(parts.object,
                    [&](std::string_view label) { to_[node(label)].push_back(index); });
}

std::size_t ComponentGraph::bytes() const {
  return text_bytes_ + triples_.size() * kTripleFrame;
}

void ComponentGraph::clear() {
  triples_.clear();
  nodes_.clear();
  names_.clear();
  from_.clear();
  to_.clear();
  texts_.clear();
  text_bytes_ = 0;
}

/// Finds the statements about each triple: nodes with its subject, predicate and object
/// as values of rdf:subject, rdf:predicate and rdf:object.
void ComponentGraph::index_statements() {
  statements_.assign(triples_.size(), {});
  if (!rules_.follows_reifications()) return;
  std::unordered_map<std::string_view, Index, KeyedHash, std::equal_to<>> by_text;
  for (Node statement = 0; statement < from_.size(); ++statement) {
    const Values values = values_of(statement);
    if (!values.is_statement()) continue;
    if (by_text.empty())
      for (Index index = 0; index < triples_.size(); ++index)
        by_text.emplace(triples_[index].text, index);
    std::string text;
    for (const std::string_view subject : values.subjects)
      for (const std::string_view predicate : values.predicates)
        for (const std::string_view object : values.objects) {
          text.assign(subject).append(" ").append(predicate).append(" ").append(object);
          if (const auto found = by_text.find(text); found != by_text.end())
            statements_[found->second].push_back(statement);
        }
  }
}

ComponentGraph::Values ComponentGraph::values_of(Node statement) const {
  Values out;
  for (const Index index : from_[statement]) {
    const TripleText parts = split_triple(triples_[index].text);
    const std::string_view predicate = node_of(parts.predicate);
    if (predicate == kRdfSubject) out.subjects.push_back(parts.object);
    if (predicate == kRdfPredicate) out.predicates.push_back(parts.object);
    if (predicate == kRdfObject) out.objects.push_back(parts.object);
  }
  return out;
}

void ComponentGraph::go(Node node, Role role) {
  std::uint32_t& seen = seen_[std::size_t{node} * kRoles + role];
  if (seen == stamp_) return;
  seen = stamp_;
  waiting_.push_back({node, role});
}

void ComponentGraph::include(Index index, Role role) {
  if (included_[index] != stamp_) {
    included_[index] = stamp_;
    found_.push_back(index);
  }
  for (const Node statement : statements_[index]) {
    go(statement, role == describe ? describe : describe_widely);
    if (role != describe) go(statement, point_to);
  }
}

void ComponentGraph::visit(Step step) {
  if (step.role == point_to) {
    for (const Index index : to_[step.node]) {
      include(index, step.role);
      const Node subject = triples_[index].subject;
      if (is_blank(names_[subject])) go(subject, point_to);
    }
    return;
  }
  for (const Index index : from_[step.node]) {
    include(index, step.role);
    each_label_text(names_[triples_[index].object],
                    [&](std::string_view label) { go(nodes_.at(label), step.role); });
  }
}

void ComponentGraph::search(Node start) {
  ++stamp_;
  found_.clear();
  go(start, describe);
  if (rules_.takes_objects()) go(start, point_to);
  while (!waiting_.empty()) {
    const Step step = waiting_.back();
    waiting_.pop_back();
    visit(step);
  }
}

void ComponentGraph::give(Node entity,
                          const std::function<void(std::string_view)>& take) {
  for (const Index index : found_) {
    const Triple& triple = triples_[index];
    if (triple.subject == entity) continue;
    const bool incoming = triple.object == entity;
    if (incoming && rules_.takes_objects()) continue;
    record_ = names_[entity];
    record_ += incoming ? record_mark::incoming : record_mark::statement;
    const TripleText parts = split_triple(triple.text);
    record_ += incoming ? triple.text.substr(
                              0, parts.subject.size() + 1 + parts.predicate.size())
                        : triple.text;
    take(record_);
  }
}

void ComponentGraph::slice(const std::function<void(std::string_view)>& take) {
  index_statements();
  stamp_ = 0;
  seen_.assign(names_.size() * kRoles, 0);
  included_.assign(triples_.size(), 0);
  const bool whole = rules_.method == SliceMethod::msg;
  found_.resize(whole ? triples_.size() : 0);
  if (whole) std::iota(found_.begin(), found_.end(), Index{0});
  for (Node entity = 0; entity < names_.size(); ++entity) {
    const bool is_entity =
        !from_[entity].empty() || (rules_.takes_objects() && !to_[entity].empty());
    if (!is_entity || names_[entity].starts_with('"') || is_blank(names_[entity]) ||
        is_triple_text(names_[entity]) || !rules_.covers(names_[entity]))
      continue;
    if (!whole) search(entity);
    give(entity, take);
  }
}

namespace {

/// Between a record that is sought and the statement node that is about it.
constexpr char kAbout = '\x04';

/// The values of rdf:subject, rdf:predicate and rdf:object of one node.
struct Statement {
  std::string node;
  std::vector<std::string> subjects, predicates, objects;

  [[nodiscard]] bool is_whole() const {
    return !subjects.empty() && !predicates.empty() && !objects.empty();
  }
  [[nodiscard]] bool is_excessive() const {
    return semsite::is_excessive(subjects.size(), predicates.size(), objects.size());
  }
};

/// Goes through sorted records together with another sorted stream.
class Cursor {
 public:
  explicit Cursor(Sorter& sorter) : merge_(sorter.merge()), more_(merge_.next()) {}

  [[nodiscard]] bool ended() const { return !more_; }
  [[nodiscard]] std::string_view record() const { return merge_.record(); }
  void advance() { more_ = merge_.next(); }

 private:
  RunMerge merge_;
  bool more_;
};

class Join {
 public:
  Join(const TripleRuns& runs, const TemporaryFiles& files, std::size_t memory_bytes,
       Sorter& linked, Components& components, const std::function<void()>& step)
      : runs_(runs),
        memory_bytes_(memory_bytes / kSorters),
        linked_(linked),
        components_(components),
        step_(step),
        nodes_(files, "statements", memory_bytes_),
        sought_(files, "reified", memory_bytes_) {}

  std::size_t run() {
    collect();
    match();
    return left_out_;
  }

 private:
  void collect() {
    Statement open;
    for (RunMerge merge{runs_.reifications, memory_bytes_}; merge.next();) {
      step_();
      const SliceRecord record = split_record(merge.record());
      if (record.node != open.node) {
        seek(open);
        open = {.node = std::string{record.node},
                .subjects = {},
                .predicates = {},
                .objects = {}};
      }
      // Beyond any use, and memory is bounded.
      auto& values = record.mark == '\x01'   ? open.subjects
                     : record.mark == '\x02' ? open.predicates
                                             : open.objects;
      if (values.size() <= kMostReified) values.emplace_back(record.rest);
    }
    seek(open);
  }

  /// Notes the records under which the triples stand that a statement is about.
  void seek(const Statement& statement) {
    if (!statement.is_whole()) return;
    if (statement.is_excessive()) {
      ++left_out_;
      return;
    }
    nodes_.add(statement.node);
    for (const std::string& subject : statement.subjects) {
      if (subject.starts_with('"') || is_triple_text(subject)) continue;
      for (const std::string& predicate : statement.predicates) {
        if (!is_iri(predicate)) continue;
        for (const std::string& object : statement.objects) {
          std::string triple{node_of(subject)};
          triple += record_mark::outgoing;
          ((((triple += predicate) += ' ') += object) += kAbout) += statement.node;
          sought_.add(triple);
          if (!is_iri(object)) continue;
          triple = node_of(object);
          triple += record_mark::incoming;
          ((((triple += subject) += ' ') += predicate) += kAbout) += statement.node;
          sought_.add(triple);
        }
      }
    }
  }

  /// All triples by subject, and by object if that is needed, beside the nodes and the
  /// triples that are looked for.
  void match() {
    std::vector<std::string> runs = runs_.direct;
    runs.insert(runs.end(), runs_.linked.begin(), runs_.linked.end());
    Cursor nodes{nodes_};
    Cursor sought{sought_};
    if (nodes.ended()) return;
    for (RunMerge merge{runs, memory_bytes_}; merge.next();) {
      step_();
      const SliceRecord record = split_record(merge.record());
      while (!nodes.ended() && nodes.record() < record.node) nodes.advance();
      const bool is_statement = !nodes.ended() && nodes.record() == record.node;
      if (is_statement) linked_.add(merge.record());
      while (!sought.ended() && sought_record(sought) < merge.record()) sought.advance();
      for (; !sought.ended() && sought_record(sought) == merge.record(); sought.advance())
        reified(record, is_statement, sought.record().substr(merge.record().size() + 1));
    }
  }

  static std::string_view sought_record(const Cursor& sought) {
    return sought.record().substr(0, sought.record().rfind(kAbout));
  }

  /// `statement` is about the triple of `record`.
  void reified(const SliceRecord& record, bool is_statement, std::string_view statement) {
    if (is_statement || is_blank(record.node)) components_.link(statement, record.node);
    if (record.mark != record_mark::outgoing) return;
    const std::string_view object = split_object(record.rest);
    each_label_text(object,
                    [&](std::string_view label) { components_.link(statement, label); });
    std::string triple{statement};
    triple += record_mark::statement;
    append_triple(triple, record);
    linked_.add(triple);
  }

  static std::string_view split_object(std::string_view rest) {
    return rest.substr(rest.find(' ') + 1);
  }

  const TripleRuns& runs_;
  std::size_t memory_bytes_;
  Sorter& linked_;
  Components& components_;
  const std::function<void()>& step_;
  Sorter nodes_;   ///< statement nodes
  Sorter sought_;  ///< records with the statement that is about them
  std::size_t left_out_ = 0;
};

}  // namespace

std::size_t join_reifications(const TripleRuns& runs, const TemporaryFiles& files,
                              std::size_t memory_bytes, Sorter& linked,
                              Components& components, const std::function<void()>& step) {
  return Join{runs, files, memory_bytes, linked, components, step}.run();
}

}  // namespace semsite
