#include "validate/rule.hpp"

#include <algorithm>
#include <array>

#include "validate/rule_tables.hpp"

namespace semsite {
namespace {

/// Codes of the readers of RDF (docs/faults.md); each fault says itself what is wrong.
constexpr std::string_view kLost =
    "What is named is left out by strict readers; others guess.";
constexpr std::string_view kSeeFaults = "The message says what is expected there.";
constexpr std::array kFamilies{
    ValidationRule{"nquads.", Severity::error,
                   "a faulty statement of N-Triples or N-Quads",
                   "RDF 1.1 N-Triples, N-Quads: grammar", kLost, kSeeFaults},
    ValidationRule{"ntriples.", Severity::error, "a faulty statement of N-Triples",
                   "RDF 1.1 N-Triples: grammar", kLost, kSeeFaults},
    ValidationRule{"turtle.", Severity::error, "a faulty statement of Turtle or TriG",
                   "RDF 1.1 Turtle §6.5, TriG §4.5", kLost, kSeeFaults},
    ValidationRule{"rdfxml.", Severity::error, "a faulty element of RDF/XML",
                   "RDF 1.1 XML Syntax §6, §7", kLost, kSeeFaults},
    ValidationRule{"trix.", Severity::error, "a faulty element of TriX",
                   "TriX (HPL-2004-56)", kLost, kSeeFaults},
    ValidationRule{"results.", Severity::error, "faulty results of SPARQL",
                   "SPARQL 1.1 Query Results XML, JSON, CSV and TSV",
                   "The solution is left out, or the rest.", kSeeFaults},
    ValidationRule{"table.", Severity::error, "a table that cannot be cut into rows",
                   "RFC 4180 §2", "What is behind the fault is lost.", kSeeFaults},
    ValidationRule{"json.", Severity::error, "text that is no JSON", "RFC 8259",
                   "A strict reader gets nothing of the whole block.", kSeeFaults},
    ValidationRule{"jsonld.", Severity::error, "faulty JSON-LD", "JSON-LD 1.1 API §9.4.3",
                   "The block, or the value, is left out.", kSeeFaults},
    ValidationRule{"rdfa.", Severity::error, "faulty RDFa",
                   "RDFa Core 1.1 §7, HTML+RDFa 1.1", kLost, kSeeFaults},
    ValidationRule{"microdata.", Severity::error, "faulty Microdata",
                   "HTML Living Standard §5; Microdata to RDF", kLost, kSeeFaults},
    ValidationRule{"iri.", Severity::warning, "a URL with characters that none may have",
                   "RFC 3987 §2.2; RDF 1.1 Concepts §3.2",
                   "Strict readers drop every statement with it.",
                   "Percent-encode the characters."},
    ValidationRule{"literal.", Severity::error, "a text or language tag that RDF has not",
                   "RDF 1.1 Concepts §3.3", kLost, kSeeFaults},
    ValidationRule{"limit.", Severity::error, "a page that makes more than readers take",
                   "bounds of semsite: docs/options.md",
                   "Readers with bounds get nothing of the page, or a part.", kSeeFaults},
    ValidationRule{"html.", Severity::warning,
                   "a page whose markup readers cannot follow",
                   "HTML Living Standard §13",
                   "Data behind it may be read otherwise, or not.", kSeeFaults},
    ValidationRule{"xml.", Severity::error, "XML that is not well-formed", "XML 1.0 §2.1",
                   "An XML reader stops there.", kSeeFaults},
    ValidationRule{"page.format.", Severity::note, "data in another form than announced",
                   "OCX, ocx:format", "Readers of one form pass the page over.",
                   "Name the form that the page has."},
    ValidationRule{"link.", Severity::warning, "a faulty link", "RFC 8288 §3",
                   "The link is passed over.", kSeeFaults},
    ValidationRule{"linkset.", Severity::error, "a faulty link set", "RFC 9264 §4",
                   "The link, or its attribute, is passed over.", kSeeFaults},
    ValidationRule{"ssp.", Severity::warning, "a faulty Standard-Sitemap",
                   "Standard-Sitemap, format and implementation behaviour",
                   "The element is passed over.", kSeeFaults},
    ValidationRule{"unpack.", Severity::error, "packed data that cannot be unpacked",
                   "RFC 1952 (gzip) and the other packings' own formats",
                   "What is behind the damage is lost.",
                   "Pack the file again and compare its checksum."},
    ValidationRule{"fetch.", Severity::error, "a transfer that fails on its way",
                   "RFC 9110 §8.6, RFC 9112 §8", "What is behind the break is lost.",
                   "Look at the server and at what stands before it."},
    ValidationRule{"void.", Severity::warning, "a faulty VoID description", "VoID §3, §4",
                   "The statement is passed over.", kSeeFaults},
    ValidationRule{"dcat.", Severity::warning, "a faulty DCAT description", "DCAT 3 §6",
                   "The statement is passed over.", kSeeFaults},
    ValidationRule{"document.", Severity::error,
                   "a document that is not what it should be", "RFC 9110 §8.3",
                   "Readers get nothing.", kSeeFaults},
};

}  // namespace

std::span<const ValidationRule> validation_rules() {
  static const std::vector<ValidationRule> all = [] {
    std::vector<ValidationRule> out;
    for (const auto part :
         {robots_rule_table(), sitemap_rule_table(), dataset_rule_table(),
          extension_rule_table(), diwoo_rule_table(), page_rule_table()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

std::span<const ValidationRule> validation_families() { return kFamilies; }

const ValidationRule* find_rule(std::string_view code) {
  const auto rules = validation_rules();
  const auto own = std::ranges::find(rules, code, &ValidationRule::code);
  if (own != rules.end()) return &*own;
  for (const ValidationRule& family : kFamilies)
    if (code.starts_with(family.code)) return &family;
  return nullptr;
}

}  // namespace semsite
