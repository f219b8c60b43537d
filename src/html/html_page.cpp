#include "html/html_page.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "base/sha256.hpp"
#include "base/version.hpp"
#include "html/html_writer.hpp"

namespace semsite {
namespace {

/// RFC 4648 §4 of the bytes that `hex` stands for.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  // Three bytes, six hexadecimal digits, are four digits of base64.
  for (std::size_t at = 0; at < hex.size(); at += 6) {
    std::string group{hex.substr(at, 6)};
    const std::size_t bytes = group.size() / 2;
    group.resize(6, '0');
    std::uint32_t bits = 0;
    std::from_chars(group.data(), group.data() + group.size(), bits, 16);
    for (std::size_t i = 0; i < 4; ++i)
      out += i <= bytes ? kDigits[(bits >> (18 - 6 * i)) & 63U] : '=';
  }
  return out;
}

/// The source expression of what stands in the page itself (CSP 3 §2.3.1).
std::string source_of(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return fmt::format("'sha256-{}'", base64_of_hex(digest.hex()));
}

std::string style_of(const PageFrame& page) {
  return std::string{html_style()}.append(page.style);
}

}  // namespace

std::string content_security_policy(const PageFrame& page) {
  return fmt::format(
      "default-src 'none'; style-src {}; {}img-src data:; base-uri 'none'; "
      "form-action {}",
      source_of(style_of(page)),
      page.script.empty() ? std::string{}
                          : fmt::format("script-src {}; ", source_of(page.script)),
      page.forms == PageFrame::Forms::none ? "'none'" : "'self'");
}

std::string html_page(const PageFrame& page, std::string_view content) {
  return fmt::format(R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="semsite {}">
<link rel="icon" href="data:,">
{}<title>{}</title>
<style>{}</style>
</head>
<body>
{}
{}</body>
</html>
)",
                     html_text(content_security_policy(page)), SEMSITE_VERSION, page.head,
                     html_text(page.title), style_of(page), content,
                     page.script.empty()
                         ? std::string{}
                         : fmt::format("<script>{}</script>\n", page.script));
}

namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;
--paper:#f6f7f9;--card:#fff;--ink:#1a2027;--soft:#55606c;--line:#dfe3e8;--wash:#eef1f5;
--accent:#1d5fb8;--good:#17733f;--good-wash:#e0f3e7;--fair:#855300;--fair-wash:#fdf0d5;
--bad:#b0231b;--bad-wash:#fce6e4;--idle:#56616d;--idle-wash:#e9edf1;
--c1:#2f6fd0;--c2:#1f9d63;--c3:#d08a1d;--c4:#c8453b;--c5:#8a94a0;--c6:#8457c9}
@media (prefers-color-scheme:dark){:root{
--paper:#0f1317;--card:#181d23;--ink:#e6e9ed;--soft:#a5afba;--line:#2b323a;--wash:#212830;
--accent:#83b4ff;--good:#6bd39a;--good-wash:#15301f;--fair:#f2c063;--fair-wash:#35280e;
--bad:#ff968c;--bad-wash:#3d1a17;--idle:#a5afba;--idle-wash:#262d35;
--c1:#6ba4f5;--c2:#4fc48b;--c3:#e5ac4d;--c4:#ee7b70;--c5:#808b97;--c6:#b492f0}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;
font-variant-numeric:tabular-nums}
header,main,footer{max-width:70rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.25rem;padding-bottom:1rem}
footer{padding-top:.5rem;padding-bottom:3rem;color:var(--soft);font-size:.875rem}
h1,h2,h3,h4{line-height:1.25;margin:0;text-wrap:balance;overflow-wrap:anywhere}
h1{font-size:1.75rem;font-weight:680;letter-spacing:-.015em}
h2{font-size:1.25rem;font-weight:650;letter-spacing:-.01em;margin:2.5rem 0 .75rem}
h3{font-size:1.0625rem;font-weight:650}
h4{font-size:.9375rem;font-weight:650;margin:1.25rem 0 .25rem}
p{margin:.35rem 0}
ul{margin:.35rem 0;padding-left:1.2rem}
li{margin:.2rem 0;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.small{font-size:.875rem}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.15em}
a:not(:hover).url{text-decoration-color:color-mix(in srgb,currentColor 35%,transparent)}
.url{overflow-wrap:anywhere}
bdi{overflow-wrap:anywhere}
code,pre{font:.875em/1.5 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
code{overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--wash);border-radius:.5rem;
white-space:pre-wrap;overflow-wrap:anywhere}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:.25rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;
padding:1.1rem 1.25rem;margin:0 0 1rem}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
.verdict{border-left:.3rem solid var(--idle)}
.verdict.good{border-left-color:var(--good)}.verdict.fair{border-left-color:var(--fair)}
.verdict.bad{border-left-color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;
margin:0 0 1rem;padding:0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:.75rem;
padding:.8rem 1rem;display:flex;flex-direction:column-reverse;justify-content:flex-end;margin:0}
.tile dt{color:var(--soft);font-size:.8125rem;margin-top:.1rem}
.tile dd{margin:0;font-size:1.5rem;font-weight:650;letter-spacing:-.02em;line-height:1.2}
.badge{display:inline-flex;align-items:baseline;gap:.35em;padding:.05em .6em;border-radius:1em;
font-size:.8125rem;font-weight:600;line-height:1.6;white-space:nowrap;
color:var(--idle);background:var(--idle-wash)}
.badge.good{color:var(--good);background:var(--good-wash)}
.badge.fair{color:var(--fair);background:var(--fair-wash)}
.badge.bad{color:var(--bad);background:var(--bad-wash)}
.scroll{overflow-x:auto;margin:.5rem 0}
table.rows{border-collapse:collapse;width:100%;font-size:.875rem}
table.rows caption{text-align:left;color:var(--soft);font-size:.8125rem;padding:0 0 .4rem}
table.rows th{text-align:left;font-weight:600;color:var(--soft);font-size:.8125rem;
padding:.35rem 1.25rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:bottom}
table.rows td{padding:.4rem 1.25rem .4rem 0;border-bottom:1px solid var(--line);
vertical-align:top}
table.rows tbody tr:last-child td{border-bottom:0}
table.rows th:last-child,table.rows td:last-child{padding-right:0}
table.rows .number{text-align:right;white-space:nowrap}
table.rows th.group{color:var(--ink);font-weight:400;font-size:.875rem;padding:1.1rem 0 .4rem}
.cause{font-weight:600}
a.more{font-size:.8125rem;white-space:nowrap;margin-left:.35rem}
details{margin:.5rem 0}
details>summary{cursor:pointer;color:var(--accent);font-size:.875rem;padding:.15rem 0;
width:fit-content;max-width:100%;overflow-wrap:anywhere}
details[open]>summary{margin-bottom:.25rem}
figure{margin:0}
.chart{display:block;width:100%;height:auto;overflow:visible}
.chart text{fill:var(--soft);font-size:12px}
.chart text.strong{fill:var(--ink)}
.chart .axis{stroke:var(--line);stroke-width:1}
.bar{display:block;width:100%;height:.55rem;border-radius:.2rem}
.f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}.f4{fill:var(--c4)}
.f5{fill:var(--c5)}.f6{fill:var(--c6)}.f0{fill:var(--wash)}
@media (max-width:46rem){
header,main,footer{padding-left:.9rem;padding-right:.9rem}
header{padding-top:1.4rem;padding-bottom:.75rem}
h1{font-size:1.45rem}
.card{padding:.9rem 1rem}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr));gap:.5rem}
.tile{padding:.65rem .85rem}.tile dd{font-size:1.3rem}
table.cards,table.cards caption,table.cards tbody{display:block}
table.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table.cards tr{display:block;padding:.6rem 0;border-bottom:1px solid var(--line)}
table.cards tr:last-child{border-bottom:0}
table.cards td{display:flow-root;padding:.12rem 0 .12rem 7.5rem;border:0}
table.cards td::before{content:attr(data-label);color:var(--soft);float:left;
width:7rem;margin-left:-7.5rem}
table.cards td:first-child{padding-left:0}
table.cards td:first-child::before{content:none}
table.cards .number{text-align:left}
table.cards th.group{display:block;border:0;padding:.5rem 0 0;overflow-wrap:anywhere}
table.cards td:empty{display:none}}
@media print{
:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--wash:#eee;
--accent:#000;--good:#0b5a2d;--fair:#6a4200;--bad:#8f1a13;--idle:#444;
--good-wash:#fff;--fair-wash:#fff;--bad-wash:#fff;--idle-wash:#fff;
--c1:#2f6fd0;--c2:#1f9d63;--c3:#d08a1d;--c4:#c8453b;--c5:#8a94a0;--c6:#8457c9}
body{font-size:10.5pt}
header,main,footer{max-width:none;padding-left:0;padding-right:0}
h2,h3,h4{break-after:avoid}
.tile,tr,figure,.badge{break-inside:avoid}
.badge{border:1px solid currentColor}
.scroll{overflow:visible}
thead{display:table-header-group}
svg,.bar{print-color-adjust:exact;-webkit-print-color-adjust:exact}
details>summary{color:var(--soft);list-style:none}
details::details-content{content-visibility:visible;display:block;block-size:auto}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
)";

}  // namespace

std::string_view html_style() { return kStyle; }

}  // namespace semsite
