#pragma once

#include <string_view>

#include "io/output_file.hpp"
#include "rdf/quad_sink.hpp"

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

}  // namespace semsite
