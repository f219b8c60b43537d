#pragma once

#include <string_view>

namespace semsite {

/// Who named a URL. Files of this machine are named by the user, and by documents that
/// were read from such files themselves; what came over the network never leads to one.
/// There is no default: whoever asks for a URL says where it is from.
class NamedBy {
 public:
  /// The command line, or a file that it names for this (`--sites`, `--config`).
  [[nodiscard]] static NamedBy user() { return NamedBy{true}; }
  /// Something of the web, whatever it was in the end.
  [[nodiscard]] static NamedBy network() { return NamedBy{false}; }
  /// A document: `url` is where it was read from, after redirects (not the base that it
  /// claims). What is no URL of a file is of the network.
  [[nodiscard]] static NamedBy document(std::string_view url);
  /// One of several documents: the first of which a URL is known.
  [[nodiscard]] static NamedBy first_of(std::string_view url, std::string_view second,
                                        std::string_view third);

  [[nodiscard]] bool is_local() const { return local_; }
  /// May what was named so be asked for? False for local files that the web names, in any
  /// spelling.
  [[nodiscard]] bool may_name(std::string_view target) const;

  friend bool operator==(NamedBy, NamedBy) = default;

 private:
  explicit NamedBy(bool local) : local_(local) {}
  bool local_;
};

}  // namespace semsite
