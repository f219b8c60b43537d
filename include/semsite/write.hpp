#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"
#include "semsite/export.hpp"
#include "semsite/quads.hpp"

// RDF out: quads become a document.
//
//   semsite::Writer writer{semsite::Writer::to_file("data.nq.zst")};
//   writer.write(quads);
//   writer.finish();

namespace semsite {

/// How quads are written.
struct WriteOptions {
  /// "nquads", "ntriples", "turtle", "trig", "jsonld", "ndjson" (a JSON-LD node object a
  /// line), "csv" or "tsv" (a quad a row); `known_syntaxes()` has them. Empty: as the
  /// suffix of the file says, else N-Quads. "ntriples" and "turtle" leave graphs away.
  std::string syntax{};
};

/// Writes quads. One thread at a time; several writers at once are fine.
///
/// The text of N-Quads and N-Triples is canonical (RDF 1.2 N-Quads). A blank node is
/// written as `_:b` + 16 letters that come of its scope + `x` + label, so that those of
/// different documents stay apart. Whoever uses a writer that was moved away, or that has
/// finished, is told by UsageError.
class SEMSITE_API Writer {
 public:
  /// To a file, compressed if its name ends in .gz, .zst, .xz or .bz2; "-": standard
  /// output. It has its name when `finish` returns, whole and on the disk, and until then
  /// lies beside it as `PATH.part`; without `finish` nothing is left. Throws UsageError
  /// for a syntax or a suffix that cannot be written and for a `PATH.part` that is
  /// somebody else's, RunError if it cannot be opened.
  [[nodiscard]] static Writer to_file(const std::string& path,
                                      const WriteOptions& options = {});
  /// To a descriptor, which stays open; `name` is for messages. A broken pipe is
  /// ClosedPipe, if SIGPIPE is ignored.
  [[nodiscard]] static Writer to_descriptor(int descriptor, const std::string& name,
                                            const WriteOptions& options = {});
  /// Into memory: see `text`.
  [[nodiscard]] static Writer to_text(const WriteOptions& options = {});

  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;
  /// Drops what is not finished.
  ~Writer();

  /// Writes all of them, or none: throws DocumentError ("iri.bad", "quad.no-statement"
  /// and others of docs/faults.md) if one has a term that is not legal in N-Quads, is no
  /// statement, or cannot be said in this syntax (JSON-LD has no triple terms).
  /// Throws RunError when the target cannot take more, ClosedPipe when its reader has
  /// gone: nothing may follow then, and what was written is never called whole.
  void write(const Quads& quads);
  /// The same of quads of your own, whose blank nodes are all of one document.
  void write(std::span<const Quad> quads) { write(Quads{.quads = quads}); }

  /// Everything is written, and a file has its name. Nothing may follow. Throws RunError.
  void finish();

  /// Quads written so far.
  [[nodiscard]] std::uint64_t quads() const;
  /// What was written into memory; after `finish`. Throws UsageError if it went
  /// elsewhere.
  [[nodiscard]] std::string text() const;

 private:
  struct State;
  explicit Writer(std::unique_ptr<State> state);
  [[nodiscard]] State& state() const;
  std::unique_ptr<State> state_;
};

}  // namespace semsite
