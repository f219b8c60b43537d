#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace semsite {

/// The parts of an absolute URL that HTTP cares about; views into the text it was cut
/// from.
struct UrlParts {
  std::string_view scheme;     ///< as written
  std::string_view userinfo;   ///< without `@`; may be empty
  std::string_view host;       ///< without brackets; may be empty (`file:`)
  std::string_view port_text;  ///< digits, may be empty
  std::string_view path;       ///< from the first `/`; may be empty
  std::string_view query;      ///< without `?`
  bool has_query = false;
};

/// Splits `url` by RFC 3986 §3; nothing when it has no scheme. The fragment is dropped.
[[nodiscard]] std::optional<UrlParts> split_url(std::string_view url);

[[nodiscard]] bool is_http(std::string_view url);  ///< scheme `http` or `https`
[[nodiscard]] bool is_ftp(std::string_view url);
/// Of a server that can be asked for a document: scheme `http`, `https` or `ftp`.
[[nodiscard]] bool is_of_server(std::string_view url);
[[nodiscard]] bool is_file_url(std::string_view url);

/// Port by number: written, or the scheme's own (80, 443, 21); 0 if neither is known.
[[nodiscard]] std::uint16_t port_of(const UrlParts& url);

/// `scheme://host:port` in lower case, with the port always written: the key of a
/// robots.txt and of a politeness queue. Empty if `url` has no host.
[[nodiscard]] std::string origin_of(std::string_view url);

/// The same, but with the port only where it is not the scheme's own: the start of a URL.
[[nodiscard]] std::string site_of(std::string_view url);

/// Host in lower case, without brackets; empty if there is none.
[[nodiscard]] std::string host_of(std::string_view url);

/// Path and query as a request line or robots.txt sees them; `/` when the path is empty.
[[nodiscard]] std::string path_and_query(std::string_view url);

/// `url` without its `#fragment`.
[[nodiscard]] std::string_view without_fragment(std::string_view url);

/// `url` made fit for HTTP: white space around it gone, the fragment gone, spaces and
/// bytes above 0x7E percent-encoded, scheme and host in lower case.
[[nodiscard]] std::string request_url(std::string_view url);

/// One spelling for all that RFC 3986 §6.2.2 and §6.2.3 have as equal, of an http URL:
/// case of scheme, host and escapes, unreserved characters plain, no dot segments, no
/// port that is the scheme's own, no empty path. Others come as `request_url` has them.
[[nodiscard]] std::string plain_url(std::string_view url);

/// `%HH` decoded; a `%` without two hex digits stays.
[[nodiscard]] std::string percent_decode(std::string_view text);

/// Everything but RFC 3986 unreserved characters as `%HH`.
[[nodiscard]] std::string percent_encode(std::string_view text);

/// `file:///…` of a path, made absolute; and back (empty if it is no local file URL).
[[nodiscard]] std::string file_url(std::string_view path);
[[nodiscard]] std::string file_path(std::string_view url);

/// Five components of a URI or IRI, or of a reference to one, as RFC 3986 Appendix B cuts
/// them: views into the text. `has_…` tells empty from absent.
struct IriParts {
  std::string_view scheme, authority, path, query, fragment;
  bool has_scheme = false, has_authority = false, has_query = false, has_fragment = false;
};
[[nodiscard]] IriParts split_iri(std::string_view iri);

/// Length of the scheme at the start of `text`, 0 if there is none (RFC 3986 §3.1).
[[nodiscard]] std::size_t scheme_length(std::string_view text);

/// Could the path have a segment `.` or `..`? False only if it has none.
[[nodiscard]] bool has_dot_segment(std::string_view path);

/// Appends `path` to `out` without its dot segments (RFC 3986 §5.2.4).
void append_without_dots(std::string_view path, std::string& out);

}  // namespace semsite
