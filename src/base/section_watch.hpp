#pragma once

#include <memory>

namespace semsite {

/// Told what becomes of the sections of an OutputFile, so that what is counted beside it
/// is of what stays in it. Called while nobody appends.
class SectionWatch {
 public:
  SectionWatch() = default;
  SectionWatch(const SectionWatch&) = delete;
  SectionWatch& operator=(const SectionWatch&) = delete;
  virtual ~SectionWatch() = default;

  /// A section begins, in the innermost open one.
  virtual void section_begins() = 0;
  /// The innermost section belongs to what is around it.
  virtual void section_stays() = 0;
  /// It goes. What was noted of it may be asked for again.
  [[nodiscard]] virtual std::shared_ptr<const void> section_goes() = 0;
  /// A section that went is written after all; `noted` is what `section_goes` gave.
  virtual void section_returns(const std::shared_ptr<const void>& noted) = 0;
};

}  // namespace semsite
