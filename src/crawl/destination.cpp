#include "crawl/destination.hpp"

#include <memory>
#include <string>
#include <utility>

#include "base/diagnostics.hpp"
#include "parse/split_parse.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

/// What we wrote ourselves has no faults.
class NoFaults final : public Diagnostics {
 public:
  void report(const Fault& fault) override {
    throw RunError{"the state holds a line that cannot be read: " + fault.message};
  }
};

}  // namespace

void TextOutput::write(std::string_view nquads) {
  if (form_ == Form::nquads) {
    output_.append(nquads);
    return;
  }
  const auto document = std::make_shared<const Document>();
  MemorySource bytes{std::string{nquads}};
  NoFaults diagnostics;
  const Limits limits;
  parse_document({.syntax = *find_syntax("nquads"),
                  .bytes = bytes,
                  .document = document,
                  .diagnostics = diagnostics,
                  .measured = Measured::ours(limits),
                  .workers = 1,
                  .stop = {}},
                 [this](const QuadBatch& batch) { sink_.write(batch); });
  sink_.end_document(*document);
}

}  // namespace semsite
