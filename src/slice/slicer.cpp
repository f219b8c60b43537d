#include "slice/slicer.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/term_text.hpp"
#include "rdf/triple_term.hpp"
#include "slice/components.hpp"
#include "slice/slice_record.hpp"

namespace semsite {
namespace {

/// Writes the records of one batch.
class Writer {
 public:
  Writer(const SliceRules& rules, std::string_view scope, BatchRecords& out)
      : rules_(rules), scope_(scope), out_(out), texts_(out.texts) {}

  void add(const Quad& quad) {
    const bool subject_is_blank = quad.subject.kind == TermKind::blank;
    const bool object_is_blank = quad.object.kind == TermKind::blank;
    if (!subject_is_blank && is_wanted(quad.subject)) outgoing(quad, record_kind::direct);
    if (quad.object.kind == TermKind::iri && rules_.takes_objects() &&
        is_wanted(quad.object) && quad.object != quad.subject)
      incoming(quad, record_kind::direct);
    if (!rules_.follows_blanks()) return;
    if (subject_is_blank) {
      outgoing(quad, record_kind::linked);
    } else if (object_is_blank) {
      incoming(quad, record_kind::linked);
    } else if (quad.object.kind == TermKind::triple && holds_blank(quad.object)) {
      outgoing(quad, record_kind::linked);
    }
    if (rules_.follows_reifications()) reification(quad);
  }

 private:
  /// Where statements about triples are followed, whose node may be any IRI, all count.
  [[nodiscard]] bool is_wanted(const Term& iri) const {
    return rules_.follows_reifications() || rules_.covers(iri.value);
  }

  void begin(char kind, const Term& node, char mark) {
    put(kind);
    if (node.kind == TermKind::iri) {
      texts_.append(node.value);
    } else {
      append_term(texts_, node, scope_);
    }
    put(mark);
  }

  void put(char c) { out_.put(c); }
  void term(const Term& term) { append_term(texts_, term, scope_); }
  void end() { out_.end(); }

  void outgoing(const Quad& quad, char kind) {
    begin(kind, quad.subject, record_mark::outgoing);
    term(quad.predicate);
    put(' ');
    term(quad.object);
    end();
  }

  void incoming(const Quad& quad, char kind) {
    begin(kind, quad.object, record_mark::incoming);
    term(quad.subject);
    put(' ');
    term(quad.predicate);
    end();
  }

  void reification(const Quad& quad) {
    const std::string_view predicate = quad.predicate.value;
    if (!predicate.starts_with(kRdf)) return;
    const char place = predicate == kRdfSubject     ? '\x01'
                       : predicate == kRdfPredicate ? '\x02'
                       : predicate == kRdfObject    ? '\x03'
                                                    : '\0';
    if (place == '\0') return;
    begin(record_kind::reification, quad.subject, place);
    term(quad.object);
    end();
  }

