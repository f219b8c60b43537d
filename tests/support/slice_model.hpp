#pragma once

#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rdf/namespaces.hpp"
#include "slice/slice_rules.hpp"

namespace semsite::test {

/// Triples, each a line of N-Triples without its end.
using Texts = std::set<std::string>;

/// `a`, `_:b` and `"c"` as terms; names are IRIs below http://e/, or of RDF.
inline std::string term(const std::string& name) {
  if (name.starts_with("_:") || name.starts_with('"')) return name;
  if (name.starts_with("rdf:")) return "<" + std::string{kRdf} + name.substr(4) + ">";
  return "<http://e/" + name + ">";
}

struct Triple {
  std::string s, p, o;
  friend auto operator<=>(const Triple&, const Triple&) = default;
};
using Graph = std::set<Triple>;

inline bool blank(const std::string& term) { return term.starts_with("_:"); }

/// The documents of a graph, made straight from the definitions on docs/slice.md.
class Model {
 public:
  explicit Model(Graph all) : all_(std::move(all)) {
    for (const Triple& t : all_) nodes_.insert({t.s, t.o});
    // The least sets for which the definition holds: from nothing upwards.
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::string& x : nodes_) {
        const Graph described = describe(x);
        const Graph pointing = point(x);
        changed = changed || described != cbd_[x] || pointing != back_[x];
        cbd_[x] = described;
        back_[x] = pointing;
      }
    }
  }

  [[nodiscard]] Graph slice(const std::string& u, const SliceRules& rules) {
    const Graph out = leaving(u);
    const Graph in = arriving(u);
    switch (rules.method) {
      case SliceMethod::subject:
        return rules.closure ? forward(u) : out;
      case SliceMethod::subject_object:
        return rules.closure ? sum(forward(u), backward(u)) : sum(out, in);
      case SliceMethod::cbd:
        return cbd_[u];
      case SliceMethod::scbd:
        return sum(back_[u], cbd_[u]);
      case SliceMethod::msg:
        break;
    }
    Graph all;
    for (const Triple& t : sum(out, in)) all = sum(all, msg(t));
    return all;
  }

  /// t and, transitively, every triple sharing a blank node with it.
  [[nodiscard]] Graph msg(const Triple& t) const {
    Graph out{t};
    for (std::size_t before = 0; before != out.size();) {
      before = out.size();
      for (const Triple& a : Graph{out})
        for (const Triple& b : all_)
          if ((blank(a.s) && (a.s == b.s || a.s == b.o)) ||
              (blank(a.o) && (a.o == b.s || a.o == b.o)))
            out.insert(b);
    }
    return out;
  }

  [[nodiscard]] const Graph& all() const { return all_; }
  [[nodiscard]] const std::set<std::string>& nodes() const { return nodes_; }

 private:
  static Graph sum(Graph a, const Graph& b) {
    a.insert(b.begin(), b.end());
    return a;
  }
  [[nodiscard]] Graph leaving(const std::string& x) const {
    Graph out;
    for (const Triple& t : all_)
      if (t.s == x) out.insert(t);
    return out;
  }
  [[nodiscard]] Graph arriving(const std::string& x) const {
    Graph out;
    for (const Triple& t : all_)
      if (t.o == x) out.insert(t);
    return out;
  }
  /// CBD, steps 1 and 2.
  [[nodiscard]] Graph forward(const std::string& x) const {
    Graph out = leaving(x);
    for (std::size_t before = 0; before != out.size();) {
      before = out.size();
      for (const Triple& t : Graph{out})
        if (blank(t.o)) out = sum(out, leaving(t.o));
    }
    return out;
  }
  /// SCBD, steps 1 and 2.
  [[nodiscard]] Graph backward(const std::string& x) const {
    Graph out = arriving(x);
    for (std::size_t before = 0; before != out.size();) {
      before = out.size();
      for (const Triple& t : Graph{out})
        if (blank(t.s) && t.s != x) out = sum(out, arriving(t.s));
    }
    return out;
  }
  [[nodiscard]] std::set<std::string> statements(const Triple& t) const {
    std::set<std::string> out;
    for (const std::string& r : nodes_)
      if (all_.contains({r, term("rdf:subject"), t.s}) &&
          all_.contains({r, term("rdf:predicate"), t.p}) &&
          all_.contains({r, term("rdf:object"), t.o}))
        out.insert(r);
    return out;
  }
  Graph describe(const std::string& x) {
    Graph out = sum(forward(x), cbd_[x]);
    for (const Triple& t : Graph{out})
      for (const std::string& r : statements(t)) out = sum(out, cbd_[r]);
    return out;
  }
  /// SCBD, steps 1 to 3.
  Graph point(const std::string& x) {
    Graph out = sum(backward(x), back_[x]);
    for (const Triple& t : Graph{out})
      for (const std::string& r : statements(t)) out = sum(out, sum(back_[r], cbd_[r]));
    return out;
  }

  Graph all_;
  std::set<std::string> nodes_;
  std::map<std::string, Graph> cbd_, back_;
};

inline Texts texts(const Graph& graph) {
  Texts out;
  for (const auto& [s, p, o] : graph) {
    std::string text = s;
    text.append(" ").append(p).append(" ").append(o);
    out.insert(text);
  }
  return out;
}

/// Small, with cycles of blank nodes and statements about triples.
inline Graph random_graph(std::mt19937& dice) {
  const auto one_of = [&](const std::vector<std::string>& names) {
    return term(names[dice() % names.size()]);
  };
  const std::vector<std::string> subjects{"a",   "b",   "c",   "r",  "s",
                                          "_:u", "_:v", "_:w", "_:x"};
  std::vector<std::string> objects = subjects;
  objects.insert(objects.end(), {"\"1\"", "\"2\""});
  Graph out;
  for (std::size_t count = 2 + dice() % 14; count > 0; --count)
    out.insert({one_of(subjects), one_of({"p", "q"}), one_of(objects)});
  // Statements about some of them, now and then with a part missing or another value.
  const std::vector<Triple> all{out.begin(), out.end()};
  for (std::size_t count = dice() % 4; count > 0; --count) {
    const Triple& about = all[dice() % all.size()];
    const std::string statement = one_of({"r", "s", "_:r", "_:x"});
    if (dice() % 8 != 0) out.insert({statement, term("rdf:subject"), about.s});
    if (dice() % 8 != 0) out.insert({statement, term("rdf:predicate"), about.p});
    if (dice() % 8 != 0) out.insert({statement, term("rdf:object"), about.o});
  }
  return out;
}

}  // namespace semsite::test
