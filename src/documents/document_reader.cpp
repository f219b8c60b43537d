#include "documents/document_reader.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "base/url.hpp"
#include "documents/graph_policy.hpp"
#include "documents/not_rdf.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/jsonld_contexts.hpp"
#include "parse/split_parse.hpp"
#include "parse/syntax.hpp"
#include "rdf/quad_check.hpp"
#include "reading/parse_settings.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

/// A function of the user's has thrown: nothing else is done, and it is thrown again.
class Given {
 public:
  /// What is thrown on the way out: no error of ours, so that nobody takes it for one.
  struct Ended {};

  template <typename Work>
  void run(const Work& work) {
    try {
      work();
    } catch (...) {
      {
        const MutexLock lock{mutex_};
        if (!error_) error_ = std::current_exception();
      }
      throw Ended{};
    }
  }
  /// Throws what the first of them threw, if one has.
  void rethrow() {
    const MutexLock lock{mutex_};
    if (error_) std::rethrow_exception(error_);
  }

 private:
  Mutex mutex_;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
};

/// Hands the batches of one document on in their order, one at a time, whichever threads
/// they come from.
class InOrder {
 public:
  InOrder(const TakeQuads& take, Given& given, std::uint64_t& quads)
      : take_(take), given_(given), quads_(quads) {}

  void put(QuadBatch batch) {
    MutexLock lock{mutex_};
    const std::uint64_t sequence = batch.sequence();
    waiting_.emplace(sequence, std::move(batch));
    if (is_taking_) return;
    is_taking_ = true;
    while (!is_over_ && !waiting_.empty() && waiting_.begin()->first == next_) {
      QuadBatch due = std::move(waiting_.extract(waiting_.begin()).mapped());
      ++next_;
      lock.unlock();
      try {
        hand_on(due);
      } catch (...) {
        lock.lock();
        is_over_ = true;
        is_taking_ = false;
        throw;
      }
      lock.lock();
      is_over_ = due.given_up();
    }
    is_taking_ = false;
  }

 private:
  void hand_on(QuadBatch& batch) {
    if (batch.size() == 0) return;
    const Document& document = batch.document();
    if (!document.graph.empty())
      for (Quad& quad : batch.quads())
        if (quad.graph.kind == TermKind::none) quad.graph = iri_term(document.graph);
    given_.run([&] {
      take_({.quads = batch.quads(), .document = document.iri, .scope = document.scope});
    });
    quads_ += batch.size();
  }

  const TakeQuads& take_;
  Given& given_;
  std::uint64_t& quads_;
  Mutex mutex_;
  std::map<std::uint64_t, QuadBatch> waiting_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t next_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool is_taking_ SEMSITE_GUARDED_BY(mutex_) = false;  ///< a thread is in `take`
  bool is_over_ SEMSITE_GUARDED_BY(mutex_) = false;
};

/// Counts faults, and tells them one at a time.
class CountedFaults final : public Diagnostics {
 public:
  CountedFaults(const std::function<void(const Fault&)>& tell, Given& given,
                ReadResult& result)
      : tell_(tell), given_(given), result_(result) {}

  void report(const Fault& fault) override {
    const MutexLock lock{mutex_};
    ++result_.faults[std::string{fault.code}];
    if (fault.skipped) ++result_.skipped;
    if (fault.code == kDocumentCut) is_cut_ = true;
    if (tell_) given_.run([&] { tell_(fault); });
  }
  [[nodiscard]] bool is_cut() {
    const MutexLock lock{mutex_};
    return is_cut_;
  }

 private:
  const std::function<void(const Fault&)>& tell_;
  Given& given_;
  ReadResult& result_;
  Mutex mutex_;  ///< of the counts in the result, too
  bool is_cut_ SEMSITE_GUARDED_BY(mutex_) = false;
};

/// Contexts of JSON-LD that a function gives.
class GivenContexts final : public ContextSource {
 public:
  explicit GivenContexts(const std::function<std::string(const std::string&)>& give)
      : give_(give) {}