  const SliceRules& rules_;
  std::string_view scope_;
  BatchRecords& out_;
  TextBuffer& texts_;
};

}  // namespace

BatchRecords SliceSink::records_of(const QuadBatch& batch) const {
  BatchRecords out;
  Writer writer{rules_, batch.document().scope, out};
  for (const Quad& quad : batch.quads()) writer.add(quad);
  return out;
}

void SliceSink::write(const QuadBatch& batch) { lanes_.add(batch, records_of(batch)); }

namespace {

std::vector<std::string> joined(std::vector<std::string> some,
                                const std::vector<std::string>& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

/// Links the blank nodes of each triple, and statement nodes with those of their triples.
void link_nodes(const std::vector<std::string>& runs, std::size_t memory_bytes,
                Components& components, const SliceWatch& watch) {
  for (RunMerge merge{runs, memory_bytes}; merge.next();) {
    watch.step();
    const SliceRecord record = split_record(merge.record());
    const std::string_view other = record.mark == record_mark::outgoing
                                       ? record.rest.substr(record.rest.find(' ') + 1)
                                   : record.mark == record_mark::incoming
                                       ? record.rest.substr(0, record.rest.find(' '))
                                       : std::string_view{};
    each_label_text(other,
                    [&](std::string_view label) { components.link(record.node, label); });
  }
}

/// Puts each triple under the name of its component.
void sort_by_component(const std::vector<std::string>& runs, std::size_t memory_bytes,
                       Sorter& names, Sorter& out, const SliceWatch& watch) {
  RunMerge named = names.merge();
  bool more = named.next();
  std::string line;
  for (RunMerge merge{runs, memory_bytes}; merge.next();) {
    watch.step();
    const SliceRecord record = split_record(merge.record());
    while (more && split_record(named.record()).node < record.node) more = named.next();
    const SliceRecord name = more ? split_record(named.record()) : SliceRecord{};
    line = more && name.node == record.node ? name.rest : record.node;
    line += record_mark::outgoing;
    append_triple(line, record);
    out.add(line);
  }
}

/// Slices one component after another.
class ComponentRun {
 public:
  ComponentRun(const SliceRules& rules, std::size_t memory_bytes, const SliceWatch& watch,
               Sorter& out)
      : graph_(rules), memory_bytes_(memory_bytes), watch_(watch), out_(out) {}

  void run(Sorter& triples) {
    for (RunMerge merge = triples.merge(); merge.next();) {
      watch_.step();
      const SliceRecord record = split_record(merge.record());
      if (record.node != name_) {
        end();
        name_ = record.node;
      }
      ++triples_;
      bytes_ += record.rest.size();
      if (too_large_) continue;
      graph_.add(record.rest);
      if (graph_.bytes() <= memory_bytes_) continue;
      too_large_ = true;
      graph_.clear();
    }
    end();
  }

 private:
  void end() {
    if (too_large_) {
      watch_.faults.report(
          {.code = "slice.component-too-large",
           .message = fmt::format(
               "the {} triples ({}) that hang together by blank nodes with {} do not fit "
               "into memory: documents have them only where their entity is subject or, "
               "if the method takes objects, object; give more with --memory",
               grouped(triples_), human_bytes(bytes_), name_),
           .statement = {}});
    } else {
      graph_.slice([this](std::string_view record) {
        watch_.step();
        out_.add(record);
      });
    }
    graph_.clear();
    too_large_ = false;
    triples_ = bytes_ = 0;
  }

  ComponentGraph graph_;
  std::size_t memory_bytes_;
  const SliceWatch& watch_;
  Sorter& out_;
  std::string name_;
  bool too_large_ = false;
  std::uint64_t triples_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Slicer::Slicer(SliceRules rules, const TemporaryFiles& files, IntakeRoom room)
    : rules_(std::move(rules)),
      files_(files),
      memory_bytes_(room.memory_bytes),
      intake_(files, room),
      sink_(rules_, intake_) {}

void Slicer::follow_blanks(const TripleRuns& runs, const SliceWatch& watch,
                           Sorter& more) {
  Sorter by_component{files_, "components", memory_bytes_ / 4};
  {
    Sorter linked{files_, "linked", memory_bytes_ / 4};
    std::unique_ptr<Sorter> names;
    std::vector<std::string> all;
    {
      Components components{files_, memory_bytes_ / 2};
      if (!runs.reifications.empty()) {
        const std::size_t left_out = join_reifications(runs, files_, memory_bytes_ / 4,
                                                       linked, components, watch.step);
        if (left_out > 0)
          watch.faults.report(
              {.code = "slice.too-many-reified",
               .message = fmt::format(
                   "{} nodes have so many values of rdf:subject, rdf:predicate and "
                   "rdf:object that each would be about more than {} triples: they are "
                   "not taken for statements about any",
                   left_out, grouped(kMostReified)),
               .statement = {}});
      }
      all = joined(runs.linked, linked.finish());
      link_nodes(all, memory_bytes_ / 4, components, watch);
      names = components.resolve(watch.step);
    }
    sort_by_component(all, memory_bytes_ / 4, *names, by_component, watch);
  }
  ComponentRun{rules_, memory_bytes_ / 2, watch, more}.run(by_component);
}

SliceResult Slicer::finish(const SliceWatch& watch,
                           const std::function<void(std::string_view)>& take) {
  intake_.finish();
  const auto runs_of = [&](char kind) {
    return reduce_runs(intake_.runs(kind), files_, std::string{"all-"} + kind,
                       memory_bytes_);
  };
  const TripleRuns runs{.direct = runs_of(record_kind::direct),
                        .linked = runs_of(record_kind::linked),
                        .reifications = runs_of(record_kind::reification)};
  Sorter more{files_, "more", memory_bytes_ / 4};
  if (!runs.linked.empty() || !runs.reifications.empty())
    follow_blanks(runs, watch, more);
  SliceText text{rules_, take};
  for (RunMerge merge{joined(runs.direct, more.finish()), memory_bytes_ / 2};
       merge.next();) {
    watch.step();
    text.add(merge.record(), merge.shared());
  }
  text.finish();
  return {.documents = text.documents(), .quads = text.quads()};
}

}  // namespace semsite
