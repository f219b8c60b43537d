#pragma once

#include <memory>
#include <string_view>

#include "base/c_guard.hpp"
#include "io/output_target.hpp"
#include "semsite/errors.hpp"

struct archive;

namespace semsite {

/// Compressed streams, one after another: each is whole in itself, and tools read a file
/// of several as one. One thread at a time. Throws RunError.
class OutputCoder {
 public:
  /// The end of `path` that asks for compression, in any case: .gz, .zst, .xz or .bz2;
  /// empty if it is none of these.
  [[nodiscard]] static std::string_view suffix_of(std::string_view path);
  /// What that end asks for; null if there is none. `target` must outlive it.
  [[nodiscard]] static std::unique_ptr<OutputCoder> for_name(std::string_view path,
                                                             OutputTarget& target);
  OutputCoder(const OutputCoder&) = delete;
  OutputCoder& operator=(const OutputCoder&) = delete;
  ~OutputCoder() { abandon(); }

  void write(std::string_view bytes);

  /// Ends the open stream, if there is one.
  void end();

  /// Forgets the open stream; what it wrote so far is the caller's matter.
  void abandon();

  /// Has a whole stream been written? Goes back when a section is taken back.
  [[nodiscard]] bool written() const { return written_; }
  void set_written(bool written) { written_ = written; }

  /// An empty file is no compressed file: at least one stream, if of nothing.
  void end_all();

 private:
  using AddFilter = int (*)(archive*);
  struct Coding;
  [[nodiscard]] static const Coding* coding_of(std::string_view path);
  struct Free {
    void operator()(archive* stream) const;
  };
  struct Callbacks;

  OutputCoder(AddFilter add_filter, OutputTarget& target)
      : add_filter_(add_filter), target_(target) {}

  void start();
  [[noreturn]] void fail();
  [[nodiscard]] RunError error();

  AddFilter add_filter_;
  OutputTarget& target_;
  CGuard guard_;
  bool abandoning_ = false;
  std::unique_ptr<archive, Free> stream_;
  bool written_ = false;
};

}  // namespace semsite
