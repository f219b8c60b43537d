#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_claim.hpp"
#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "base/output_place.hpp"
#include "base/section_watch.hpp"
#include "base/text_buffer.hpp"
#include "io/output_target.hpp"

namespace semsite {

class OutputCoder;
class OutputTarget;

/// What stands before and behind everything that is appended.
struct OutputFrame {
  std::string head{};
  std::string tail{};
};

/// A section that was taken back, kept in case nothing better comes.
struct SetAside {
  Descriptor file;          ///< as it stood in the target, compressed if that is
  std::uint64_t bytes = 0;  ///< before compression
  std::shared_ptr<const void> noted{};  ///< by the watch of the sections
};

/// Where the program's data goes: a file, a pipe or standard output, compressed if the
/// name ends in .gz, .zst, .xz or .bz2.
///
/// A regular file is written as `FILE.part` and renamed by finish(), whole and on the
/// disk; without finish() the part is removed, unless it was there before and was to be
/// gone on with. From the first call to the last nobody else can write it (`FileClaim`).
/// Devices, pipes and standard output are written straight. `append` and `spare_buffer`
/// are thread-safe, everything else is for one thread while nobody appends. Every
/// function throws RunError when the target fails, ClosedPipe when its reader has gone.
class OutputFile {
 public:
  /// What becomes of a `FILE.part` that is there already.
  enum class Part : std::uint8_t {
    anew,   ///< overwritten, if it is ours; else UsageError is thrown
    go_on,  ///< stays; `mark_of_part`, and `own_part` and `go_on_at`, come before all
            ///< else
  };
  /// Opens `path`, or standard output for "-". Throws FileInUse if another process writes
  /// the same file.
  explicit OutputFile(const std::string& path, Part part = Part::anew);
  /// A nameless temporary file that is compressed as `path` would be: its bytes can be
  /// appended to that output. See `append_spool`.
  [[nodiscard]] static std::unique_ptr<OutputFile> spool_for(const std::string& path);
  /// The same in a file of its own, `spool`, with what is in it: `go_on_at` comes first.
  [[nodiscard]] static std::unique_ptr<OutputFile> named_spool(const std::string& path,
                                                               const std::string& spool);
  /// Writes to `descriptor`, which stays open; `name` is for messages.
  OutputFile(int descriptor, const std::string& name);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Puts `frame` around all that comes; before anything else is called. The head stands
  /// outside of all sections, the tail is written by `seal`. A file that is gone on with
  /// has its head already.
  void set_frame(OutputFrame frame);

  /// Writes `bytes` after all earlier ones, in one piece.
  void append(std::string_view bytes);
  /// The same without a copy: keeps `text` until it is written.
  void append(TextBuffer text);
  /// An empty buffer, with room if an earlier one is free again.
  [[nodiscard]] TextBuffer spare_buffer();

  /// `watch`, which outlives the output, is told of every section from now on.
  void watch_sections(SectionWatch& watch);

  /// Starts a stretch that can be taken back as a whole if it is `revocable`: a file is
  /// then cut back, for any other target the bytes wait in a temporary file. At most one
  /// is open.
  /// `from`: where its first byte stands, if a run that was broken off began it.
  void begin_section(Revocable revocable, std::optional<OutputPlace> from = {});
  /// Keeps the open section.
  void commit_section();
  /// Takes the open section back. Nothing of it has reached or will reach the target,
  /// unless it was not revocable: then what was written stays, and false is returned.
  bool discard_section();

  /// Takes the open section back like `discard_section`, but keeps its bytes. The file is
  /// empty if it was not revocable.
  [[nodiscard]] SetAside set_aside_section();
  /// Writes such a section after all.
  void append_set_aside(const SetAside& aside);

  /// Appends what was written to `spool`, to which nothing may follow.
  void append_spool(OutputFile& spool);
  /// Appends a stretch of an older output of the same kind, as it is on disk.
  void append_former(const Descriptor& former, OutputPlace begin, OutputPlace end);

