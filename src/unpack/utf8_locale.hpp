#pragma once

#include <locale.h>

namespace semsite {

/// While it lives, C functions on this thread take text for UTF-8. libarchive turns file
/// names into the locale's encoding, and a program that sets no locale has only ASCII.
class Utf8Locale {
 public:
  Utf8Locale();
  ~Utf8Locale() { ::uselocale(before_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t before_;
};

}  // namespace semsite
