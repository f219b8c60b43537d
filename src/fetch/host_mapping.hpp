#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Where the user sends the requests to some hosts: `--connect-to` and `--resolve`, as
/// curl reads them. Hosts are lower case and without brackets.
class HostMapping {
 public:
  /// `connect_to`: `HOST1:PORT1:HOST2:PORT2`, each part may be empty (any; unchanged).
  /// `resolve`: `[+]HOST:PORT:ADDRESS[,ADDRESS]…`, HOST may be `*`; `-HOST:PORT` is
  /// passed over. Throws UsageError for text that is neither.
  HostMapping(const std::vector<std::string>& connect_to,
              const std::vector<std::string>& resolve);

  /// The host or address that a request to `host` and `port` really goes to, if the user
  /// mapped it. `--connect-to` goes first, then `--resolve` on its result, as in curl.
  [[nodiscard]] std::optional<std::string> target(std::string_view host,
                                                  std::uint16_t port) const;

 private:
  struct Rule {
    std::string host;                   ///< empty: any
    std::optional<std::uint16_t> port;  ///< none: any
    std::string to;                     ///< empty: unchanged
    std::optional<std::uint16_t> to_port;
    [[nodiscard]] bool matches(std::string_view host, std::uint16_t port) const;
  };
  static const Rule* first_match(const std::vector<Rule>& rules, std::string_view host,
                                 std::uint16_t port);

  std::vector<Rule> connect_to_;
  std::vector<Rule> resolve_;
};

}  // namespace semsite
