#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "crawl/harvest.hpp"
#include "crawl/output_notes.hpp"
#include "io/output_file.hpp"
#include "rdf/quad_batch.hpp"
#include "report/term_census.hpp"

namespace semsite {

/// Brings N-Quads text, as the state keeps it, to an output of any format. Thread-safe.
class TextOutput {
 public:
  enum class Form { nquads, other };
  /// `sink` writes to `output`. With `nquads` the text goes there as it is.
  TextOutput(QuadSink& sink, OutputFile& output, Form form)
      : sink_(sink), output_(output), form_(form) {}

  /// Whole lines in canonical form. Throws RunError.
  void write(std::string_view nquads);

 private:
  QuadSink& sink_;
  OutputFile& output_;
  Form form_;
};

/// Where the quads of one dataset go while those of others are on their way too: a file
/// of its own, appended to the output when the dataset is done.
struct Outlet {
  std::string path;  ///< of that file; empty: it has no name
  std::unique_ptr<OutputFile> output;
  std::unique_ptr<QuadSink> sink;
  std::unique_ptr<TextOutput> texts;
};

/// Where quads go: the output of a run, or the spool of one dataset that is got beside
/// others. A copy writes to the same place. References outlive it.
struct Destination {
  OutputFile& output;
  OutputNotes& notes;   ///< what of `output` the state knows
  Harvester harvester;  ///< reads documents; its sink writes to `output`
  /// Writes the N-Quads of pages to `output`. Thread-safe.
  std::function<void(std::string_view)> write;
  TermCensus* census = nullptr;  ///< of `output`; null: nobody wants it
  /// An outlet for one dataset while those of others are on their way; `name` is the same
  /// for it in every run, and legal in a file name. Of the output of a run.
  std::function<std::unique_ptr<Outlet>(const std::string& name)> beside{};
};

}  // namespace semsite
