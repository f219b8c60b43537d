#include "report/changes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"

namespace semsite::changes_test {
namespace {

using Lines = std::set<std::string>;

std::string text_of(const Lines& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

struct Written {
  std::string text;
  std::uint64_t unexpressed = 0;
};

Written write(ChangeForm form, std::string_view before, std::string_view after,
              const ChangeWriter::SharesGraph& shares = {}) {
  Written out;
  ChangeWriter writer{form, [&](std::string_view text) { out.text += text; }, shares};
  writer.document(before, after);
  writer.finish();
  out.unexpressed = writer.unexpressed();
  return out;
}

Written update(std::string_view before, std::string_view after,
               const ChangeWriter::SharesGraph& shares = {}) {
  return write(ChangeForm::sparql_update, before, after, shares);
}

constexpr std::string_view kUpdateHead =
    "# semsite changes: SPARQL 1.1 Update, a line ';' after each operation\n";

TEST(ChangePatch, HasWhatIsGoneAndWhatIsNew) {
  EXPECT_EQ(write(ChangeForm::patch, "<x:a> <x:p> <x:1> .\n<x:b> <x:p> _:b .\n",
                  "<x:c> <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:1> .\n")
                .text,
            "# semsite changes: D = quad removed, A = quad added\n"
            "D <x:b> <x:p> _:b .\n"
            "A <x:c> <x:p> <x:1> <x:g> .\n"
            "# end: 1 removed, 1 added\n");
}

TEST(ChangePatch, AnUnchangedDocumentSaysNothingWhateverItsOrder) {
  EXPECT_EQ(write(ChangeForm::patch, "<x:a> <x:p> <x:1> .\n<x:b> <x:p> <x:1> .\n",
                  "<x:b> <x:p> <x:1> .\n<x:a> <x:p> <x:1> .\n<x:b> <x:p> <x:1> .")
                .text,
            "# semsite changes: D = quad removed, A = quad added\n"
            "# end: 0 removed, 0 added\n");
}

// RDF 1.2 Concepts §3.4: tags are compared without case.
TEST(ChangePatch, ATagThatHasAnotherCaseIsNoChange) {
  for (const ChangeForm form : {ChangeForm::patch, ChangeForm::sparql_update}) {
    const std::string out =
        write(form, "<x:a> <x:p> \"1\"@EN .\n<x:a> <x:p> \"1\"@ar--ltr .\n",
              "<x:a> <x:p> \"1\"@AR--ltr .\n<x:a> <x:p> \"1\"@En .\n"
              "<x:a> <x:p> \"1\"@en .\n")
            .text;
    EXPECT_NE(out.find("# end: 0 removed, 0 added\n"), std::string::npos) << out;
  }
  EXPECT_EQ(write(ChangeForm::patch, "<x:a> <x:p> \"1\"@EN .\n<x:a> <x:p> \"@A\" .\n",
                  "<x:a> <x:p> \"1\"@EN--ltr .\n<x:a> <x:p> \"@a\" .\n")
                .text,
            "# semsite changes: D = quad removed, A = quad added\n"
            "D <x:a> <x:p> \"1\"@EN .\nD <x:a> <x:p> \"@A\" .\n"
            "A <x:a> <x:p> \"1\"@EN--ltr .\nA <x:a> <x:p> \"@a\" .\n"
            "# end: 2 removed, 2 added\n");
}

TEST(ChangePatch, AppliedToTheOldLinesGivesTheNewOnes) {
  std::mt19937 random{7};
  for (int round = 0; round < 50; ++round) {
    Lines before, after;
    for (int i = 0; i < 3'000; ++i) {
      const std::string line =
          "<x:s> <x:p> \"" + std::to_string(random() % 5'000) + "\" <x:g> .";
      if (random() % 2 == 0) before.insert(line);
      if (random() % 2 == 0) after.insert(line);
    }
    const std::string patch =
        write(ChangeForm::patch, text_of(before), text_of(after)).text;
    Lines store = before;
    for (const std::string_view line : split(patch, '\n')) {
      const std::string quad{line.substr(line.size() < 2 ? line.size() : 2)};
      if (line.starts_with("D ")) {
        EXPECT_EQ(store.erase(quad), 1U) << quad;
      } else if (line.starts_with("A ")) {
        EXPECT_TRUE(store.insert(quad).second) << quad;
      }
    }
    EXPECT_EQ(store, after);
  }
}

TEST(ChangeUpdate, GroundQuadsAreDeletedAndInsertedGraphByGraph) {
  const Written out = update(
      "<x:a> <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:2> .\n<x:a> <x:p> <x:3> <x:h> .\n",
      "<x:a> <x:p> \"1\"@en <x:g> .\n<x:a> <x:p> <x:3> <x:h> .\n");
  EXPECT_EQ(out.text, std::string{kUpdateHead} +
                          "DELETE DATA {\n"
                          "<x:a> <x:p> <x:2> .\n"
                          "}\n;\n"
                          "DELETE DATA {\n"
                          "GRAPH <x:g> {\n"
                          "<x:a> <x:p> <x:1> .\n"
                          "}\n}\n;\n"
                          "INSERT DATA {\n"
                          "GRAPH <x:g> {\n"
                          "<x:a> <x:p> \"1\"@en .\n"
                          "}\n}\n;\n"
                          "# end: 2 removed, 1 added\n");
}

TEST(ChangeUpdate, BlankNodesThatDidNotChangeAreLeftAlone) {
  const Written out = update("_:b1 <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:1> <x:g> .\n",
                             "_:b1 <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:2> <x:g> .\n");
  EXPECT_EQ(out.text.find("DROP"), std::string::npos);
  EXPECT_EQ(out.text.find("_:"), std::string::npos);
  EXPECT_EQ(out.unexpressed, 0U);
}

TEST(ChangeUpdate, BlankNodesApartFromTheOldOnesAreInserted) {
  const Written out =
      update("_:b1 <x:p> <x:1> .\n",
             "_:b1 <x:p> <x:1> .\n_:b2 <x:p> _:b3 .\n_:b3 <x:p> <x:2> .\n");
  EXPECT_EQ(out.text, std::string{kUpdateHead} +
                          "INSERT DATA {\n"
                          "_:b2 <x:p> _:b3 .\n"
                          "_:b3 <x:p> <x:2> .\n"
                          "}\n;\n"
                          "# end: 0 removed, 2 added\n");
}

TEST(ChangeUpdate, AGraphWhoseBlankNodesChangedIsWrittenAnew) {
  const Written out = update(
      "_:b1 <x:p> <x:1> <x:g> .\n<x:a> <x:p> _:b1 <x:g> .\n"
      "<x:a> <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:1> <x:h> .\n",
      "_:b1 <x:p> <x:2> <x:g> .\n<x:a> <x:p> _:b1 <x:g> .\n"
      "<x:a> <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:1> <x:h> .\n");
  EXPECT_EQ(out.text, std::string{kUpdateHead} +
                          "DROP SILENT GRAPH <x:g>\n;\n"
                          "INSERT DATA {\n"
                          "GRAPH <x:g> {\n"
                          "<x:a> <x:p> <x:1> .\n"
                          "}\n}\n;\n"
                          "INSERT DATA {\n"
                          "GRAPH <x:g> {\n"
                          "<x:a> <x:p> _:b1 .\n"
                          "_:b1 <x:p> <x:2> .\n"
                          "}\n}\n;\n"
                          "# end: 1 removed, 1 added\n");
}

TEST(ChangeUpdate, GraphsWithABlankNodeInCommonAreWrittenAnewTogether) {
  const Written out = update(
      "_:b1 <x:p> <x:1> <x:g> .\n_:b1 <x:q> <x:1> <x:h> .\n_:b2 <x:q> <x:1> <x:i> .\n",
      "_:b1 <x:p> <x:2> <x:g> .\n_:b1 <x:q> <x:1> <x:h> .\n_:b2 <x:q> <x:1> <x:i> .\n");
  EXPECT_NE(out.text.find("DROP SILENT GRAPH <x:g>\n;\nDROP SILENT GRAPH <x:h>\n;\n"
                          "INSERT DATA {\nGRAPH <x:g> {\n_:b1 <x:p> <x:2> .\n}\n"
                          "GRAPH <x:h> {\n_:b1 <x:q> <x:1> .\n}\n}\n;\n"),
            std::string::npos)
      << out.text;
  EXPECT_EQ(out.text.find("<x:i>"), std::string::npos);
}

TEST(ChangeUpdate, AGraphOfSeveralDocumentsIsNeverDropped) {
  const auto shared = [](std::string_view graph) { return graph == "x:g"; };
  const Written out =
      update("_:b1 <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:1> <x:g> .\n",
             "_:b1 <x:p> <x:2> <x:g> .\n<x:a> <x:p> <x:2> <x:g> .\n", shared);
  EXPECT_EQ(out.text.find("DROP"), std::string::npos);
  EXPECT_EQ(out.text.find("_:"), std::string::npos);
  EXPECT_NE(out.text.find("<x:a> <x:p> <x:2> ."), std::string::npos);
  EXPECT_EQ(out.unexpressed, 2U);
  EXPECT_NE(out.text.find("# not expressed: 2 changed quads"), std::string::npos);
  EXPECT_TRUE(out.text.ends_with("# end: 2 removed, 2 added, 2 not expressed\n"));
}

TEST(ChangeUpdate, TheDefaultGraphAndBlankGraphsAreNeverDropped) {
  EXPECT_EQ(update("_:b1 <x:p> <x:1> .\n", "_:b1 <x:p> <x:2> .\n").unexpressed, 2U);
  EXPECT_EQ(update("<x:a> <x:p> <x:1> _:g .\n", "").unexpressed, 1U);
  EXPECT_EQ(update("", "<x:a> <x:p> <x:1> _:g .\n").unexpressed, 1U);
}

TEST(ChangeUpdate, ADocumentThatIsGoneLeavesNothing) {
  const Written out = update("_:b1 <x:p> <x:1> <x:g> .\n<x:a> <x:p> <x:1> <x:h> .\n", "");
  EXPECT_EQ(out.text, std::string{kUpdateHead} +
                          "DELETE DATA {\nGRAPH <x:h> {\n<x:a> <x:p> <x:1> .\n}\n}\n;\n"
                          "DROP SILENT GRAPH <x:g>\n;\n"
                          "# end: 2 removed, 0 added\n");
}

TEST(ChangeUpdate, OperationsHaveAtMostAThousandQuads) {
  Lines lines;
  for (int i = 0; i < 2'500; ++i)
    lines.insert("<x:" + std::to_string(i) + "> <x:p> <x:o> .");
  const std::string out = update("", text_of(lines)).text;
  int operations = 0, quads = 0, most = 0;
  for (const std::string_view line : split(out, '\n')) {
    if (line == ";") ++operations;
    quads = line.starts_with('<') ? quads + 1 : 0;
    most = std::max(most, quads);
  }
  EXPECT_EQ(operations, 3);
  EXPECT_EQ(most, 1'000);
}

TEST(ChangeUpdate, OperationsHaveAtMostAMebibyteUnlessOneQuadIsLonger) {
  const std::string half(600'000, 'a');
  const std::string large(2'000'000, 'b');
  const std::string out = update("", "<x:1> <x:p> \"" + half + "\" .\n<x:2> <x:p> \"" +
                                         half + "\" .\n<x:3> <x:p> \"" + large + "\" .\n")
                              .text;
  std::size_t operations = 0;
  for (const std::string_view line : split(out, '\n'))
    if (line == ";") ++operations;
  EXPECT_EQ(operations, 3U);
}

/// A SPARQL store for the few forms that are written: it names blank nodes afresh in each
/// operation, as a store does.
class Store {
 public:
  Lines quads;

  void apply(std::string_view text) {
    std::string verb, graph;
    for (const std::string_view line : split(text, '\n')) {
      if (line.empty() || line.starts_with('#') || line == ";") continue;
      if (line == "}") {
        graph.clear();
      } else if (line.starts_with("DROP SILENT GRAPH ")) {
        const std::string end = " " + std::string{line.substr(18)} + " .";
        std::erase_if(quads,
                      [&](const std::string& quad) { return quad.ends_with(end); });
      } else if (line.ends_with(" DATA {")) {
        verb = line.substr(0, 6);
        ++operation_;
      } else if (line.starts_with("GRAPH ")) {
        graph = " " + std::string{line.substr(6, line.size() - 8)};
      } else {
        std::string quad{line.substr(0, line.size() - 2)};
        quad += graph + " .";
        if (verb == "INSERT") {
          quads.insert(named_afresh(quad));
        } else {
          EXPECT_EQ(quad.find("_:"), std::string::npos) << quad;
          EXPECT_EQ(quads.erase(quad), 1U) << quad;
        }
      }
    }
  }

  /// The quads with the labels that were sent, if each of them is one node here; else
  /// nothing.
  [[nodiscard]] Lines as_sent() const {
    Lines out;
    std::map<std::string, std::string> node_of;
    for (const std::string& quad : quads) {
      std::string sent;
      for (const std::string_view word : split(quad, ' ')) {
        const std::size_t mark = word.starts_with("_:") ? word.find('@') : word.npos;
        const std::string label{word.substr(0, mark)};
        if (mark != word.npos && node_of.emplace(label, word).first->second != word)
          return {};
        sent += (sent.empty() ? "" : " ") + label;
      }
      out.insert(sent);
    }
    return out;
  }

 private:
  [[nodiscard]] std::string named_afresh(const std::string& quad) const {
    std::string out;
    for (const std::string_view word : split(quad, ' ')) {
      out += (out.empty() ? "" : " ") + std::string{word};
      if (word.starts_with("_:")) out += "@" + std::to_string(operation_);
    }
    return out;
  }

  int operation_ = 0;
};

TEST(ChangeUpdate, AStoreThatFollowsHasTheNewQuads) {
  std::mt19937 random{11};
  const auto pick = [&](std::initializer_list<const char*> of) {
    return std::string{of.begin()[random() % of.size()]};
  };
  const auto line = [&] {
    const std::string graph = pick({"<x:g>", "<x:h>", "<x:i>", "<x:j>"});
    // Some labels stay in one graph, others tie graphs together.
    const std::string own = "_:b" + graph.substr(3, 1) + std::to_string(random() % 3);
    const auto node = [&] {
      return random() % 3 == 0    ? own
             : random() % 40 == 0 ? "_:tie"
                                  : pick({"<x:1>", "<x:2>"});
    };
    return node() + " " + pick({"<x:p>", "<x:q>"}) + " " + node() + " " + graph + " .";
  };
  int with_drop = 0, without_drop = 0;
  for (int round = 0; round < 300; ++round) {
    Lines now;
    Store store;
    for (int run = 0; run < 4; ++run) {
      Lines next = now;
      for (auto i = random() % 6; i > 0; --i) next.insert(line());
      for (auto i = random() % 3; i > 0 && !next.empty(); --i) {
        auto gone = next.begin();
        std::advance(gone, random() % next.size());
        next.erase(gone);
      }
      const Written out = update(text_of(now), text_of(next));
      ASSERT_EQ(out.unexpressed, 0U);
      (out.text.find("DROP") == std::string::npos ? without_drop : with_drop)++;
      store.apply(out.text);
      ASSERT_EQ(store.as_sent(), next) << out.text;
      now = next;
    }
  }
  EXPECT_GT(with_drop, 100);
  EXPECT_GT(without_drop, 100);
}

}  // namespace
}  // namespace semsite::changes_test
