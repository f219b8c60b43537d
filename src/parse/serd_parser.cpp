#include "parse/serd_parser.hpp"

#include <fmt/format.h>
#include <serd/serd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "base/c_guard.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "parse/turtle_check.hpp"
#include "parse/turtle_env.hpp"
#include "parse/turtle_terms.hpp"
#include "rdf/page_meter.hpp"

namespace semsite {
namespace {

struct FreeReader {
  void operator()(SerdReader* reader) const {
    serd_reader_end_stream(reader);  // else Serd forgets the page it read into
    serd_reader_free(reader);
  }
};

std::string_view view(const SerdNode& node) {
  return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
}

/// Serd over a text in memory that holds triples only: every call reads a statement and
/// puts its quads into the batch.
class TripleReader {
 public:
  /// `meter`: what prefixes may make of the text.
  TripleReader(QuadBatch& batch, TurtleTerms& terms, HeldMeter meter)
      : batch_(batch), terms_(terms), meter_(meter) {}

  /// All quads have been taken back.
  void forget() { meter_.clear(); }

  void start(std::string_view text) {
    text_ = text;
    message_.clear();
    reader_.reset(serd_reader_new(SERD_TURTLE, this, nullptr, nullptr, nullptr,
                                  on_statement, nullptr));
    serd_reader_set_strict(reader_.get(), true);
    serd_reader_set_error_sink(reader_.get(), on_error, this);
    serd_reader_start_source_stream(reader_.get(), on_read, on_no_error, this, nullptr,
                                    kPageBytes);
  }

  void set_graph(const Term& graph) { graph_ = graph; }

  /// False: Serd did not like the statement; quads of it may be in the batch.
  bool read() {
    const SerdStatus status = serd_reader_read_chunk(reader_.get());
    guard_.rethrow();
    return status == SERD_SUCCESS;
  }

  /// True if Serd finds no more statements.
  bool at_end() {
    const std::size_t before = batch_.quads().size();
    const SerdStatus status = serd_reader_read_chunk(reader_.get());
    guard_.rethrow();
    return status == SERD_FAILURE && batch_.quads().size() == before;
  }

  /// What Serd said first since `start`.
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  static constexpr std::size_t kPageBytes = 16 * 1024;

  static std::size_t on_read(void* to, std::size_t, std::size_t count, void* self) {
    std::string_view& text = static_cast<TripleReader*>(self)->text_;
    const std::size_t size = std::min(count, text.size());
    std::memcpy(to, text.data(), size);
    text.remove_prefix(size);
    return size;
  }
  static int on_no_error(void*) { return 0; }

  static SerdStatus on_error(void* self, const SerdError* error) {
    auto& reader = *static_cast<TripleReader*>(self);
    return reader.guard_.run(
        [&] {
          if (!reader.message_.empty()) return SERD_SUCCESS;
          char text[256];
          std::vsnprintf(text, sizeof text, error->fmt, *error->args);
          reader.message_ = trim(text);
          return SERD_SUCCESS;
        },
        SERD_ERR_INTERNAL);
  }

  static SerdStatus on_statement(void* self, SerdStatementFlags, const SerdNode*,
                                 const SerdNode* subject, const SerdNode* predicate,
                                 const SerdNode* object, const SerdNode* datatype,
                                 const SerdNode* language) {
    auto& reader = *static_cast<TripleReader*>(self);
    return reader.guard_.run(
        [&] {
          reader.batch_.add({.subject = reader.term(*subject),
                             .predicate = reader.term(*predicate),
                             .object = object->type == SERD_LITERAL
                                           ? reader.literal(*object, datatype, language)
                                           : reader.term(*object),
                             .graph = reader.graph_});
          reader.meter_.add(reader.batch_.quads().back());
          return SERD_SUCCESS;
        },
        SERD_ERR_INTERNAL);
  }

  Term term(const SerdNode& node) {
    const std::string_view text = view(node);
    if (node.type == SERD_URI) return terms_.iri(text);
    if (node.type == SERD_CURIE) return terms_.prefixed(text);
    // Serd calls its own nodes b1, b2, …; a written label that could be taken for one
    // was given an x (append_fed).
    if (text.front() == 'b') return terms_.generated(*parse_uint(text.substr(1)));
    return terms_.labelled(text.substr(text.front() == 'x' ? 1 : 0));
  }

