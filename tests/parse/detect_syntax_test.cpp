#include "parse/detect_syntax.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace semsite::detect_syntax_test {
namespace {

using namespace std::string_literals;

constexpr std::string_view kTriple =
    "<http://example.org/s> <http://example.org/p> \"o\" .\n";
constexpr std::string_view kQuad =
    "<http://example.org/s> <http://example.org/p> \"o\"@en <http://example.org/g> .\n";
constexpr std::string_view kTurtle =
    "@prefix ex: <http://example.org/> .\nex:s a ex:C ; ex:p \"o\", 5 .\n";
constexpr std::string_view kTrig =
    "@prefix ex: <http://example.org/> .\nex:g { ex:s ex:p ex:o . }\n";
constexpr std::string_view kRdfXml =
    "<?xml version=\"1.0\"?>\n<rdf:RDF "
    "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-"
    "ns#\">\n<rdf:Description rdf:about=\"http://example.org/s\"/></rdf:RDF>";

/// "turtle", or for what is no RDF syntax "-html".
std::string detect(std::string_view head, std::string_view type = {},
                   std::string_view path = {}) {
  const Detected got = detect_syntax(head, {.media_type = type, .path = path});
  if (got.syntax == nullptr) return "-" + std::string{got.found};
  if (got.found == "empty") return std::string{got.syntax->name} + "(empty)";
  EXPECT_EQ(got.found, got.syntax->name);
  return std::string{got.syntax->name};
}

std::string detect(std::string_view head, const char* path) {
  return detect(head, {}, path);
}

TEST(DetectSyntax, TellsEachSyntaxByItsBytesAlone) {
  EXPECT_EQ(detect(kTriple), "ntriples");
  EXPECT_EQ(detect(kQuad), "nquads");
  EXPECT_EQ(detect(kTurtle), "turtle");
  EXPECT_EQ(detect(kTrig), "trig");
  EXPECT_EQ(detect(kRdfXml), "rdfxml");
  EXPECT_EQ(
      detect("<TriX xmlns=\"http://www.w3.org/2004/03/trix/trix-1/\"><graph/></TriX>"),
      "trix");
}

TEST(DetectSyntax, WhatIsCalledAPageMayBeginWithAnElementOfItsOwn) {
  for (const char* page :
       {"<canvas></canvas>", "<my-app class='x'></my-app><script>1</script>"})
    EXPECT_EQ(detect(page, "text/html", "x"), "-html") << page;
  EXPECT_EQ(detect("<s> <p> <o> .\n", "text/html", "x"), "turtle");
}

TEST(DetectSyntax, OwlXmlIsNamedAndIsNoRdf) {
  const std::string owl = "http://www.w3.org/2002/07/owl#";
  const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  for (const std::string& root :
       {"<Ontology xmlns=\"" + owl +
            "\" xml:base=\"http://e/o\" ontologyIRI=\"http://e/o\">",
        "<owl:Ontology xmlns:owl=\"" + owl + "\">",
        "<!DOCTYPE Ontology [<!ENTITY owl \"" + owl + "\">]><Ontology xmlns=\"&owl;\">",
        "<?xml version=\"1.0\"?>\n<Ontology xmlns=\"" + owl + "\" xmlns:rdf=\"" + rdf +
            "\">"})
    for (const char* type : {"", "application/rdf+xml", "application/owl+xml"})
      EXPECT_EQ(detect(root + "<Declaration/></Ontology>", type, "x.owl"), "-OWL/XML")
          << root;
  for (const char* draft :
       {"http://www.w3.org/2006/12/owl2-xml#", "http://www.w3.org/2006/12/owl11-xml#",
        "http://www.w3.org/2006/12/owl2#"})
    EXPECT_EQ(detect("<Ontology xmlns=\"" + std::string{draft} +
                         "\" URI=\"http://e/o\"><Declaration/></Ontology>",
                     "application/rdf+xml", "x.owl"),
              "-OWL/XML")
        << draft;
  // The class of the same name, as a node element.
  EXPECT_EQ(detect("<owl:Ontology xmlns:owl=\"" + owl + "\" xmlns:rdf=\"" + rdf +
                       "\" rdf:about=\"http://e/o\"/>",
                   "", "x.owl"),
            "rdfxml");
  EXPECT_EQ(detect("<rdf:RDF xmlns:rdf=\"" + rdf + "\" xmlns:owl=\"" + owl +
                   "\"><owl:Ontology rdf:about=\"\"/></rdf:RDF>"),
            "rdfxml");
}

TEST(DetectSyntax, AFeedOfRss1IsRdfThatListsPages) {  // RSS 1.0 §5
  constexpr std::string_view kRoot =
      "<?xml version='1.0'?><rdf:RDF "
      "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' ";
  const auto feed = [&](std::string_view rest) {
    return is_rdf_feed(std::string{kRoot} + std::string{rest});
  };
  EXPECT_TRUE(feed("xmlns='http://purl.org/rss/1.0/'><channel rdf:about='x'>"));
  EXPECT_TRUE(feed("xmlns:r = \"http://purl.org/rss/1.0/\"><r:channel>"));
  EXPECT_TRUE(feed("xmlns='http://my.netscape.com/rdf/simple/0.9/'>\n<channel>"));
  // Writers of RDF declare many namespaces.
  EXPECT_FALSE(feed("xmlns:rss='http://purl.org/rss/1.0/'><rdf:Description/>"));
  EXPECT_FALSE(feed("xmlns:r='http://purl.org/rss/1.0/'><channel>"));
  EXPECT_FALSE(feed("xmlns='http://purl.org/rss/1.0/'><channels>"));
  EXPECT_FALSE(feed("xmlns='http://purl.org/dc/terms/'><channel>"));
  EXPECT_FALSE(is_rdf_feed("<rss xmlns='http://purl.org/rss/1.0/'><channel>"));
}

// RDF/XML names its namespaces with entities; `&` and `;` are no part of them.
TEST(DetectSyntax, NamespacesMayBeEntitiesOfTheDocument) {
  const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  const std::string dtd =
      "<!DOCTYPE rdf:RDF [<!ENTITY rss \"http://purl.org/rss/1.0/\">"
      "<!ENTITY host 'http://purl.org/'><!ENTITY far '&host;rss/1.0/'>"
      "<!ENTITY rdf \"" +
      rdf + "\"><!ENTITY loop '&loop;'>]>";
  const std::string root = dtd + "<rdf:RDF xmlns:rdf='" + rdf + "' ";
  EXPECT_TRUE(is_rdf_feed(root + "xmlns='&rss;'><channel>"));
  EXPECT_TRUE(is_rdf_feed(root + "xmlns:r='&far;'><r:channel>"));
  EXPECT_TRUE(is_rdf_feed(root + "xmlns='&host;rss/1.0/'><channel>"));
  EXPECT_FALSE(is_rdf_feed(root + "xmlns='&other;'><channel>"));
  EXPECT_FALSE(is_rdf_feed(root + "xmlns='&loop;'><channel>"));
  EXPECT_EQ(detect(dtd + "<e:C xmlns:e='http://e/' xmlns:rdf='&rdf;' rdf:about='x'/>"),
            "rdfxml");
  EXPECT_EQ(detect("<!DOCTYPE x [<!ENTITY o 'http://www.w3.org/2002/07/owl#'>]>"
                   "<o:Ontology xmlns:o='&o;'/>"),
            "-OWL/XML");
}

// Turtle §6.5: RDFLiteral is of tokens, with white space and comments between them.
TEST(DetectSyntax, TokensOfALiteralMayStandApart) {
  for (const std::string text :
       {"<s> <p> \"x\" ^^ <d>, \"y\" @en; <q> +.5 .", "<s> <p> \"x\" @en.",
        "<a:s> <a:p> +.5 .", "<s> <p> \"x\" # remark\n @en-GB .",
        "<s> <p> 'x'\n^^\n<d> .", "<s> <p> -.5e3, 1.e5, 1.E-5, .5 .",
        "<s> <p> \"x\" ^^ # remark\n <d> ."}) {
    EXPECT_EQ(detect(text), "turtle") << text;
    EXPECT_EQ(detect(text, "data.ttl"), "turtle") << text;
  }
  // So are those of the line formats, whose IRIs are absolute.
  EXPECT_EQ(detect("<a:s> <a:p> \"x\" @en."), "ntriples");
  EXPECT_EQ(detect("<div>\"x\" ^^ <b>"), "-html");
}

// The reader mends these (json.comment).
TEST(DetectSyntax, JsonMayHaveRemarksBetweenItsFirstTokens) {
  for (const std::string text :
       {"{/*x*/\"@context\":{\"@vocab\":\"http://v/\"},\"@id\":\"http://s/\",\"p\":1}",
        "{ // one\n // two\n \"@id\":\"u:a\"}", "/* first */ {\"@id\":\"u:a\"}",
        "// first\n[{\"@id\":\"u:a\"}]", "[/* a */{\"@id\":\"u:a\"}]"})
    EXPECT_EQ(detect(text), "jsonld") << text;
  EXPECT_EQ(detect("{/* a */}"), "-json");
  EXPECT_EQ(detect("/* a style */ body { color: red }"), "-text");
  EXPECT_EQ(detect("// no end"), "-text");
}

TEST(DetectSyntax, SomeNulBytesInLiteralsDoNotMakeStatementsBinary) {
  const std::string nuls(8, '\0');
  EXPECT_EQ(detect("<http://e/s> <http://e/p> \"" + nuls + "\" .\n"), "ntriples");
  EXPECT_EQ(detect("<http://e/s> <http://e/p> \"" + nuls + "\" <http://e/g> .\n"),
            "nquads");
  EXPECT_EQ(detect("# \1\2\3\4\n" + std::string{kTriple}), "ntriples");
  EXPECT_EQ(detect(nuls + "<http://e/s>" + nuls), "-binary");
  EXPECT_EQ(detect("%PDF-1.4\n" + std::string{kTriple}), "-binary");
  // UTF-16 without its mark is none of ours.
  std::string wide;
  for (const char c : kTriple) {
    wide += c;
    wide += '\0';
  }
  EXPECT_EQ(detect(wide), "-binary");
}

TEST(DetectSyntax, JsonLdThatIsSentAsALinkSetIsJsonLd) {
  const std::string type = "application/linkset+json";
  EXPECT_EQ(detect("{\"@context\": \"https://schema.org\", \"@id\": \"u:x\"}", type),
            "jsonld");
  EXPECT_EQ(detect("{\"@graph\": []}", type), "jsonld");
  EXPECT_EQ(detect("{\"linkset\": []}", type), "linkset+json");
  EXPECT_EQ(detect("{\"@context\": {}, \"linkset\": []}", type), "linkset+json");
  EXPECT_EQ(detect("{\"no\": 1}", type), "linkset+json");
  const std::string links =
      R"({"linkset": [{"anchor": "u:a", "item": [{"href": "u:b"}]}]})";
  const std::string nodes =
      R"({"linkset": [{"@id": "u:a"}], "@context": {"@vocab": "u:"}})";
  EXPECT_EQ(detect(links), "linkset+json");
  EXPECT_EQ(detect(nodes), "jsonld");
  EXPECT_EQ(detect(nodes, type), "jsonld");
}

// dataset-discovery §10.4: bytes, then type, then suffix.
TEST(DetectSyntax, AWrongTypeOrSuffixDoesNotMatter) {
  const std::vector<std::string> types = {"application/rdf+xml", "text/html",
                                          "text/plain", "application/octet-stream",
                                          "application/trix"};
  for (const std::string& type : types) {
    EXPECT_EQ(detect(kTriple, type, "x.rdf"), "ntriples") << type;
    EXPECT_EQ(detect(kQuad, type, "x.rdf"), "nquads") << type;
    EXPECT_EQ(detect(kTurtle, type, "x.rdf"), "turtle") << type;
    EXPECT_EQ(detect(kTrig, type, "x.rdf"), "trig") << type;
  }
  for (const char* path : {"x.nt", "x.nq", "x.ttl", "x.trig", "x.html"}) {
    EXPECT_EQ(detect(kRdfXml, path), "rdfxml") << path;
    EXPECT_EQ(detect(kTurtle, path), path == "x.trig"s ? "trig" : "turtle") << path;
    EXPECT_EQ(detect(kQuad, path), "nquads") << path;
  }
}

TEST(DetectSyntax, HintsDecideBetweenWhatTheBytesAllow) {
  EXPECT_EQ(detect(kTriple, "x.nt"), "ntriples");
  EXPECT_EQ(detect(kTriple, "x.nq"), "nquads");
  EXPECT_EQ(detect(kTriple, "x.ttl"), "turtle");
  EXPECT_EQ(detect(kTriple, "x.trig"), "trig");
  EXPECT_EQ(detect(kTriple, "text/turtle", "x.nt"), "turtle") << "type before suffix";
  EXPECT_EQ(detect(kTriple, "text/plain", "x.nt"), "ntriples");
  EXPECT_EQ(detect(kTurtle, "x.trig"), "trig");
}

TEST(DetectSyntax, LinesNeedNoSpaceAndMayHoldComments) {
  EXPECT_EQ(detect("<http://a.b/s><http://a.b/p>\"o\"^^<http://a.b/t>.#c\n"), "ntriples");
  EXPECT_EQ(detect("# hello\n\n_:a <http://a.b/p> _:b . # x\n"), "ntriples");
  EXPECT_EQ(detect("_:a <http://a.b/p> _:b.\r\n"), "ntriples");
  EXPECT_EQ(detect("_:a <http://a.b/p> \"x\"@de-AT _:g .\n"), "nquads");
  EXPECT_EQ(detect("<http://a.b/s> <http://a.b/p> \"a \\\" <b> . \\\\\" ."), "ntriples");
}

TEST(DetectSyntax, ABadLineAmongGoodOnesLeavesTheFormat) {
  const std::string bad = "<http://a.b/with space> <http://a.b/p> \"o\" .\n";
  const std::string open = "<http://a.b/s> <http://a.b/p> \"o .\n";
  const std::string good = std::string{kTriple} + std::string{kTriple};
  for (const char* path : {"", "x.nt", "x.rdf"}) {
    EXPECT_EQ(detect(good + bad, path), "ntriples") << path;
    EXPECT_EQ(detect(bad + good, path), "ntriples") << path;
    EXPECT_EQ(detect(good + open + good, path), "ntriples") << path;
  }
  EXPECT_EQ(detect(bad, "x.nt"), "ntriples");
  EXPECT_EQ(detect(bad, "x.ttl"), "turtle");
  EXPECT_EQ(detect(bad), "ntriples");
}

TEST(DetectSyntax, TurtleUnderTheNameOfNTriplesIsTurtle) {
  EXPECT_EQ(detect(kTurtle, "x.nt"), "turtle");
  EXPECT_EQ(
      detect("<http://a.b/s>\n  <http://a.b/p> <http://a.b/o> ;\n  a <http://a.b/C> .\n",
             "x.nt"),
      "turtle");
  EXPECT_EQ(detect("<s> <p> <o> .\n"), "turtle") << "relative IRIs need a base";
}

// RDF 1.2 N-Triples §2.3: a triple term is an object and is written <<( … )>>.
TEST(DetectSyntax, QuotedTriplesUnderTheNameOfALineFormatAreNoTurtle) {
  const std::string star =
      "<< <http://a.b/s> <http://a.b/p> <http://a.b/o> >> <http://a.b/q> \"x\" .\n";
  const std::string object =
      "<http://a.b/s> <http://a.b/p> << <http://a.b/s> <http://a.b/p> 1 >> .\n";
  for (const std::string& head :
       {star, "# made by hand\n\n" + star + star, object,
        std::string{kTriple} + star + std::string{kTriple} + star}) {
    EXPECT_EQ(detect(head, "x.nt"), "ntriples");
    EXPECT_EQ(detect(head, "application/n-quads", ""), "nquads");
    EXPECT_EQ(detect(head, "x.ttl"), "turtle");
    EXPECT_EQ(detect(head), "turtle");
  }
}

// N-Triples §7: white space may stand before @ and ^^, and needs not before )>>.
TEST(DetectSyntax, LinesOfRdf12UnderTheNameOfALineFormatAreLines) {
  for (const std::string_view head :
       {"VERSION \"1.2\"\n<http://e/s> <http://e/p> \"2\" ^^ <http://e/dt> .\n",
        "VERSION\"1.2\"\n", "<http://e/s> <http://e/p> \"o\" @en .\n",
        "<http://e/s> <http://e/p> <<(<http://e/a> <http://e/b> \"o\"@en)>> .\r\n"}) {
    EXPECT_EQ(detect(head, "x.nt"), "ntriples") << head;
    EXPECT_EQ(detect(head, "x.nq"), "nquads") << head;
  }
  // Without a name, too: a fourth term shows that they are no Turtle.
  for (const std::string_view head :
       {"<http://e/s> <http://e/p> \"o\" @en <http://e/g> .\n",
        "VERSION\t\"1.2\"\n<http://e/s> <http://e/p> \"2\" ^^ <http://e/t> "
        "<http://e/g> .\n",
        "<http://e/s> <http://e/p> <<(<http://e/a> <http://e/b> \"o\"@en)>> "
        "<http://e/g> .\n"})
    EXPECT_EQ(detect(head), "nquads") << head;
  // What is Turtle and holds no quoted triple is read, and told.
  EXPECT_EQ(detect("<http://e/s> a <http://e/C> .\n", "x.nt"), "turtle");
}

TEST(DetectSyntax, SaysWhatTheSenderCallsADocumentOfAnotherSyntax) {
  const auto said = [](std::string_view head, std::string_view type,
                       std::string_view path) {
    const Syntax* const other =
        detect_syntax(head, {.media_type = type, .path = path}).said;
    return other == nullptr ? std::string_view{} : other->name;
  };
  EXPECT_EQ(said(kTurtle, "", "x.nt"), "ntriples");
  EXPECT_EQ(said("<s> <p> 1 .\n", "application/n-quads", "x.ttl"), "nquads");
  EXPECT_EQ(said(kQuad, "", "x.ttl"), "turtle");
  EXPECT_EQ(said(kTrig, "text/turtle", ""), "turtle");
  EXPECT_EQ(said(kQuad, "", "x.nt"), "ntriples");
  EXPECT_EQ(said(kTurtle, "", "x.rdf"), "rdfxml");
  EXPECT_EQ(said(kTriple, "text/html", "x.nt"), "html");
  EXPECT_EQ(said(kRdfXml, "application/ld+json", ""), "jsonld");
  // One of the syntaxes holds the other, or the name is that of a format.
  for (const char* path : {"x.nt", "x.nq", "x.ttl", "x.trig", "x.owl", "x.txt", ""})
    EXPECT_EQ(said(kTriple, "text/plain", path), "") << path;
  EXPECT_EQ(said(kTurtle, "application/trig", ""), "");
  EXPECT_EQ(said(kTurtle, "", "x.owl"), "");
  EXPECT_EQ(said(kRdfXml, "", "x.trix"), "");
  EXPECT_EQ(said("", "text/turtle", ""), "") << "nothing is of any syntax";
}

TEST(DetectSyntax, LinesWithAStatementOverSeveralLinesAreTurtle) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += kTriple;
  text += "<http://a.b/s> <http://a.b/p> 1 ;\n  <http://a.b/q> 2 .\n";
  EXPECT_EQ(detect(text), "turtle");
}

