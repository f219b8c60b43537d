#include "commands/run_account.hpp"

#include <algorithm>
#include <utility>

#include "base/secrets.hpp"
#include "commands/exit_status.hpp"
#include "semsite/errors.hpp"

namespace semsite {

OptionRow report_row() {
  return {.name = "report",
          .value = "FILE",
          .does =
              "write the account of the run there: .html as a page, else as JSON "
              "(repeatable)",
          .repeatable = true,
          .file = FileUse::writes,
          .common = true};
}

OptionGroup account_rows() { return group_of("run", "Run", {{report_row()}}); }

AccountOptions read_account_options(const CommandLine& line) {
  return {.reports = line.options.texts("report"), .words = line.words};
}

void name_files(const AccountOptions& options, NamedFiles& files) {
  for (const std::string& report : options.reports) files.write("--report", report);
}

RunAccount::RunAccount(const AccountOptions& options,
                       const std::vector<std::string>& inputs, Rows rows)
    : files_(options.reports) {
  report_.of = RunReport::Of::inputs;
  report_.command = options.words;
  report_.started = std::chrono::system_clock::now();
  if (files_.empty() && rows == Rows::for_files) return;
  for (const std::string& url : inputs) {
    SourceReport& row = report_.sources.emplace_back();
    row.url = url;
  }
}

SourceReport* RunAccount::row_of(const InputStart& input) {
  while (next_ < report_.sources.size() && report_.sources[next_].started) ++next_;
  // The first of that name that was not come to: one may be named twice.
  const auto row = std::find_if(
      report_.sources.begin() + static_cast<std::ptrdiff_t>(next_), report_.sources.end(),
      [&](const SourceReport& one) { return one.url == input.url && !one.started; });
  if (row == report_.sources.end()) return nullptr;
  row->started = input.started;
  row->seconds =
      std::chrono::duration<double>(std::chrono::system_clock::now() - input.started)
          .count();
  return &*row;
}

void RunAccount::add(const InputStart& input, const HarvestReport& report,
                     std::uint64_t bytes) {
  SourceReport* const row = row_of(input);
  if (row == nullptr) return;
  row->outcome = report.outcome;
  row->code = report.code;
  row->problem = report.problem;
  row->begins = report.begins;
  row->bytes = bytes;
  row->quads = report.quads;
  row->documents = report.document_count;
  row->noted = report.documents;
  row->faults = report.faults;
  report_.bytes += bytes;
  if (tally_ != nullptr) tally_->add(*row);
}

void RunAccount::add(const InputStart& input, const std::string& problem) {
  SourceReport* const row = row_of(input);
  if (row == nullptr) return;
  row->outcome = Outcome::failed;
  row->problem = problem;
  if (tally_ != nullptr) tally_->add(*row);
}

void RunAccount::add_figure(std::string key, std::string words, std::uint64_t value) {
  report_.figures.push_back({std::move(key), std::move(words), value});
}

void RunAccount::add_faults_of_output(const FaultCounts& faults) {
  add_faults(report_.own_faults, faults);
}

std::vector<ManifestRow> RunAccount::rows() const {
  std::vector<ManifestRow> out;
  for (const SourceReport& row : report_.sources)
    out.push_back({.name = without_url_secrets(row.url),
                   .complete = row.outcome == Outcome::whole,
                   .quads = row.quads,
                   .problem = without_url_secrets(row.problem)});
  return out;
}

void RunAccount::add_problem(std::string problem) {
  report_.problems.push_back(std::move(problem));
}

void RunAccount::add_note(std::string note) { report_.notes.push_back(std::move(note)); }

int RunAccount::run(const std::function<int()>& work) {
  int status = kStopped;
  try {
    status = work();
  } catch (const UsageError&) {
    throw;  // nothing was begun
  } catch (const RunError& error) {
    report_.stopped = error.what();
    write(kStopped);
    throw;
  }
  write(status);
  return status;
}

void RunAccount::write(int status) {
  if (tally_ != nullptr) tally_->settle(report_);
  if (files_.empty()) return;
  report_.exit_status = status;
  report_.interrupted = status == kInterrupted;
  report_.finished = std::chrono::system_clock::now();
  files_.write(report_);
}

}  // namespace semsite