  Term literal(const SerdNode& node, const SerdNode* datatype, const SerdNode* language) {
    if (language != nullptr && language->buf != nullptr)
      return terms_.lang_literal(view(node), view(*language));
    if (datatype != nullptr && datatype->buf != nullptr)
      return terms_.typed_literal(view(node), term(*datatype));
    return terms_.literal(view(node));
  }

  QuadBatch& batch_;
  TurtleTerms& terms_;
  HeldMeter meter_;
  Term graph_;
  std::string_view text_;
  std::string message_;
  CGuard guard_;
  std::unique_ptr<SerdReader, FreeReader> reader_;
};

/// One piece: judges its statements, has Serd read the good ones, reports the others.
class PieceParse {
 public:
  explicit PieceParse(const PieceJob& job)
      : job_(job),
        context_(*static_cast<const TurtleContext*>(job.piece.context.get())),
        text_(job.piece.text.bytes),
        terms_(job.batch),
        reader_(job.batch, terms_,
                job.batch.document().meter ? HeldMeter{job.limits}
                                           : HeldMeter{job.limits, text_.size()}) {}

  void run() {
    judge();
    if (!read(Feed::together)) {
      // Serd disagrees with our grammar somewhere. Alone, no statement harms another.
      job_.batch.truncate(0);
      reader_.forget();
      read(Feed::one_by_one);
    }
    if (PageMeter* const page = job_.batch.document().meter.get())
      for (const Quad& quad : job_.batch.quads()) page->add(quad);
    report();
  }

 private:
  enum class Feed : std::uint8_t { together, one_by_one };
  /// A statement's text in what is fed to Serd; `size` 0: not fed.
  struct Fed {
    std::size_t at = 0;
    std::size_t size = 0;
  };
  struct Finding {
    std::size_t statement;
    TurtleProblem problem;
  };

  static bool holds_triples(StatementKind kind) {
    return kind == StatementKind::triples || kind == StatementKind::last_triples ||
           kind == StatementKind::unfinished;
  }

  [[nodiscard]] std::string_view text_of(const StatementMark& mark) const {
    return text_.substr(mark.begin, mark.end - mark.begin);
  }

  void judge() {
    const bool all_utf8 = is_utf8(text_);
    TurtleCheck check{job_.limits.turtle_depth};
    feed_.reserve(text_.size() + text_.size() / 8);
    fed_.resize(context_.statements.size());
    std::size_t triples = 0;
    for (std::size_t i = 0; i < fed_.size(); ++i) {
      const StatementMark& mark = context_.statements[i];
      const std::string_view text = text_of(mark);
      if (!all_utf8 && !is_utf8(text)) {
        judged_.push_back(
            {i,
             {"turtle.not-utf8", "the statement holds bytes that are not UTF-8",
              valid_utf8_prefix(text)}});
      } else if (holds_triples(mark.kind)) {
        if (check.accept(text, mark.kind)) {
          append_fed(text, check, fed_[i]);
          triples += check.triples();
        } else {
          judged_.push_back({i, check.problem()});
        }
      }
    }
    job_.batch.reserve(triples);
  }

  void append_fed(std::string_view text, const TurtleCheck& check, Fed& fed) {
    fed.at = feed_.size();
    std::size_t copied = 0;
    for (const std::size_t label : check.labels()) {
      const char first = text[label];
      if (first != 'b' && first != 'B' && first != 'x') continue;
      feed_.append(text, copied, label - copied);
      feed_ += 'x';
      copied = label;
    }
    feed_.append(text, copied);
    feed_ += check.ends_with_dot() ? "\n" : "\n.\n";
    fed.size = feed_.size() - fed.at;
  }

  bool read(Feed feed) {
    found_.clear();
    own_env_.reset();
    terms_.use(*context_.env);
    set_graph(context_.graph);
    if (feed == Feed::together) reader_.start(feed_);
    auto judged = judged_.begin();
    for (std::size_t i = 0; i < fed_.size(); ++i) {
      if (judged != judged_.end() && judged->statement == i) {
        found_.push_back(*judged++);
        if (context_.statements[i].kind == StatementKind::graph_open)
          set_graph(TurtleGraph{TermKind::none, {}, found_.back().problem});
        continue;
      }
      if (!holds_triples(context_.statements[i].kind)) {
        structure(i);
      } else if (!read_triples(i, feed)) {
        return false;
      }
    }
    return feed == Feed::one_by_one || reader_.at_end();
  }