TEST(DetectSyntax, TellsTurtleByItsTokens) {
  for (const char* text :
       {"PREFIX ex: <http://example.org/>\nex:s ex:p ex:o .",
        "BASE <http://example.org/>\n<s> a <C>.",
        "@base <http://example.org/> .\n<> a <C> .",
        "<#me> a <http://xmlns.com/foaf/0.1/Person> .", "[] a <http://a.b/C> .",
        "[ a <http://a.b/C> ] .", "_:b <http://a.b/p> ( 1 2.5 -3e7 true ) .",
        "# a comment\n@prefix : <http://a.b/> .",
        "(1 2) <http://a.b/p> \"\"\"long\n\"text\" \"\"\" .",
        "<http://a.b/s> <http://a.b/p> 'single'@en , \"x\"^^<t> ; .",
        "@prefix a: <http://a.b/>.\na:b.c a:p%20\\,x a:z. # end"})
    EXPECT_EQ(detect(text), "turtle") << text;
}

TEST(DetectSyntax, TellsTrigByItsBlocks) {
  for (const char* text :
       {"{ <http://a.b/s> <http://a.b/p> <http://a.b/o> }",
        "GRAPH <http://a.b/g> { <http://a.b/s> a <http://a.b/o> . }",
        "<http://a.b/g> { }\n", "_:g { [] a <http://a.b/C> }",
        "@prefix : <http://a.b/> .\n:g { :s :p :o , [ :q 1 ] . :t :p 2 }"})
    EXPECT_EQ(detect(text), "trig") << text;
}