  /// Where the next byte will stand. Everything before it is in the file then. Only for
  /// regular files and spools.
  [[nodiscard]] OutputPlace position();
  /// Waits until all up to `position` is on the disk: then it can be noted.
  void sync();
  /// Whose `FILE.part` is; nobody's if it is written straight.
  [[nodiscard]] PartMark mark_of_part() const;
  /// It is ours, and `writer` (see `mark_part`) writes it.
  void own_part(std::string_view writer);
  /// Bytes in `FILE.part`, on disk.
  [[nodiscard]] std::uint64_t part_bytes() const;
  /// Goes on with what is in `FILE.part` up to `place`; cuts the rest off.
  void go_on_at(OutputPlace place);
  /// If the output has its name already, and is that long, it is `FILE.part` again, and
  /// `writer` writes it.
  void take_back_name(std::uint64_t bytes, std::string_view writer);
  /// The same with a copy, unless the part reaches to `place` already.
  void take_in_named(const Descriptor& named, OutputPlace place);
  /// Takes `FILE.part` away; nothing may follow.
  void drop_part() { leaves_part_ = false; }
  /// Leaves `FILE.part` to who takes the claim.
  [[nodiscard]] FileClaim hand_over() {
    leaves_part_ = true;
    return std::move(claim_);
  }
  /// Leaves `FILE.part` where it is if finish() is not reached.
  void leave_part() { leaves_part_ = true; }

  /// Writes what is held and gives the file its name. Nothing may follow.
  void finish();
  /// The same in two steps, for files that get their names together: `seal` leaves
  /// `FILE.part` whole and on the disk.
  void seal();
  void name();
  /// The name of the file, links followed, and the one that it has until then; empty if
  /// it is written straight.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& part() const { return part_; }

  /// Instead of finish() when the run was broken off: writes what is held and leaves it,
  /// a file under the name `.part`. Nothing may follow.
  void finish_part();

  /// Bytes taken by `append`, before compression; sections that were taken back do not
  /// count.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// Has anything been appended that is there still, the frame apart?
  [[nodiscard]] bool has_data() const;

  /// True when the bytes go to a regular file under its own name.
  [[nodiscard]] bool is_file() const { return !part_.empty(); }

 private:
  struct Section {
    std::uint64_t bytes;  ///< bytes_ when it began
    bool written;         ///< a compressed stream had been ended by then
  };

  OutputFile(Descriptor file, const std::string& name, const std::string& coded_as);
  void lead() SEMSITE_REQUIRES(mutex_);
  void forget(const Section& section) SEMSITE_REQUIRES(mutex_);
  TextBuffer take_spare() SEMSITE_REQUIRES(mutex_);
  [[nodiscard]] OutputPlace position_now() SEMSITE_REQUIRES(mutex_);
  void count(std::size_t size) SEMSITE_REQUIRES(mutex_);
  void send_held() SEMSITE_REQUIRES(mutex_);
  void forget_held() SEMSITE_REQUIRES(mutex_);

  std::string path_;  ///< final name
  std::string part_;  ///< name while incomplete; empty if written straight
  std::unique_ptr<OutputTarget> target_ SEMSITE_GUARDED_BY(mutex_);
  /// Null: not compressed.
  std::unique_ptr<OutputCoder> coder_ SEMSITE_GUARDED_BY(mutex_);
  mutable Mutex mutex_;
  std::vector<TextBuffer> held_ SEMSITE_GUARDED_BY(mutex_);  ///< taken, not written yet
  std::size_t held_bytes_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::vector<TextBuffer> spare_ SEMSITE_GUARDED_BY(mutex_);
  std::atomic<std::uint64_t> bytes_ = 0;
  /// open ones, outermost first
  std::vector<Section> sections_ SEMSITE_GUARDED_BY(mutex_);
  /// Null: nobody wants to know of them.
  SectionWatch* watch_ SEMSITE_GUARDED_BY(mutex_) = nullptr;
  OutputFrame frame_ SEMSITE_GUARDED_BY(mutex_);
  bool has_head_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool finished_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool leaves_part_ = false;
  FileClaim claim_;  ///< nobody else writes it
};

}  // namespace semsite