  /// A directive, or a brace of a graph block.
  void structure(std::size_t i) {
    const StatementMark& mark = context_.statements[i];
    switch (mark.kind) {
      case StatementKind::directive: {
        if (graph_) {
          find(i, {"turtle.syntax", "a directive cannot stand in a graph block", 0});
          return;
        }
        if (!own_env_) own_env_ = *context_.env;
        if (auto problem = own_env_->apply_directive(text_of(mark)))
          find(i, *std::move(problem));
        terms_.use(*own_env_);
        return;
      }
      case StatementKind::graph_open:
        set_graph(read_graph_name(text_of(mark), own_env_ ? *own_env_ : *context_.env,
                                  job_.piece.text.offset + mark.begin));
        if (graph_->problem) find(i, *graph_->problem);
        return;
      case StatementKind::graph_unclosed:
        find(i, {"turtle.syntax", "the document ends before the } of a graph block", 0});
        set_graph(std::nullopt);
        return;
      default:
        set_graph(std::nullopt);
    }
  }

  bool read_triples(std::size_t i, Feed feed) {
    const std::size_t before = job_.batch.quads().size();
    if (feed == Feed::one_by_one)
      reader_.start(std::string_view{feed_}.substr(fed_[i].at, fed_[i].size));
    terms_.begin_statement(job_.piece.text.offset + context_.statements[i].begin);
    const bool good = reader_.read() && (feed == Feed::together || reader_.at_end());
    if (!good && feed == Feed::together) return false;
    if (!good) {
      find(i, {"turtle.syntax",
               fmt::format("Serd cannot read the statement: {}", reader_.message()), 0});
    } else if (graph_ && graph_->problem) {
      find(i, {"turtle.bad-graph",
               "the statement stands in a graph whose name cannot be read", 0});
    } else if (terms_.problem()) {
      find(i, *terms_.problem());
    } else {
      return true;
    }
    job_.batch.truncate(before);
    return true;
  }

  void set_graph(std::optional<TurtleGraph> graph) {
    graph_ = std::move(graph);
    Term term;
    if (graph_ && graph_->kind != TermKind::none) {
      term = {.value = job_.batch.keep(graph_->value), .kind = graph_->kind};
      term.plain = term.kind == TermKind::iri;
    }
    reader_.set_graph(term);
  }

  void find(std::size_t statement, TurtleProblem problem) {
    found_.push_back({statement, std::move(problem)});
  }

  void report() {
    std::uint64_t line = job_.piece.text.first_line;
    std::size_t counted = 0;
    for (const Finding& finding : found_) {
      const StatementMark& mark = context_.statements[finding.statement];
      const std::size_t at =
          std::min<std::size_t>(mark.begin + finding.problem.at, text_.size());
      const std::string_view passed =
          text_.substr(std::min(counted, at), at - std::min(counted, at));
      line += static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
      counted = std::max(counted, at);
      job_.diagnostics.report({.code = finding.problem.code,
                               .message = finding.problem.message,
                               .line = line,
                               .column = column(at),
                               .statement = text_of(mark)});
    }
  }

  /// In bytes, from 1.
  [[nodiscard]] std::uint64_t column(std::size_t at) const {
    const std::size_t line_end =
        at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
    if (line_end != std::string_view::npos) return at - line_end;
    return at + context_.first_column;
  }

  const PieceJob& job_;
  const TurtleContext& context_;
  std::string_view text_;
  TurtleTerms terms_;
  TripleReader reader_;
  std::string feed_;
  std::vector<Fed> fed_;
  std::vector<Finding> judged_;
  std::vector<Finding> found_;
  std::optional<TurtleEnv> own_env_;  ///< once the piece itself has a directive
  std::optional<TurtleGraph> graph_;
};

}  // namespace

void parse_turtle_piece(const PieceJob& job) { PieceParse{job}.run(); }

void parse_trig_piece(const PieceJob& job) { PieceParse{job}.run(); }

}  // namespace semsite
