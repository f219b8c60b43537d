#pragma once

#include <memory>
#include <string>

#include "crawl/text_output.hpp"
#include "io/output_file.hpp"
#include "rdf/quad_sink.hpp"

namespace semsite {

/// Where the quads of one dataset go while those of others are on their way too: a file
/// of its own, appended to the output when the dataset is done.
struct Outlet {
  std::string path;  ///< of that file; empty: it has no name
  std::unique_ptr<OutputFile> output;
  std::unique_ptr<QuadSink> sink;
  std::unique_ptr<TextOutput> texts;
};

}  // namespace semsite
