#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/state_kit.hpp"

namespace semsite::test {

/// Pages of one host.
inline const std::string kA = "http://a.example/1";
inline const std::string kB = "http://a.example/2";
inline const std::string kC = "http://a.example/3";

/// A page whose quads an earlier run has.
struct Had : TableKit {
  explicit Had(std::vector<std::string> urls = {kA}, const std::string& lastmod = "") {
    open(1);
    for (const std::string& url : urls) (void)offer_one(*table, url, lastmod, never);
    finish_all(" first");
    table->forget_former();
  }
  /// Begins run `number`, with every page listed again.
  void again(std::int64_t number, const std::vector<std::string>& urls = {kA}) {
    open(number);
    for (const std::string& url : urls) (void)offer_one(*table, url, "", never);
  }
};

}  // namespace semsite::test
