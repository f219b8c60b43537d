#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// The files that a command line names: none of them is written twice, and none that is
/// read is written over. What is written is told first. Throws UsageError.
class NamedFiles {
 public:
  /// `option` as it was typed; `path` may be `-` or empty (there is none); `suffix`: of
  /// what stands beside it.
  void write(std::string_view option, const std::string& path,
             std::string_view suffix = {});
  /// The value of `-o`, with the part in which it grows.
  void write_output(const std::string& path);
  /// The value of `--state`, with what the database puts beside it.
  void write_state(const std::string& path);

  /// What is read may be read twice. Of a folder its mappings: nothing else is read
  /// there.
  void read(const std::string& path) const;
  /// Arguments, of which some are files.
  void read_urls(const std::vector<std::string>& urls) const;

 private:
  struct Written {
    std::string option;
    std::string given;
    std::string real;  ///< links followed, as far as it is there
  };
  std::vector<Written> written_;
  std::string standard_output_;  ///< the first that goes there, in words
};

}  // namespace semsite
