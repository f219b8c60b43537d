#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "markup/xml_reader.hpp"

namespace semsite {

struct MarkupAttribute {
  std::string local, namespace_, value;
};

/// An element with its place, and all that is in it.
struct MarkupNode {
  std::string local, prefix, namespace_;
  std::vector<MarkupAttribute> attributes;
  std::string text;  ///< its own, without that of its children, as written
  std::uint64_t line = 0, column = 0;  ///< of its `<`
  std::vector<MarkupNode> children;

  [[nodiscard]] XmlName name() const { return {local, prefix, namespace_}; }
  /// Trimmed; empty if there is none.
  [[nodiscard]] std::string_view attribute(std::string_view local_name) const;
  [[nodiscard]] bool has_attribute(std::string_view local_name) const;
  /// The text without white space around it.
  [[nodiscard]] std::string_view value() const;
  /// The first child of this local name; null if there is none.
  [[nodiscard]] const MarkupNode* child(std::string_view local_name) const;
};

/// Cuts a document into the elements below its root and hands each over whole, so that
/// memory is bounded by the largest of them. What of one is beyond 4 MiB is left out.
class MarkupTree final : public XmlHandler {
 public:
  struct Taker {
    std::function<void(const MarkupNode& root)> root;  ///< as yet without children
    std::function<void(const MarkupNode& node)> child;
    /// Text right below the root, that is more than white space.
    std::function<void(std::string_view text, std::uint64_t line, std::uint64_t column)>
        stray;
    std::function<void(std::string_view message, std::uint64_t line,
                       std::uint64_t column)>
        fault;
  };
  explicit MarkupTree(Taker taker) : taker_(std::move(taker)) {}

  void begin(const XmlPosition& position) override { position_ = &position; }
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override;
  void end_element(const XmlName& name) override;
  void characters(std::string_view text) override;
  void comment(std::string_view) override { move_on(0); }
  void processing_instruction(std::string_view, std::string_view) override { move_on(0); }
  bool error(std::string_view message, std::uint64_t line, std::uint64_t column) override;

 private:
  /// What was told ends where the parser stands, and `more` bytes behind that.
  void move_on(std::uint64_t more);

  Taker taker_;
  const XmlPosition* position_ = nullptr;
  std::uint64_t line_ = 1, column_ = 1;  ///< where the next thing begins
  std::vector<MarkupNode> open_;         ///< from the child of the root inwards
  std::uint32_t depth_ = 0;
  std::uint32_t skipped_ = 0;  ///< open elements that are not kept
  std::uint64_t bytes_ = 0;    ///< of the open child of the root
};

}  // namespace semsite
