#include "fetch/bot_wall.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace semsite::bot_wall_test {
namespace {

using Wall = std::optional<std::string>;

ResponseHead answer(int status, HeaderList more = {}, std::string type = "text/html") {
  ResponseHead head;
  head.status = status;
  head.headers = {{"content-type", std::move(type)}};
  head.headers.insert(head.headers.end(), more.begin(), more.end());
  return head;
}

std::string page(std::string_view title, std::string_view body) {
  return "<!DOCTYPE html><html><head><title>" + std::string{title} +
         "</title></head><body>" + std::string{body} + "</body></html>";
}

TEST(BotWall, ThePlainAnswersOfServersAreNoWalls) {
  for (const int status : {200, 301, 401, 403, 404, 405, 410, 429, 500, 502, 503}) {
    EXPECT_EQ(bot_wall(answer(status), ""), std::nullopt) << status;
    EXPECT_EQ(bot_wall(answer(status, {{"server", "nginx"}}),
                       page("403 Forbidden",
                            "<center><h1>403 Forbidden</h1></center>"
                            "<hr><center>nginx</center>")),
              std::nullopt)
        << status;
  }
  EXPECT_EQ(bot_wall(answer(503, {{"retry-after", "30"}}),
                     page("Service Unavailable", "<p>Down for maintenance.</p>")),
            std::nullopt);
  EXPECT_EQ(bot_wall(answer(403), page("Access Denied", "<h1>You need to log in</h1>")),
            std::nullopt);
}

TEST(BotWall, AServerBehindAWallIsNoWall) {
  EXPECT_EQ(bot_wall(answer(403, {{"server", "cloudflare"}, {"cf-ray", "8"}}),
                     page("403 Forbidden", "<h1>Forbidden</h1>")),
            std::nullopt);
  EXPECT_EQ(bot_wall(answer(200, {{"x-datadome", "protected"}}), page("Shoes", "Shoes")),
            std::nullopt);
  EXPECT_EQ(bot_wall(answer(503, {{"server", "AkamaiGHost"}}),
                     page("Service Unavailable", "DNS failure")),
            std::nullopt);
  EXPECT_EQ(bot_wall(answer(404, {{"server", "AkamaiGHost"}}), page("Not found", "")),
            std::nullopt);
  // Cloudflare puts this script into pages that it lets through.
  EXPECT_EQ(
      bot_wall(answer(200, {{"server", "cloudflare"}}),
               page("Shoes",
                    "<script src=\"/cdn-cgi/challenge-platform/scripts/jsd/main.js\">"
                    "</script>")),
      std::nullopt);
  // Imperva puts this one.
  EXPECT_EQ(bot_wall(answer(200, {{"x-iinfo", "9"}}),
                     page("Shoes",
                          "<script src=\"/_Incapsula_Resource?SWJIYLWA=7\"></script>")),
            std::nullopt);
}

TEST(BotWall, HeaderFieldsThatOnlyAWallSendsAreEnough) {
  const std::vector<std::pair<ResponseHead, const char*>> walls{
      {answer(403, {{"cf-mitigated", "challenge"}}), "Cloudflare challenge"},
      {answer(202, {{"x-amzn-waf-action", "challenge"}}), "AWS WAF"},
      {answer(405, {{"x-amzn-waf-action", "captcha"}}), "AWS WAF"},
      {answer(429, {{"x-vercel-mitigated", "challenge"}}), "Vercel"},
      {answer(202, {{"sg-captcha", "challenge"}}), "SiteGround captcha"},
      {answer(403, {{"x-sucuri-block", "BLK001"}}), "Sucuri"},
      {answer(403, {{"server", "AkamaiGHost"}}), "Akamai"},
      {answer(403, {{"x-datadome", "protected"}}), "DataDome"},
      {answer(429, {{"x-kpsdk-ct", "0"}}), "Kasada"},
      {answer(999), "status 999"},
  };
  for (const auto& [head, name] : walls) EXPECT_EQ(bot_wall(head, ""), name);
}

TEST(BotWall, ChallengePagesAreToldAlsoWithStatus200) {
  const std::vector<std::pair<std::string, const char*>> walls{
      {page("Just a moment...", "<script>window._cf_chl_opt={cvId:'3'};</script>"),
       "Cloudflare challenge"},
      {page("Making sure you&#39;re not a bot!",
            "<script id=\"anubis_challenge\" type=\"application/json\">{}</script>"),
       "Anubis"},
      {page("Oh noes!",
            "<img src=\"/.within.website/x/cmd/anubis/static/img/reject.webp\">"),
       "Anubis"},
      {page("",
            "<script>window.awsWafCookieDomainList=[];window.gokuProps={};</script>"
            "<script src=\"https://x.token.awswaf.com/x/challenge.js\"></script>"),
       "AWS WAF"},
      {page("",
            "<iframe id=\"main-iframe\" src=\"/_Incapsula_Resource?CWUDNSAI=2\">"
            "Request unsuccessful. Incapsula incident ID: 9</iframe>"),
       "Imperva"},
      {page("Pardon Our Interruption", "As you were browsing …"), "Imperva"},
      {page("Access to this page has been denied", "<div id=\"px-captcha\"></div>"),
       "HUMAN"},
      {page("Vercel Security Checkpoint", ""), "Vercel"},
      {page("Request Rejected",
            "The requested URL was rejected. Your support ID is: 12<br>"),
       "F5 block"},
      {page("a.example",
            "<p id=\"cmsg\">Please enable JS and disable any ad blocker</p>"
            "<script src=\"https://ct.captcha-delivery.com/c.js\"></script>"),
       "DataDome"},
      {page("Security Check | a.example", "<div class=\"h-captcha\"></div>"),
       "captcha page"},
      {page("Are you a robot?",
            "<script src='https://www.google.com/recaptcha/api.js'>"
            "</script>"),
       "captcha page"},
  };
  for (const auto& [html, name] : walls)
    EXPECT_EQ(bot_wall(answer(200), html), name) << html;
}

TEST(BotWall, WeakerMarksCountTogetherWithARefusal) {
  const std::vector<std::pair<std::string, const char*>> walls{
      {page("Attention Required! | Cloudflare", ""), "Cloudflare block"},
      {page("Access denied",
            "<div id=\"cf-error-details\">Sorry, you have been blocked</div>"),
       "Cloudflare block"},
      {page("Just a moment...", ""), "Cloudflare challenge"},
      {page("ERROR: The request could not be satisfied",
            "Request blocked. <pre>Generated by cloudfront (CloudFront)</pre>"),
       "CloudFront block"},
      {page("Your access to this site has been limited", "Generated by Wordfence at …"),
       "Wordfence"},
      {page("Not Acceptable!", "This error was generated by Mod_Security."),
       "ModSecurity"},
      {page("a.example",
            "<p>Prove that you are not a robot</p>"
            "<div class=\"g-recaptcha\" data-sitekey=\"k\"></div>"),
       "captcha page"},
  };
  for (const auto& [html, name] : walls) {
    EXPECT_EQ(bot_wall(answer(403), html), name) << html;
    EXPECT_EQ(bot_wall(answer(200), html), std::nullopt) << html;
    EXPECT_EQ(bot_wall(answer(404), html), std::nullopt) << html;
  }
  EXPECT_EQ(bot_wall(answer(403, {{"server", "cloudflare"}}, "text/plain"),
                     "error code: 1020\n"),
            "Cloudflare block");
}

TEST(BotWall, APageThatWritesAboutWallsIsNone) {
  const std::string article = page(
      "How captchas verify that you are human - a.example",
      "<article><p>A page titled <i>Just a moment...</i> with &lt;script "
      "id=\"anubis_challenge\"&gt; and window._cf_chl_opt asks whether you are not a "
      "robot, "
      "and says Incapsula incident ID: 5 or Request unsuccessful.</p><p>&lt;div "
      "class=\"g-recaptcha\"&gt; captcha-delivery.com px-captcha gokuProps awswaf</p>"
      "</article><form><div class=\"g-recaptcha\"></div></form>");
  EXPECT_EQ(bot_wall(answer(200), article), std::nullopt);
  EXPECT_EQ(bot_wall(answer(404), article), std::nullopt);
}

TEST(BotWall, ACaptchaInTheFormOfAnErrorPageIsNone) {
  EXPECT_EQ(bot_wall(answer(403), page("Forbidden",
                                       "<p>Members only.</p><form>Write to us"
                                       "<div class=\"g-recaptcha\"></div></form>")),
            std::nullopt);
}

TEST(BotWall, ALoginWithACaptchaIsNone) {
  EXPECT_EQ(bot_wall(answer(403), page("Access denied",
                                       "<form>Log in<div "
                                       "class=\"h-captcha\"></div></form>")),
            std::nullopt);
}

TEST(BotWall, DataIsNeverAWall) {
  const std::string data =
      "<https://a.example/s> <https://a.example/p> \"<title>Pardon Our "
      "Interruption</title>"
      "<script>_cf_chl_opt</script>\" .";
  for (const char* type : {"application/n-triples", "text/turtle", "application/ld+json"})
    EXPECT_EQ(bot_wall(answer(200, {}, type), data), std::nullopt) << type;
}

TEST(BotWall, LooksAtTheFirst16KiBOnly) {
  const std::string mark = "<script>window._cf_chl_opt={}</script>";
  EXPECT_EQ(bot_wall(answer(200), std::string(16'384, ' ') + mark), std::nullopt);
  EXPECT_EQ(bot_wall(answer(200), std::string(8'000, ' ') + mark),
            "Cloudflare challenge");
}

TEST(BotWall, AKasadaAnswerAndASucuriScriptAreTold) {
  EXPECT_EQ(bot_wall(answer(200), page("",
                                       "<script>window.KPSDK={};</script>"
                                       "<script src=\"/149e9513/2d206a39/ips.js\">"
                                       "</script>")),
            "Kasada");
  EXPECT_EQ(
      bot_wall(answer(200), page("You are being redirected...",
                                 "<script>sucuri_cloudproxy_js='';location.reload();"
                                 "</script>")),
      "Sucuri");
  EXPECT_EQ(bot_wall(answer(401, {{"x-datadome", "protected"}}), page("Log in", "")),
            std::nullopt);
}

}  // namespace
}  // namespace semsite::bot_wall_test
