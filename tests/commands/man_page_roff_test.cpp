#include "commands/man_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::man_page_roff_test {
namespace {

TEST(RoffText, KeepsHyphensBackslashesAndAccents) {  // groff_char(7), man(7)
  EXPECT_EQ(roff_text("--to a\\b"), "\\-\\-to a\\eb");
  EXPECT_EQ(roff_text("é…"), "\\[u00E9]\\[u2026]");
  EXPECT_EQ(roff_text("~ ' \" ` ^"), "\\(ti \\(aq \\(dq \\(ga \\(ha");
}

TEST(RoffText, NeverBeginsALineWithAMacro) {
  EXPECT_EQ(roff_text(".gz\n.xz\n'a"), "\\&.gz\n\\&.xz\n\\&\\(aqa");
}

TEST(Roff, WritesAPage) {
  Roff page{"A-B", "2026-11-22", "1"};
  page.section("NAME").paragraph("one").paragraph("two");
  page.entry("--x", "FILE", "does").command("run it").reference("semsite", ",");
  EXPECT_EQ(page.text(),
            ".TH A\\-B 1 2026-11-22 \"semsite 1\" \"User Commands\"\n"
            ".SH \"NAME\"\none\n.PP\ntwo\n"
            ".TP\n\\fB\\-\\-x\\fR \\fIFILE\\fR\ndoes\n"
            ".PP\n.RS 4\n.nf\nrun it\n.fi\n.RE\n.BR semsite (1),\n");
}

}  // namespace
}  // namespace semsite::man_page_roff_test
