#include "serve/page_frame.hpp"

#include "base/url.hpp"
#include "html/html_writer.hpp"
#include "serve/url_query.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestHref = 4'000;

PageFrame frame_of(std::string_view title) {
  HtmlWriter head;
  head.empty("link", {{"rel", "search"},
                      {"type", "application/opensearchdescription+xml"},
                      {"title", "semsite"},
                      {"href", "/opensearch.xml"}});
  return {.title = std::string{title},
          .style = std::string{page_style()},
          .head = std::move(head).take() + "\n",
          .forms = PageFrame::Forms::own_host};
}

std::string short_href(std::string href) {
  return href.size() > kLongestHref ? std::string{} : std::move(href);
}

}  // namespace

std::string served_page(std::string_view title, std::string_view body) {
  HtmlWriter top;
  top.element("a", "Skip to the content", {{"class", "skip"}, {"href", "#content"}});
  top.open("header", {{"class", "top"}}).open("nav", {{"aria-label", "Site"}});
  top.element("a", "semsite", {{"class", "home"}, {"href", "/"}});
  top.element("a", "Search", {{"href", "/search"}});
  top.close().close();
  return html_page(frame_of(title), std::move(top).take() +
                                        "\n<main id=\"content\" tabindex=\"-1\">\n" +
                                        std::string{body} +
                                        "\n</main>\n<footer>An index of documents, "
                                        "served by semsite. What it shows was written by "
                                        "the sites it names.</footer>");
}

std::string served_policy() {
  // The other directives may stand in the page, too; this one only here.
  static const std::string policy =
      content_security_policy(frame_of({})) + "; frame-ancestors 'none'";
  return policy;
}

void write_inner_link(HtmlWriter& html, const std::string& href, std::string_view shown,
                      std::string_view title) {
  if (href.empty()) {
    html.open("span", {{"title", middle_cut(title, 400)}}).foreign(shown).close();
    return;
  }
  if (title.empty() || title == shown) {
    html.open("a", {{"href", href}}).foreign(shown).close();
  } else {
    html.open("a", {{"href", href}, {"title", middle_cut(title, 400)}});
    html.foreign(shown).close();
  }
}

void write_way_out(HtmlWriter& html, std::string_view url) {
  // Not file: URLs: they are of the machine that made the index.
  if (!is_http(url) || !is_linkable(url)) return;
  html.text(" ").open("a", {{"class", "out"},
                            {"href", url},
                            {"rel", "noopener noreferrer nofollow"},
                            {"title", "Open this address itself"}});
  html.element("span", "↗", {{"aria-hidden", "true"}});
  html.element("span", "open " + middle_cut(url, 100), {{"class", "unseen"}}).close();
}

std::string document_href(std::string_view url) {
  return short_href("/document" + UrlQuery{}.add("url", url).url_text());
}

std::string search_href(std::string_view parameter, std::string_view value) {
  return short_href("/search" + UrlQuery{}.add(parameter, value).url_text());
}

std::string_view page_style() {
  return R"(
.skip{position:absolute;left:-99rem;top:.5rem;background:var(--card);padding:.5rem 1rem;
border-radius:.5rem;z-index:1}
.skip:focus{left:1rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
header.top{padding-top:1rem;padding-bottom:1rem}
header.top nav{display:flex;gap:1.25rem;align-items:baseline}
header.top a{text-decoration:none}
.home{font-weight:700;font-size:1.125rem;letter-spacing:-.01em;color:var(--ink)}
main{min-height:55vh}
main>h1{margin-bottom:.6rem}
main>.chips{margin-bottom:1rem}
.facts .chips{margin:0}
main:focus{outline:none}
form.ask{margin:0 0 1.25rem}
.box{display:flex;gap:.5rem;margin-bottom:.75rem}
.box input{flex:1;font-size:1.0625rem;padding:.65rem .85rem}
input,select,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);
border-radius:.5rem;padding:.45rem .65rem;min-width:0;max-width:100%}
button{background:var(--accent);border-color:var(--accent);color:var(--card);font-weight:600;
padding:.45rem 1.1rem;cursor:pointer}
input:focus-visible,select:focus-visible,button:focus-visible{outline-offset:1px;border-radius:.5rem}
label{display:block;font-size:.8125rem;color:var(--soft);margin-bottom:.2rem}
.more{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:.35rem 1rem}
.more[open]{padding-bottom:1rem}
fieldset{border:0;margin:.75rem 0 0;padding:0;min-width:0}
legend{font-weight:650;padding:0;margin-bottom:.4rem;font-size:.9375rem}
.fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:.7rem 1rem}
.fields input,.fields select{width:100%}
.more .again{margin-top:1rem}
.hits{list-style:none;margin:0;padding:0}
.hits>li{margin:0 0 .75rem}
.hits h2,.hits h3{margin:0;font-size:1.0625rem;font-weight:600}
.hits p{margin:.2rem 0}
.chips{display:flex;flex-wrap:wrap;gap:.35rem .4rem;align-items:baseline;margin:.4rem 0;padding:0;
list-style:none}
.chips li{margin:0;min-width:0}
.chips a,.chips .chip{display:inline-block;max-width:100%;background:var(--wash);border-radius:1em;
padding:.1rem .7rem;font-size:.8125rem;text-decoration:none;overflow-wrap:anywhere}
.chips a:hover{text-decoration:underline}
.chips .name{font-size:.8125rem;color:var(--soft);min-width:4.5rem}
.narrow{margin:0 0 1rem}
.pages{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:baseline;margin:1.25rem 0}
.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.3rem 1.25rem;margin:0}
.facts dt{color:var(--soft);font-size:.875rem}
.facts dd{margin:0;overflow-wrap:anywhere;min-width:0}
.triples{margin:0}
.triples>div{display:grid;grid-template-columns:minmax(0,14rem) minmax(0,1fr);gap:.15rem 1.25rem;
padding:.4rem 0;border-top:1px solid var(--line)}
.triples>div:first-child{border-top:0}
.triples dt{font-size:.9375rem;overflow-wrap:anywhere}
.triples dt a{color:var(--soft)}
.triples dd{margin:0;overflow-wrap:anywhere;min-width:0}
.subject{font-size:1rem;margin:0 0 .4rem}
.literal{white-space:pre-wrap}
.tag{font-size:.8125rem;color:var(--soft);margin-left:.4em;white-space:normal}
.out{text-decoration:none;font-size:.875rem}
mark{background:var(--bad-wash);color:var(--bad);border-radius:.2rem}
@media (max-width:46rem){
header.top{padding-top:.75rem;padding-bottom:.75rem}
.facts,.triples>div{grid-template-columns:minmax(0,1fr)}
.facts{gap:0}.facts dd{margin-bottom:.5rem}
.box button{padding:.45rem .8rem}
.fields{grid-template-columns:minmax(0,1fr)}}
@media print{.skip,header.top,form,.pages,.narrow{display:none}}
)";
}

}  // namespace semsite
