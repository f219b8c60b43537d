#include "vocab/value_lists.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::value_lists_test {
namespace {

const std::string kKern = "https://identifier.overheid.nl/tooi/def/thes/kern/";
const std::string kTypes = "http://publications.europa.eu/resource/authority/file-type/";

// DiWoo sheet §4, in the order of the numbers.
TEST(ValueLists, KnowsTheSeventeenCategories) {
  const char* const codes[] = {
      "c_139c6280", "c_aab6bfc7", "c_759721e2", "c_40a05794", "c_89ee6784", "c_8c840238",
      "c_c76862ab", "c_db4862c3", "c_3a248e3a", "c_99a836c7", "c_8fc2335c", "c_c6cd1213",
      "c_cf268088", "c_3baef532", "c_fdaee95e", "c_46a81018", "c_a870c43d"};
  int number = 0;
  for (const char* const code : codes) {
    ++number;
    const std::string text = (number < 10 ? "00" : "0") + std::to_string(number);
    EXPECT_EQ(information_category(text), kKern + code) << text;
  }
  for (const char* const none : {"000", "018", "1", "", "0010", "abc"})
    EXPECT_EQ(information_category(none), "") << none;
}

TEST(ValueLists, TellsWhatIsListed) {
  EXPECT_TRUE(is_listed("ccw_plooi_filetypes", kTypes + "PDF"));
  EXPECT_TRUE(is_listed("ccw_plooi_filetypes", kTypes + "7z"));
  EXPECT_FALSE(is_listed("ccw_plooi_filetypes", kTypes + "7Z"));
  EXPECT_FALSE(is_listed("ccw_plooi_filetypes", kTypes + "JPG"));
  EXPECT_TRUE(is_listed("scw_woo_informatiecategorieen", kKern + "c_816e508d"));
  // A code that a generator invents (DiWoo sheet §4, trap).
  EXPECT_FALSE(is_listed("scw_woo_informatiecategorieen", kKern + "c_4191a648"));
  EXPECT_FALSE(is_listed("no_such_list", kKern + "c_816e508d"));
}

TEST(ValueLists, HasTheListsOfTheSchema) {
  for (const char* const list :
       {"scw_woo_informatiecategorieen", "ccw_plooi_documenthandelingen",
        "scw_documentrelatie", "ccw_plooi_reden_intrekking_of_vervanging",
        "ccw_plooi_filetypes", "scw_talen", "ccw_plooi_documentsoorten", "scw_toplijst"})
    EXPECT_TRUE(is_value_list(list)) << list;
  EXPECT_FALSE(is_value_list("rwc_gemeenten_compleet"));
}

}  // namespace
}  // namespace semsite::value_lists_test