  [[nodiscard]] std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                         NamedBy) override {
    const MutexLock lock{mutex_};
    const auto [known, is_new] = texts_.try_emplace(std::string{url});
    if (is_new)
      known->second = std::make_shared<const RemoteContext>(
          RemoteContext{.url = std::string{url}, .text = give_(std::string{url})});
    if (known->second == nullptr)
      throw DocumentError{"jsonld.remote-context",
                          fmt::format("the context {} could not be had", url)};
    return known->second;
  }

 private:
  const std::function<std::string(const std::string&)>& give_;
  Mutex mutex_;
  std::map<std::string, std::shared_ptr<const RemoteContext>> texts_
      SEMSITE_GUARDED_BY(mutex_);
};

/// Blank nodes of documents without a name are not those of each other.
std::string scope_of_nameless() {
  static std::atomic<std::uint64_t> count{0};
  return fmt::format("nameless {}", ++count);
}

/// Of what cannot mean anything else than a slip.
void check(const TakeQuads& take, const ReadOptions& options) {
  if (!take) throw UsageError{"there is no function that takes the quads"};
  if (!options.graph.empty() && !is_legal_iri(options.graph))
    throw UsageError{fmt::format("graph \"{}\": no absolute IRI", options.graph)};
  if (!options.base.empty() && !is_legal_iri(options.base))
    throw UsageError{fmt::format("base \"{}\": no absolute IRI", options.base)};
}

/// Where RDF is promised, by its type or its name, a page is a message that it is not
/// there (as `harvest` has it).
bool is_promised(const Syntax* syntax) {
  return syntax != nullptr && !is_of_pages(*syntax) && syntax->name != "sitemap";
}

const Syntax* wanted_syntax(const std::string& name) {
  if (name.empty()) return nullptr;
  const Syntax* const syntax = find_syntax(name);
  if (syntax != nullptr) return syntax;
  throw UsageError{fmt::format(
      "syntax \"{}\": no such syntax is read (known_syntaxes has them)", name)};
}

}  // namespace

class DocumentReader::Work {
 public:
  Work(const TakeQuads& take, const ReadOptions& options)
      : take_(take),
        options_(options),
        syntax_(wanted_syntax(options.syntax)),
        contexts_(options.context) {
    check(take, options);
    settings_.strictness = options.strict ? Strictness::strict : Strictness::lenient;
    settings_.jsonld_contexts = make_jsonld_contexts();
    if (options.context) settings_.contexts = &contexts_;
    result_.is_whole = true;
  }

  void read_all(std::unique_ptr<ByteSource> bytes, const std::string& name) {
    if (name.empty()) nameless_ = scope_of_nameless();
    const auto parts = split_url(name);
    Unpacker unpacker{std::move(bytes),
                      std::string{parts ? parts->path : std::string_view{name}},
                      options_.limits, media_type_alone()};
    for (bool more = true; more && !is_stopped();) {
      try {
        std::optional<Entry> entry = unpacker.next();
        if (!entry) break;
        read_entry(*entry, name);
      } catch (const DocumentError& error) {
        fail(error);
      } catch (const Given::Ended&) {
        given_.rethrow();
      }
    }
    if (is_stopped()) fail(DocumentError{"run.interrupted", "interrupted"});
  }

  void read_one(ByteSource& bytes, const std::string& name, ReadAs as,
                const LinkTaker* links) {
    const auto document = document_of({}, name);
    document->media_type = options_.media_type;
    CountedFaults faults{options_.fault, given_, result_};
    try {
      if (!is_stopped()) parse(*syntax_, bytes, document, as, faults, links);
    } catch (const DocumentError& error) {
      fail(error);
    } catch (const Given::Ended&) {
      given_.rethrow();
    }
    if (is_stopped()) fail(DocumentError{"run.interrupted", "interrupted"});
  }

  void fail(const DocumentError& error) {
    result_.is_whole = false;
    if (!result_.code.empty()) return;
    result_.code = error.code();
    result_.problem = error.what();
  }

