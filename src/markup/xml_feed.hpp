#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"

namespace semsite {

/// A fault in the bytes themselves that was mended on the way.
struct XmlMend {
  std::string_view message;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

/// Mends what XML parsers cannot recover from without losing text: a `&` that begins no
/// reference becomes `&amp;` (outside CDATA sections, comments and instructions), and
/// white space before the first markup is dropped. For encodings that keep ASCII.
class XmlMender {
 public:
  using Teller = std::function<void(const XmlMend&)>;

  /// `any_name`: leave every well-formed reference, not only the five of XML.
  enum class References : std::uint8_t { predefined, any_name };
  XmlMender(References references, Teller tell)
      : references_(references), tell_(std::move(tell)) {}

  /// Appends `bytes` as mended to `out`; some may be held back until the next call.
  void feed(std::string_view bytes, std::string& out);
  /// Appends what was held back.
  void finish(std::string& out);

  /// Lines that were dropped at the start.
  [[nodiscard]] std::uint64_t dropped_lines() const { return dropped_lines_; }

 private:
  enum class Place : std::uint8_t { start, markup, cdata, comment, instruction, raw };
  enum class More : std::uint8_t { may_come, ended };
  std::size_t mend(std::string_view text, More more, std::string& out);
  std::size_t start(std::string_view text, More more, std::string& out);
  std::size_t markup(std::string_view text, More more, std::string& out);
  std::size_t skip_to(std::string_view text, std::string_view end, More more,
                      std::string& out);
  [[nodiscard]] bool is_reference(std::string_view text) const;
  void tell(std::string_view message, std::string_view before);

  References references_;
  Teller tell_;
  Place place_ = Place::start;
  std::string held_;
  std::uint64_t line_ = 1, column_ = 1;  ///< of the first byte not yet passed on
  std::uint64_t dropped_lines_ = 0;
};

/// Fills a C library's buffers from a source, mended if a mender is given.
class XmlFeed {
 public:
  XmlFeed(ByteSource& bytes, XmlMender* mender) : bytes_(bytes), mender_(mender) {}

  /// Copies up to `room` bytes to `out`; fewer only at the end.
  [[nodiscard]] std::size_t read(char* out, std::size_t room);

  /// How much has been read of the source.
  [[nodiscard]] std::uint64_t consumed() const { return consumed_; }

 private:
  bool refill();

  ByteSource& bytes_;
  XmlMender* mender_;
  Block block_;
  std::string mended_;
  std::string_view rest_;
  std::uint64_t consumed_ = 0;
  bool ended_ = false;
};

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
