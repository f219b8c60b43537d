#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "commands/named_files.hpp"
#include "commands/option_table.hpp"
#include "commands/report_files.hpp"
#include "crawl/harvest.hpp"
#include "parts/manifest.hpp"
#include "report/run_report.hpp"
#include "report/run_tally.hpp"

namespace semsite {

/// What `--report` is told, in every command that has it.
struct AccountOptions {
  std::vector<std::string> reports;
  std::vector<std::string> words;  ///< the command line without secrets
};

/// The row of `--report`.
[[nodiscard]] OptionRow report_row();
/// The group that has nothing but it.
[[nodiscard]] OptionGroup account_rows();
[[nodiscard]] AccountOptions read_account_options(const CommandLine& line);
void name_files(const AccountOptions& options, NamedFiles& files);

/// One input while it is read: what its row of the account begins with.
struct InputStart {
  std::string url;
  std::chrono::system_clock::time_point started = std::chrono::system_clock::now();
};

/// The account (`--report`) of a command that reads inputs. Nothing is kept of them if
/// no file was named. One thread at a time.
class RunAccount {
 public:
  /// Opens the files, so that what cannot be written is told before anything is read;
  /// `inputs` are those that are to be read. Throws RunError, UsageError.
  /// `rows` are kept without a file, too, if they are wanted of themselves.
  enum class Rows : std::uint8_t { for_files, wanted };
  RunAccount(const AccountOptions& options, const std::vector<std::string>& inputs,
             Rows rows = Rows::for_files);

  /// An input was read, or could not be had (`problem`). `bytes`: of it, as it came.
  void add(const InputStart& input, const HarvestReport& report, std::uint64_t bytes);
  void add(const InputStart& input, const std::string& problem);
  /// `tally` outlives it, and is told of every row; to be said before there is one.
  void count_in(RunTally& tally) { tally_ = &tally; }
  void add_figure(std::string key, std::string words, std::uint64_t value);
  /// Of what was made of the inputs.
  void add_faults_of_output(const FaultCounts& faults);
  void add_problem(std::string problem);
  void add_note(std::string note);
  /// What became of each input so far.
  [[nodiscard]] std::vector<ManifestRow> rows() const;
  [[nodiscard]] const RunReport& report() const { return report_; }
  void note_requests(std::uint64_t requests) { report_.requests = requests; }

  /// The exit status of `work`; the account is written however that ends. Throws what it
  /// throws, and RunError.
  int run(const std::function<int()>& work);

 private:
  [[nodiscard]] SourceReport* row_of(const InputStart& input);
  void write(int status);

  ReportFiles files_;
  RunReport report_;
  std::size_t next_ = 0;  ///< row: all before it were come to
  RunTally* tally_ = nullptr;
};

}  // namespace semsite
