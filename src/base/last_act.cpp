#include "base/last_act.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>
#include <vector>

namespace semsite {
namespace {

std::vector<std::function<void()>>& acts() {
  static std::vector<std::function<void()>> all;
  return all;
}

}  // namespace

void at_the_very_end(std::function<void()> act) { acts().push_back(std::move(act)); }

void end_process(int status) {
  if (acts().empty()) return;
  std::fflush(nullptr);
  for (const std::function<void()>& act : acts()) act();
  ::_exit(status);
}

}  // namespace semsite
