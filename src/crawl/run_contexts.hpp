#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "crawl/retrieve.hpp"
#include "parse/parse_settings.hpp"
#include "state/run_state.hpp"

namespace semsite {

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
