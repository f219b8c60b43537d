#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parse/json_value.hpp"
#include "parse/jsonld_context.hpp"
#include "parse/jsonld_contexts.hpp"
#include "rdf/iri.hpp"
#include "rdf/page_meter.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What the context algorithms ask for beside the contexts themselves.
struct ContextEnvironment {
  JsonLdContexts& contexts;
  const ParseSettings& settings;
  const Limits& limits;
  const BaseIri& document_base;
  NamedBy named_by;  ///< what stands in the document itself
};

enum class Protection : std::uint8_t { respect, override_it };
enum class Propagation : std::uint8_t { on, off };
/// Scoped contexts are read once when their term is defined, to see that they are good;
/// contexts that are being read already are passed over then.
enum class ScopeCheck : std::uint8_t { use, only_check };

struct LocalContext {
  JsonValue value;
  std::string_view base_url;  ///< remote contexts in it are relative to this
  Protection protection = Protection::respect;
  Propagation propagation = Propagation::on;
};

/// Reads local contexts (JSON-LD API §4.1.2 Context Processing Algorithm), for one
/// document at a time. Throws DocumentError("jsonld.<error code of the specification>").
class ContextReader {
 public:
  explicit ContextReader(const ContextEnvironment& environment)
      : environment_(environment), meter_(environment.limits) {}
  /// `room` for the terms of the documents that are read; it must outlive this.
  ContextReader(const ContextEnvironment& environment, PageRoom& room)
      : environment_(environment), meter_(environment.limits, PageRoom{}), room_(&room) {}

  /// The active context that `local` makes of `active`.
  [[nodiscard]] ContextPtr process(const ContextPtr& active, const LocalContext& local);

  /// The budget of remote contexts and of terms starts anew: the next document begins.
  void begin_document() {
    loads_ = 0;
    terms_ = 0;
    meter_.clear();
  }

 private:
  friend class ContextBuild;
  /// URLs of the remote contexts that are being read, outermost first.
  using Chain = std::vector<std::string>;

  ContextPtr process(ContextPtr active, const LocalContext& local, const Chain& chain,
                     ScopeCheck check);
  ContextPtr nullified(const ContextPtr& active, const ContextPtr& before,
                       const LocalContext& local);
  ContextPtr process_remote(const ContextPtr& active, std::string_view reference,
                            const LocalContext& local, const Chain& chain,
                            ScopeCheck check);
  ContextPtr process_object(const ContextPtr& active, const ContextPtr& before,
                            const LocalContext& local, const Chain& chain);
  [[nodiscard]] std::string resolve_context(std::string_view reference,
                                            std::string_view base_url) const;
  [[nodiscard]] std::shared_ptr<const LoadedContext> load(const std::string& url,
                                                          const LocalContext& local,
                                                          const Chain& chain);
  [[nodiscard]] NamedBy namer_in(const LocalContext& local, const Chain& chain) const;
  [[nodiscard]] std::string_view mark_of(const LocalContext& local,
                                         const Chain& chain) const;
  /// Counts work that a document could ask for without end.
  void spend_terms(std::size_t count);

  [[nodiscard]] bool is_1_0() const {
    return environment_.settings.jsonld_version == JsonLdVersion::v1_0;
  }

  const ContextEnvironment& environment_;
  std::size_t loads_ = 0;
  std::size_t terms_ = 0;
  HeldMeter meter_;  ///< the IRIs of the terms, which others may be made of
  PageRoom* room_ = nullptr;
};

/// IRI expansion against a finished context (API §5.2 but for the parts that create
/// terms). Nothing when `value` means nothing. `out` holds the result if it is new text.
enum class IriUse : std::uint8_t {
  vocab = 1,              ///< a term, compact IRI or word of the vocabulary
  document = 2,           ///< relative to the base
  vocab_or_document = 3,  ///< both, in this order
};
struct ExpandedIri {
  std::string_view text{};  ///< view into the context, `value` or `out`
  Keyword keyword = Keyword::none;
  bool is_null = false;
};
[[nodiscard]] ExpandedIri expand_iri(const ActiveContext& context, std::string_view value,
                                     IriUse use, const BaseIri& document_base,
                                     std::string& out);

/// The base IRI in force: empty if there is none.
[[nodiscard]] std::string_view base_of(const ActiveContext& context,
                                       const BaseIri& document_base);

}  // namespace semsite
