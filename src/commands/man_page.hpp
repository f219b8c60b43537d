#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "commands/message_options.hpp"
#include "commands/option_table.hpp"

namespace semsite {

/// "semsite", or "semsite-fetch" of a command: the name of its page without the section.
[[nodiscard]] std::string man_name(std::string_view command);

/// The manual page of `command` (a name of `commands()`; empty: of semsite itself) as
/// roff, made from the tables of commands and options.
[[nodiscard]] std::string man_page(const std::string& command);

/// Writes the pages of all commands into `folder`, as NAME.1. Throws RunError.
void write_man_pages(const std::string& folder);

/// What `man` is told.
struct ManOptions {
  MessageOptions messages;
  std::string folder;  ///< where all pages go; empty: one is printed
  std::string page;    ///< as roff, to be printed
};

[[nodiscard]] OptionTable man_table();
[[nodiscard]] ManOptions read_man(const CommandLine& line);
[[nodiscard]] int run_man(const ManOptions& options, const std::stop_token& stop);

/// What a manual page says of a command beside its options.
struct ManNotes {
  std::string_view description{};  ///< further paragraphs, an empty line between two
  std::string_view examples{};     ///< pairs of lines: what it does, and how
  std::string_view files{};        ///< pairs of lines: name, and what it is
  std::string_view exit_status{};  ///< pairs of lines: number, and when
};

extern const ManNotes kPlanNotes;
extern const ManNotes kFetchNotes;
extern const ManNotes kConvertNotes;
extern const ManNotes kSliceNotes;
extern const ManNotes kLoadNotes;
extern const ManNotes kInspectNotes;
extern const ManNotes kStatusNotes;
extern const ManNotes kQueueNotes;
extern const ManNotes kCompletionNotes;
extern const ManNotes kManNotes;

/// Writes a manual page with the macros of man(7).
class Roff {
 public:
  /// `title` as in "SEMSITE-FETCH"; `date` as 2026-11-22.
  Roff(std::string_view title, std::string_view date, std::string_view version);

  Roff& section(std::string_view heading);     ///< .SH
  Roff& subsection(std::string_view heading);  ///< .SS
  Roff& paragraph(std::string_view text);
  Roff& plain(std::string_view text);  ///< a line that goes on
  /// A term in bold and what it means; `value` behind the term in italics.
  Roff& entry(std::string_view term, std::string_view value, std::string_view text);
  /// A command line, as it is typed.
  Roff& command(std::string_view text);
  /// The name of another page of section 1, and what stands right behind it.
  Roff& reference(std::string_view page, std::string_view behind);

  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  void gap();
  void line(std::string_view text);

  std::string out_;
};

/// `text` so that roff prints it as it stands: no macro, no escape, hyphens as on a
/// keyboard.
[[nodiscard]] std::string roff_text(std::string_view text);

}  // namespace semsite