  [[nodiscard]] ReadResult conclude() {
    result_.is_whole = result_.is_whole && result_.skipped == 0;
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_stopped() const { return options_.stop.stop_requested(); }

  [[nodiscard]] std::string media_type_alone() const {
    return options_.media_type.substr(0, options_.media_type.find(';'));
  }

  [[nodiscard]] std::shared_ptr<Document> document_of(const Entry& entry,
                                                      const std::string& name) const {
    Origin origin;
    origin.url = name;
    origin.base = options_.base;
    origin.graph = options_.graph;
    origin.part = entry.part;
    auto out = std::make_shared<Document>(
        make_document(origin, entry.name, {GraphUse::own, {}}));
    if (name.empty()) {
      // What has no name has no address either, and its references stay as they are.
      out->iri = entry.name;
      out->name = entry.name.empty() ? "the document" : entry.name;
      if (options_.base.empty()) out->base.clear();
      out->scope = short_hash(fmt::format("{}/{}", nameless_, out->scope));
    }
    return out;
  }

  void read_entry(Entry& entry, const std::string& name) {
    const auto document = document_of(entry, name);
    const bool is_whole = entry.name.empty();
    if (is_whole) document->media_type = options_.media_type;
    auto noted = std::make_unique<BreakNote>(std::move(entry.bytes));
    const BreakNote& end = *noted;
    PeekSource bytes{std::move(noted)};
    const Syntax* syntax = syntax_;
    if (syntax == nullptr) {
      const std::string_view head = bytes.peek(kDetectBytes);
      const std::string type = is_whole ? media_type_alone() : std::string{};
      const Detected told =
          detect_syntax(head, end, {.media_type = type, .path = entry.hint});
      syntax = told.syntax;
      const bool promised = is_promised(syntax_of_media_type(type)) ||
                            is_promised(syntax_of_path(entry.hint));
      if ((told.found == "html" || told.found == "sitemap") && !promised)
        syntax = find_syntax(told.found);
      if (syntax == nullptr || head.empty()) {
        const NotRdf why = not_rdf(told.found, head, document->name);
        throw DocumentError{why.code, why.problem};
      }
    }
    CountedFaults faults{options_.fault, given_, result_};
    parse(*syntax, bytes, document, ReadAs::data, faults, nullptr);
  }

  void parse(const Syntax& syntax, ByteSource& bytes,
             const std::shared_ptr<Document>& document, ReadAs as, CountedFaults& faults,
             const LinkTaker* links) {
    ++result_.documents;
    result_.syntax = syntax.name;
    document->syntax = syntax.name;
    const Measured measured{*document, as, syntax, options_.limits};
    report_graph(*document, faults);
    InOrder in_order{take_, given_, result_.quads};
    parse_document({.syntax = syntax,
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = faults,
                    .measured = measured,
                    .workers = std::max(1U, options_.workers),
                    .stop = options_.stop,
                    .settings = settings_,
                    .links = links},
                   [&](QuadBatch batch) { in_order.put(std::move(batch)); });
    if (faults.is_cut())
      fail(DocumentError{std::string{kDocumentCut},
                         fmt::format("{} ends in the middle of a statement: it is the "
                                     "beginning of a longer document",
                                     document->name)});
  }

  const TakeQuads& take_;
  const ReadOptions& options_;
  const Syntax* syntax_;  ///< null: told by the bytes
  GivenContexts contexts_;
  Given given_;
  std::string nameless_ = scope_of_nameless();
  ParseSettings settings_;
  ReadResult result_;
};

DocumentReader::DocumentReader(const TakeQuads& take, const ReadOptions& options)
    : work_(std::make_unique<Work>(take, options)) {}

DocumentReader::~DocumentReader() = default;

void DocumentReader::read_all(std::unique_ptr<ByteSource> bytes,
                              const std::string& name) {
  work_->read_all(std::move(bytes), name);
}

void DocumentReader::read_one(ByteSource& bytes, const std::string& name, ReadAs as,
                              const LinkTaker* links) {
  work_->read_one(bytes, name, as, links);
}

void DocumentReader::fail(const DocumentError& error) { work_->fail(error); }

ReadResult DocumentReader::conclude() { return work_->conclude(); }

}  // namespace semsite