TEST(DetectSyntax, ACutAnywhereInTheHeadDoesNotMatter) {
  const struct {
    std::string_view text;
    const char* path;
    const char* expected;
  } cases[] = {{kTriple, "x.nt", "ntriples"},
               {kQuad, "x.nq", "nquads"},
               {kTurtle, "x.ttl", "turtle"},
               {kTrig, "x.trig", "trig"},
               {kRdfXml, "x.rdf", "rdfxml"}};
  for (const auto& each : cases) {
    for (std::size_t length = 12; length <= each.text.size(); ++length)
      EXPECT_EQ(detect(each.text.substr(0, length), each.path), each.expected)
          << each.text.substr(0, length);
  }
  // Without a hint, as soon as one statement is whole.
  std::string many;
  while (many.size() < 400) many += kTriple;
  for (std::size_t length = kTriple.size(); length < many.size(); ++length)
    EXPECT_EQ(detect(many.substr(0, length)), "ntriples") << length;
}

TEST(DetectSyntax, OneEndlessLineIsStillALine) {
  const std::string head = "<http://a.b/s> <http://a.b/p> \"" + std::string(40'000, 'x');
  EXPECT_EQ(detect(head), "ntriples");
  EXPECT_EQ(detect(head, "x.nq"), "nquads");
  EXPECT_EQ(detect(head, "x.ttl"), "turtle");
}

TEST(DetectSyntax, HtmlIsHtmlWhateverItIsCalled) {
  for (const char* text :
       {"<!DOCTYPE HTML PUBLIC \"-//IETF//DTD HTML 2.0//EN\">\n<html><head>\n"
        "<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n",
        "<!doctype html><html lang=en><title>Error 404 (Not Found)!!1</title>",
        "\n\n  <html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center>",
        "<HTML><HEAD><TITLE>301 Moved</TITLE></HEAD><BODY>",
        "<!-- served by x --><!-- again --><html><body>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html PUBLIC \"-//W3C//DTD "
        "XHTML+RDFa 1.0//EN\" \"http://www.w3.org/MarkUp/DTD/xhtml-rdfa-1.dtd\">\n<html "
        "xmlns=\"http://www.w3.org/1999/xhtml\" "
        "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-"
        "syntax-ns#\">",
        "<h1>It works!</h1>", "<br />\n<b>Warning</b>: mysql_connect()",
        "<head><meta charset=\"utf-8\"><title>x</title>",
        "<script>location='/'</script>"}) {
    for (const char* path : {"", "dump.nt", "dump.rdf", "dump.ttl"})
      EXPECT_EQ(detect(text, path), "-html") << text << ' ' << path;
  }
}

// HTML §13.2: any element may come first, and a page need not say that it is one.
TEST(DetectSyntax, WhatIsSentAsAPageIsOneWhateverItBeginsWith) {
  for (const char* text : {"<noscript><p>x</p></noscript>", "<article>x</article>",
                           "<x-app>Loading, please wait</x-app>", "<ul><li>x",
                           "<html></html>", "<HTML></HTML>", "<b></b>", "<p></p>"}) {
    EXPECT_EQ(detect(text, "text/html; charset=utf-8", "x"), "-html") << text;
    EXPECT_EQ(detect(text, "application/xhtml+xml", "x"), "-html") << text;
  }
  EXPECT_EQ(detect("<x-app>Loading, please wait</x-app>", "application/xml", "x"),
            "-xml");
  EXPECT_EQ(detect("Hello <b>you</b>", "text/html", "x"), "-html");
  EXPECT_EQ(detect("Hello <b>you</b>", "text/plain", "x"), "-text");
  EXPECT_EQ(detect("Hello, 1 < 2 > 0 <you>", "text/html", "x"), "-text");
  EXPECT_EQ(detect("<rss version='2.0'><channel/></rss>", "text/html", "x"), "-xml");
  EXPECT_EQ(detect("<?xml version='1.0'?><catalogue/>", "text/html", "x"), "-xml");
  EXPECT_EQ(detect(kRdfXml, "text/html", "x"), "rdfxml");
}

TEST(DetectSyntax, RdfXmlIsToldByItsRoot) {
  EXPECT_EQ(
      detect("<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>"),
      "rdfxml");
  EXPECT_EQ(detect("<RDF xmlns=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"),
            "rdfxml");
  EXPECT_EQ(detect("\xEF\xBB\xBF<?xml version='1.0'?><!-- a --><!DOCTYPE rdf:RDF [\n"
                   "<!ENTITY rdf \"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" >\n"
                   "<!-- ]> -->\n]>\n<rdf:RDF xmlns:rdf=\"&rdf;\">"),
            "rdfxml");
}

// RDF/XML §7.2.8 doc: the root may be a node element.
TEST(DetectSyntax, ASingleNodeElementIsRdfXmlIfItOrTheSenderSaysSo) {
  const std::string node = "<foaf:Person xmlns:foaf=\"http://xmlns.com/foaf/0.1/\"/>";
  EXPECT_EQ(detect(node), "-xml");
  EXPECT_EQ(detect(node, "x.rdf"), "rdfxml");
  EXPECT_EQ(detect(node, "application/rdf+xml", ""), "rdfxml");
  EXPECT_EQ(detect(node, "application/xml", "x.xml"), "-xml");
  EXPECT_EQ(detect("<foaf:Person xmlns:foaf=\"http://xmlns.com/foaf/0.1/\" "
                   "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
                   "rdf:about=\"#me\">"),
            "rdfxml");
}

TEST(DetectSyntax, OtherXmlIsNamed) {
  EXPECT_EQ(detect("<?xml version=\"1.0\"?><urlset "
                   "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
                   "dump.rdf"),
            "-sitemap");
  // diwoo §8: a root of a producer's own.
  EXPECT_EQ(
      detect("<d:Documents xmlns:d='https://standaarden.overheid.nl/diwoo/metadata/'>"),
      "-sitemap");
  EXPECT_EQ(detect("<sitemapindex><sitemap><loc>http://a.b/</loc></sitemap>"),
            "-sitemap");
  EXPECT_EQ(
      detect("<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>", "x.rdf"),
      "-xml");
  EXPECT_EQ(detect("<Error><Code>NoSuchKey</Code></Error>", "x.nt"), "-xml");
  EXPECT_EQ(detect("<rss version=\"2.0\"><channel><title>x</title>"), "-xml");
  EXPECT_EQ(detect("<?xml version=\"1.0\"?>"), "-xml");
  EXPECT_EQ(detect("<?xml version=\"1.0\"?>", "x.rdf"), "rdfxml");
}

TEST(DetectSyntax, SeesXmlInUtf16) {
  std::string text;
  for (const char c : kRdfXml) text += {c, '\0'};
  EXPECT_EQ(detect("\xFF\xFE" + text), "rdfxml");
  EXPECT_EQ(detect(text), "rdfxml");
  std::string big;
  for (const char c : "<!DOCTYPE html><html>"s) big += {'\0', c};
  EXPECT_EQ(detect("\xFE\xFF" + big), "-html");
  EXPECT_EQ(detect("\xFF\xFEh\0e\0l\0l\0o\0"s), "-text");
  // Without a mark, too.
  EXPECT_EQ(detect(big), "-html");
  EXPECT_EQ(detect("<\0h\0t\0m\0l\0>\0"s), "-html");
  EXPECT_EQ(detect("\n\0<\0h\0t\0m\0l\0>\0"s), "-html");
  EXPECT_EQ(detect("<\0\0\0h\0\0\0"s), "-binary");
}

TEST(DetectSyntax, JsonIsNotTurtle) {
  for (const char* text :
       {"{ }", "{}", "[]", " [ ]\n", "[1, 2]", "[{\"a\": 1}]", "[\n  [\n", "[\"x\"]",
        "[true,false]", "[null]", "[-1]",
        "{\"error\":{\"code\":404,\"message\":\"Not Found\"}}", "{\n  \"status\": 404"}) {
    EXPECT_EQ(detect(text), "-json") << text;
    EXPECT_EQ(detect(text, "application/ld+json", "x.nt"), "jsonld") << text;
  }
  EXPECT_EQ(detect("{\"error\": 404}", "x.ttl"), "-json");
}

TEST(DetectSyntax, JsonWithAKeywordAsKeyIsJsonLd) {
  for (const char* text :
       {"{\"@context\": \"https://schema.org\"}", "[{\"@id\" : \"x:a\"}]",
        "\xEF\xBB\xBF{\"a\": {\"@value\":1}}", "{\"@graph\":[]}\n{\"@graph\":[]}"}) {
    EXPECT_EQ(detect(text), "jsonld") << text;
    EXPECT_EQ(detect(text, "application/json"), "jsonld") << text;
    EXPECT_EQ(detect(text, "", "x.ttl"), "jsonld") << text;
  }
  EXPECT_EQ(detect("{\"a\": \"@id\", \"@idle\": 1}"), "-json");
}

TEST(DetectSyntax, JsonLdMayBeUtf16) {
  std::string text = "\xFF\xFE";
  for (const char c : "{\"@id\": \"x:a\"}"s) text += {c, '\0'};
  EXPECT_EQ(detect(text), "jsonld");
  EXPECT_EQ(detect(text.substr(2)), "jsonld");
}

TEST(DetectSyntax, BracketsOfTurtleAreNotJson) {
  EXPECT_EQ(detect("[ <http://a.b/p> 1 ] <http://a.b/q> 2 ."), "turtle");
  EXPECT_EQ(detect("[] <http://a.b/q> 2 ."), "turtle");
  EXPECT_EQ(detect("[ a <http://a.b/C> ] ."), "turtle");
  EXPECT_EQ(detect("{ _:a <http://a.b/q> 2 . }"), "trig");
  EXPECT_EQ(detect("{}", "x.trig"), "trig");
}

TEST(DetectSyntax, OtherTextIsText) {
  for (const char* text :
       {"User-agent: *\nDisallow: /private\n",
        "# robots.txt of example.org\nUser-agent: *\n", "Not Found",
        "404 page not found\n", "http://example.org/a\nhttp://example.org/b\n",
        "id,name\n1,x\n", "Sitemap: http://example.org/sitemap.xml\n", "a b c .",
        "Error: no such dataset", "%YAML 1.2\n---\n", "select * where { ?s ?p ?o }",
        "\"literal\" <http://a.b/p> <http://a.b/o> .", "# only a comment\n", "< >", "<",
        "."}) {
    EXPECT_EQ(detect(text), "-text") << text;
  }
  for (const char* path : {"x.nt", "x.ttl", "x.trig", "x.nq", "x.rdf"}) {
    EXPECT_EQ(detect("User-agent: *\nDisallow: /private\n", path), "-text") << path;
    EXPECT_EQ(detect("Not Found", path), "-text") << path;
  }
}

TEST(DetectSyntax, BinaryIsBinary) {
  for (const std::string& text :
       {"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n"s, "\x89PNG\r\n\x1A\n\0\0\0\rIHDR"s,
        "GIF89a\x01\0\x01\0"s, "\xFF\xD8\xFF\xE0\0\x10JFIF"s,
        "\x7F"
        "ELF\2\1\1\0\0\0"s,
        "$HDT\1<http://purl.org/HDT/hdt#HDTv1>"s, "\0\0\0\0\0\0\0\0"s,
        "\x01\x02\x03\x04\x05\x06\x07"s})
    EXPECT_EQ(detect(text, "x.nt"), "-binary");
}

TEST(DetectSyntax, AStrayControlCharacterIsNotBinary) {
  EXPECT_EQ(detect("<http://a.b/s> <http://a.b/p> \"a\x01z\" .\n"), "ntriples");
}

TEST(DetectSyntax, NothingIsLegalWhereTheSenderPromisesAStatementFormat) {
  for (const char* text : {"", " \n\t", "\xEF\xBB\xBF"}) {
    EXPECT_EQ(detect(text), "-empty");
    EXPECT_EQ(detect(text, "x.rdf"), "-empty");
    EXPECT_EQ(detect(text, "x.nt"), "ntriples(empty)");
    EXPECT_EQ(detect(text, "text/turtle", "x"), "turtle(empty)");
  }
  EXPECT_EQ(detect("# nothing here\n", "x.nq"), "nquads(empty)");
}

TEST(DetectSyntax, AnyBytesGetAnAnswer) {
  const std::vector<std::string> seeds = {
      std::string{kTriple}, std::string{kQuad},
      std::string{kTurtle}, std::string{kTrig},
      std::string{kRdfXml}, "<!DOCTYPE a [ <!-- \" --> ' ] ><a b='c' d=\"e\">",
      "[ { ( <\" ' \\"};
  std::mt19937 random{3};  // the same in every run
  for (int i = 0; i < 20'000; ++i) {
    std::string text = seeds[static_cast<std::size_t>(i) % seeds.size()];
    for (unsigned c = 0; c <= random() % 6; ++c)
      text[random() % text.size()] = "<>\"'[]{}().;,:@#_ \n\\^a1\xFF"[random() % 25];
    text.resize(random() % (text.size() + 1));
    EXPECT_FALSE(detect_syntax(text, {.media_type = {}, .path = "x.ttl"}).found.empty());
  }
}

TEST(DetectSyntax, TellsResultsOfSparqlInXmlAndJsonByTheirBytes) {
  const std::string xml =
      "<?xml version='1.0'?><r:sparql xmlns:r='http://www.w3.org/2005/sparql-results#'>";
  for (const char* type : {"", "text/xml", "application/sparql-results+xml"})
    EXPECT_EQ(detect(xml, type, ""), "sparql-xml") << type;
  EXPECT_EQ(detect("<sparql xmlns='http://other.example/'>"), "-xml");
  for (const char* text :
       {"{ \"head\": {\n \"vars\": [ \"s\" ]}", "{\"head\":{\"link\":[],\"vars\":[",
        "{\"head\":{},\"boolean\":true}"})
    for (const char* type : {"", "application/json", "application/sparql-results+json"})
      EXPECT_EQ(detect(text, type, ""), "sparql-json") << text << type;
  const char* const turned = "{\"results\":{\"bindings\":[]},\"head\":{\"vars\":[]}}";
  EXPECT_EQ(detect(turned), "-json");
  EXPECT_EQ(detect(turned, "a.srj"), "sparql-json");
  EXPECT_EQ(detect("{\"head\":{\"title\":1}}", "application/json", ""), "-json");
  EXPECT_EQ(detect("<html><body>Error", "application/sparql-results+xml", ""), "-html");
  EXPECT_EQ(detect("Error: no", "application/sparql-results+json", ""), "-text");
}

TEST(DetectSyntax, TakesATableForResultsOnlyIfItNamesVariables) {
  EXPECT_EQ(detect("?s\t?p\n<u:s>\t1\n", "text/tab-separated-values", ""), "sparql-tsv");
  EXPECT_EQ(detect("?s\t?p\n<u:s>\t1\n", "a.tsv"), "sparql-tsv");
  EXPECT_EQ(detect("?s\t?p\n<u:s>\t1\n", "text/plain", ""), "-text");
  EXPECT_EQ(detect("s\tp\nhttp://a/\t1\n", "a.tsv"), "-text");
  EXPECT_EQ(detect("?who are you\n", "a.tsv"), "-text");
  for (const char* type : {"text/csv", "text/csv; header=present", ""})
    EXPECT_EQ(detect("s,p,o\nhttp://a/,http://b/,1\n", type, "results.csv"), "-text");
}

TEST(IsCalledData, AlsoInSyntaxesThatAreNotRead) {
  for (const char* name : {"a.nt", "dir/a.TTL", "a.jsonld", "a.hdt", "a.rj", "a.omn",
                           "a.OWX", "a.ofn", "a.trdf"})
    EXPECT_TRUE(is_called_data(name)) << name;
  for (const char* name :
       {"README", "a.txt", "a.csv", "a.html", "a.hdt.index.v1-1", "hdt", "a.json", ""})
    EXPECT_FALSE(is_called_data(name)) << name;
}

}  // namespace
}  // namespace semsite::detect_syntax_test
