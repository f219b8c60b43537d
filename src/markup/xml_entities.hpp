#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace semsite {

/// The general entities that a document declares in its internal subset, as plain text.
class XmlEntities {
 public:
  /// The first declaration of a name binds (XML 1.0 §4.2). `value`: the literal value,
  /// character references resolved.
  void declare(std::string_view name, std::string_view value);

  void declare_external(std::string_view name);

  /// What `name` stands for, with no references left but `&#38;` and `&#60;`, so that
  /// nothing in it can expand again; null if it was not declared.
  /// Throws DocumentError("xml.entity"): external, markup in it, a loop,
  /// or far too long.
  [[nodiscard]] const std::string* replacement(std::string_view name);

  /// True if `name` was declared, and refers to no other entity.
  [[nodiscard]] bool is_complete(std::string_view name) const;

  /// Counts `bytes` that an expansion added to a document of which `read` bytes are
  /// known. Throws DocumentError("xml.entity") when that is out of all proportion.
  void spend(std::uint64_t bytes, std::uint64_t read);

 private:
  struct Entity {
    std::string value;
    std::string flat;
    enum class State : std::uint8_t { as_declared, in_work, flat, external } state{};
  };
  Entity* add(std::string_view name);
  void hold(std::uint64_t bytes);
  const std::string& flatten(std::string_view name, Entity& entity);

  std::map<std::string, Entity, std::less<>> entities_;
  std::uint64_t spent_ = 0;
  std::uint64_t held_ = 0;  ///< declared, and flat
};

}  // namespace semsite
