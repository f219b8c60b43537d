#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "crawl/retrieve.hpp"
#include "parse/parse_settings.hpp"
#include "report/statistics.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// Did a context that the document named not come? Then the document is not read as it
/// could be, and must not pass for unchanged.
[[nodiscard]] bool lacks_context(const FaultCounts& faults);

/// Gets the JSON-LD contexts that documents of a run name: each at most once, a failure
/// included, whoever asks for it and how often.
class RunContexts final : public ContextSource {
 public:
  struct Settings {
    bool obey_robots = true;
    Limits limits{};            ///< `context_bytes` and `contexts`
    RunState* state = nullptr;  ///< keeps them for later runs; may be null
  };

  RunContexts(Retriever& retriever, const Clock& clock, Settings settings)
      : retriever_(retriever), clock_(clock), settings_(settings) {}

  /// Asks for JSON-LD and follows a `Link` to it from what is no JSON (JSON-LD API §9.4,
  /// LoadDocumentCallback). Throws DocumentError("jsonld.remote-context").
  [[nodiscard]] std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                         NamedBy named_by) override;

  struct Looked {
    std::vector<std::string> changed;   ///< URLs of those that are others now
    std::vector<std::string> problems;  ///< why others cannot be had: they stay as had
  };
  /// Asks again for those that earlier runs had, before `begun`: what a server calls
  /// unchanged means something else under another context.
  [[nodiscard]] Looked look_again(RunState::Time begun);

 private:
  using Answer = std::shared_ptr<const RemoteContext>;

  [[nodiscard]] Answer fetch(const std::string& url, NamedBy named_by) const;

  [[nodiscard]] Answer find(const std::string& url, NamedBy named_by) const;

  Retriever& retriever_;
  const Clock& clock_;
  Settings settings_;
  std::mutex mutex_;
  std::map<std::string, std::shared_future<Answer>, std::less<>> answers_;
};

}  // namespace semsite
