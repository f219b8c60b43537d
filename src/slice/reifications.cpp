#include "slice/reifications.hpp"

#include <string_view>
#include <utility>

#include "rdf/term_text.hpp"
#include "slice/reified.hpp"
#include "slice/slice_record.hpp"

namespace semsite {
namespace {

/// Between a record that is sought and the statement node that is about it.
constexpr char kAbout = '\x04';
constexpr std::size_t kSorters = 4;

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
          triple += predicate + " " + object + kAbout + statement.node;
          sought_.add(triple);
          if (!is_iri(object)) continue;
          triple = node_of(object);
          triple += record_mark::incoming;
          triple += subject + " " + predicate + kAbout + statement.node;
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
