#include "load/turtle_body.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text_hash.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// A namespace that comes this often gets a prefix: others would only make the list of
/// them longer.
constexpr std::uint32_t kOften = 3;

constexpr std::array<bool, 256> kLocal = [] {
  std::array<bool, 256> out{};
  for (const char c :
       std::string_view{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789_-"})
    out.at(static_cast<unsigned char>(c)) = true;
  return out;
}();

/// How long the namespace of an IRI (without its brackets) is, if a prefix can stand for
/// it; else 0.
std::size_t namespace_size(std::string_view iri) {
  std::size_t at = iri.size();
  while (at > 0 && kLocal[static_cast<unsigned char>(iri[at - 1])]) --at;
  if (at == 0 || at == iri.size() || iri[at] == '-') return 0;
  return iri[at - 1] == '/' || iri[at - 1] == '#' ? at : 0;
}

class TurtleBody {
 public:
  explicit TurtleBody(std::string_view lines) : left_(lines) {
    text_.reserve(lines.size());
  }

  std::string take() {
    while (!left_.empty()) line();
    return std::move(text_);
  }

 private:
  struct Namespace {
    std::uint32_t times = 0;
    std::string prefix;
  };
  using Names =
      std::unordered_map<std::string_view, Namespace, KeyedHash, std::equal_to<>>;

  /// Copies up to `end`.
  void copy(std::size_t end) {
    text_ += left_.substr(0, end);
    left_.remove_prefix(end);
  }

  void line() {
    for (Names::value_type* entry : std::exchange(often_, {})) declare(*entry);
    term(0);
    copy(1);
    term(1);
    copy(1);
    if (is_triple_text(left_)) {  // as it is: it comes seldom
      copy(left_.find('\n'));
    } else if (left_.front() == '"') {
      const std::size_t end = left_.find('\n');
      const std::size_t quote = left_.rfind('"', end);
      copy(quote + 1);
      if (left_.front() == '^') {
        copy(2);
        term(2);
      }
    } else {
      term(3);
    }
    copy(left_.find('\n') + 1);
  }

  /// An IRI or a blank node. `place` tells terms apart that often share a namespace.
  void term(std::size_t place) {
    if (left_.front() != '<') return copy(left_.find(' '));
    const std::size_t end = left_.find('>');
    const std::size_t size = namespace_size(left_.substr(1, end - 1));
    const std::string* prefix =
        size > 0 ? prefix_of(left_.substr(1, size), place) : nullptr;
    if (prefix == nullptr) return copy(end + 1);
    text_ += *prefix;
    text_ += left_.substr(1 + size, end - 1 - size);
    left_.remove_prefix(end + 1);
  }

  const std::string* prefix_of(std::string_view name, std::size_t place) {
    Names::value_type*& last = last_.at(place);
    if (last == nullptr || last->first != name) last = &*names_.try_emplace(name).first;
    Namespace& found = last->second;
    if (found.times < kOften && ++found.times == kOften) often_.push_back(last);
    return found.prefix.empty() ? nullptr : &found.prefix;
  }

  void declare(Names::value_type& entry) {
    auto& [name, found] = entry;
    found.prefix = fmt::format("n{}:", prefix_count_++);
    fmt::format_to(std::back_inserter(text_), "@prefix {} <{}> .\n", found.prefix, name);
  }

  std::string_view left_;
  std::string text_;
  Names names_;
  std::vector<Names::value_type*> often_;  ///< get a prefix before the next line
  std::array<Names::value_type*, 4> last_{};
  std::size_t prefix_count_ = 0;
};

}  // namespace

std::string turtle_of(std::string_view lines) { return TurtleBody{lines}.take(); }

}  // namespace semsite
