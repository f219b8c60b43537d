#include "vocab/course_types.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::course_types_test {
namespace {

std::string iri_of(std::string_view text) { return read_class_name(text).iri; }

// OCX sheet §6, ocx:type.
TEST(CourseTypes, MakesOneOfTheSpellingsOfAClass) {
  for (const std::string_view spelling :
       {"http://oerschema.org/Lesson", "http://oerschema.org/Lesson/",
        "https://oerschema.org/Lesson", "https://www.oerschema.org/Lesson/", "oer:Lesson",
        "Lesson"})
    EXPECT_EQ(iri_of(spelling), "http://oerschema.org/Lesson") << spelling;
  for (const std::string_view spelling :
       {"http://schema.org/Course", "https://schema.org/Course/",
        "http://www.schema.org/Course", "schema:Course", "sdo:Course"})
    EXPECT_EQ(iri_of(spelling), "http://schema.org/Course") << spelling;
}

TEST(CourseTypes, SaysWhenASlashWent) {
  EXPECT_TRUE(read_class_name("http://schema.org/Course/").had_slash);
  EXPECT_FALSE(read_class_name("http://schema.org/Course").had_slash);
  EXPECT_FALSE(read_class_name("http://schema.org/").had_slash);
}

TEST(CourseTypes, TakesOerSchemaBeforeSchemaOrgForABareName) {
  EXPECT_EQ(iri_of("Course"), "http://oerschema.org/Course");
  EXPECT_EQ(iri_of("Book"), "http://schema.org/Book");
}

TEST(CourseTypes, KnowsNoClassByAnotherCaseOrPrefix) {
  for (const std::string_view text : {"lesson", "canvasURI", "oer:Book", "schema:Lesson",
                                      "oer:", "", "name", "hasComponent", "a text"})
    EXPECT_EQ(iri_of(text), "") << text;
}

TEST(CourseTypes, KeepsOtherIris) {
  EXPECT_EQ(iri_of("https://vocab.example/Kit/"), "https://vocab.example/Kit/");
  EXPECT_EQ(iri_of("http://schema.org/docs/x/"), "http://schema.org/docs/x/");
  EXPECT_EQ(iri_of("http://schema.org.evil.example/Course"),
            "http://schema.org.evil.example/Course");
  EXPECT_EQ(iri_of("urn:x:y"), "urn:x:y");
  // A sub-type that was only proposed.
  EXPECT_EQ(iri_of("https://oerschema.org/Escape"), "http://oerschema.org/Escape");
}

}  // namespace
}  // namespace semsite::course_types_test
