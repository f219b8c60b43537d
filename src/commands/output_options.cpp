#include "commands/output_options.hpp"

#include "commands/output_form.hpp"

namespace semsite {

std::vector<OptionRow> fault_rows() {
  return {
      {.name = "on-error",
       .value = "skip|fail",
       .does = "what to do with a faulty statement"},
      {.name = "quarantine",
       .value = "FILE",
       .does = "write skipped statements there",
       .file = FileUse::writes},
  };
}

OptionGroup output_rows() {
  return group_of("Output",
                  {{
                       {.name = "output",
                        .letter = 'o',
                        .value = "FILE",
                        .does = "write there (default -); .gz .zst .xz .bz2 compress",
                        .file = FileUse::writes},
                       {.name = "format",
                        .value = "nquads|ntriples|turtle|trig|jsonld|csv|tsv|ndjson",
                        .does = "form of the output, also by its short name: nq, nt, ttl "
                                "(default: by the suffix of FILE, else nquads)"},
                   },
                   fault_rows()});
}

OptionGroup graph_rows() {
  return {.heading = "Graphs",
          .rows = {
              {.name = "graph",
               .value = "auto|own|source|dataset|none|TEMPLATE",
               .does = "graph of each quad"},
          }};
}

FaultOptions read_fault_options(const GivenOptions& given) {
  return {.on_error = given.word("on-error", {"skip", "fail"}) == 1 ? OnError::fail
                                                                    : OnError::skip,
          .quarantine = given.text("quarantine")};
}

OutputOptions read_output_options(const GivenOptions& given) {
  OutputOptions out{
      .path = given.text("output", "-"), .form = {}, .faults = {}, .sort = {}};
  const WantedForm form = wanted_form(out.path, given.text("format"));
  out.form.format = form.format;
  out.form.note = form.note;
  out.faults = read_fault_options(given);
  return out;
}

}  // namespace semsite
