#pragma once

#include "markup/html_tree.hpp"
#include "parse/parse_job.hpp"

namespace semsite {

/// Reads all RDF of a page from one tree: RDFa, Microdata, and JSON-LD, Turtle, TriG,
/// N-Triples and N-Quads in `script` elements, each script a document of its own.
///
/// What is wrong with one of them is reported and costs the others nothing. DocumentError
/// when there is no tree: "html.too-long", "html.too-complex", "xml.…".
void parse_page(const ParseJob& job);

/// The same for one syntax only.
void parse_page_rdfa(const ParseJob& job);
void parse_page_microdata(const ParseJob& job);

/// The tree that the three make of a document.
[[nodiscard]] HtmlPage read_page(const ParseJob& job);

}  // namespace semsite
