#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_tree.hpp"
#include "parse/syntax.hpp"

namespace semsite {

/// What can be said of an HTML page without its tree.
///
/// A tree costs ten times what looking through the tags does, and most pages of the web
/// have no RDFa and no Microdata that would need one.
struct PageSurvey {
  /// Whether tree construction could make anything of the page that its tags do not show;
  /// then nothing else here counts but a `yes`.
  enum class Trust : std::uint8_t { sure, doubtful } trust = Trust::sure;
  /// Could there be a statement in this syntax? If not, the tree would give none.
  enum class Chance : std::uint8_t { none, some };
  Chance rdfa = Chance::none;
  Chance microdata = Chance::none;

  /// A `script` of data: see PageScript.
  struct Script {
    const Syntax* syntax = nullptr;  ///< never null
    std::string_view text;           ///< view into the page
    std::uint64_t line = 0;          ///< where the text begins
  };
  std::vector<Script> scripts;
  std::optional<std::string> base;  ///< the first `<base href>`, as written
  /// What page_links would give; a tag that the tree would hold twice stands once, in the
  /// order of the text. Only if asked for.
  std::vector<PageLink> links;
  RobotsWish robots;  ///< what page_robots would give; only if links are asked for

  [[nodiscard]] bool needs_tree() const {
    return trust == Trust::doubtful || rdfa == Chance::some || microdata == Chance::some;
  }
};

enum class SurveyLinks : std::uint8_t {
  no,
  of_the_page,  ///< those of `<link>`, and only if the page needs no tree
  yes,
};

/// Looks through the tags of a page (UTF-8, LF only, to be read as HTML), which must
/// outlive the survey. Stops as soon as nothing more can be learnt. Takes time in
/// proportion to the text, and holds nothing of it but what it gives.
[[nodiscard]] PageSurvey survey_page(std::string_view text,
                                     SurveyLinks links = SurveyLinks::no);

/// A `script` element that holds data.
struct PageScript {
  const ::_xmlNode* element = nullptr;  ///< null: there is no tree
  const Syntax* syntax = nullptr;       ///< never null
  std::string text;                     ///< as it stands
  std::uint64_t line = 0;               ///< where the text begins, from 1; 0 = unknown
};

/// The syntax that a `type` promises, if it is one of those below; else null.
[[nodiscard]] const Syntax* data_syntax(std::string_view type);

/// The scripts of JSON-LD, Turtle, TriG, N-Triples and N-Quads in a page, in order, told
/// by their `type` (parameters ignored: "application/ld+json;profile=…").
[[nodiscard]] std::vector<PageScript> data_scripts(const HtmlPage& page);

/// `text` without the comment or CDATA wrapper that hides scripts from old browsers: a
/// first line `<!--` or `<![CDATA[`, a last line `-->` or `]]>`, each perhaps behind `#`
/// or `//`.
[[nodiscard]] std::string_view unwrapped_data(std::string_view text);

}  // namespace semsite
