#include "turtle/turtle_parser.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/utf8.hpp"
#include "rdf/document.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_batch.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"
#include "turtle/turtle_env.hpp"
#include "turtle/turtle_grammar.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite {
namespace {

/// What is handed on is not held: its IRIs may be so many times more of its bytes.
constexpr std::uint64_t kTimesMore = 4;

/// Is `rest`, in which a statement is faulty, all of it one token? Before the place where
/// a document is cut everything is in order.
bool is_last_token(std::string_view rest) {
  constexpr std::string_view kOpening = "\"'<@";
  return rest.empty() || kOpening.find(rest.front()) != std::string_view::npos ||
         rest.find_first_of(" \t\r\n") == std::string_view::npos;
}

/// One piece: reads its good statements, reports the others.
class PieceParse {
 public:
  explicit PieceParse(const PieceJob& job)
      : job_(job),
        context_(*static_cast<const TurtleContext*>(job.piece.context.get())),
        text_(job.piece.text.bytes),
        terms_(job.batch),
        grammar_(job.batch, terms_,
                 {.depth_limit = job.limits.turtle_depth,
                  .strictness = job.settings.strictness,
                  .meter = job.batch.document().meter ? HeldMeter{job.limits}
                           : job.hand_on == nullptr
                               ? HeldMeter{job.limits, text_.size()}
                               : HeldMeter{job.limits, kTimesMore * text_.size()}}) {
    if (job.hand_on != nullptr) grammar_.set_full(&full_);
  }

  void run() {
    PageMeter* const page = job_.batch.document().meter.get();
    // Only one statement without end makes a piece so long.
    const LargePageTurn turn{page != nullptr ? text_.size() : 0};
    read();
    if (page != nullptr)
      for (const Quad& quad : job_.batch.quads()) page->add(quad);
    report();
  }

  void run_with_places() {
    grammar_.note_places(places_);
    run();
  }

  /// After run_with_places: the line on which each quad ends.
  [[nodiscard]] std::vector<std::uint64_t> lines() const {
    std::vector<std::uint64_t> out;
    std::uint64_t line = job_.piece.text.first_line;
    std::size_t counted = 0;
    for (const std::size_t place : places_) {
      const std::string_view passed = text_.substr(counted, place - counted);
      line += static_cast<std::uint64_t>(std::ranges::count(passed, '\n'));
      counted = place;
      out.push_back(line);
    }
    return out;
  }

 private:
  struct Finding {
    std::size_t statement;
    TurtleProblem problem;
    bool skipped = true;
  };

  static bool holds_triples(StatementKind kind) {
    return kind == StatementKind::triples || kind == StatementKind::last_triples ||
           kind == StatementKind::unfinished;
  }

  [[nodiscard]] std::string_view text_of(const StatementMark& mark) const {
    return text_.substr(mark.begin, mark.end - mark.begin);
  }

  void read() {
    job_.batch.share(job_.piece.text);
    const bool all_utf8 = is_utf8(text_);
    std::span<const TurtleToken> tokens = context_.tokens;
    has_nul_ = text_.find('\0') != std::string_view::npos;
    job_.batch.reserve(std::min<std::size_t>(text_.size() / 64, 4096));
    terms_.use(*context_.env);
    set_graph(context_.graph);
    for (std::size_t i = 0; i < context_.statements.size(); ++i) {
      const StatementMark& mark = context_.statements[i];
      const auto own = tokens.first(mark.tokens);
      tokens = tokens.subspan(mark.tokens);
      if (!holds_triples(mark.kind)) {
        structure(i);
      } else if (auto problem = all_utf8 ? std::nullopt : utf8_problem(text_of(mark))) {
        find(i, *std::move(problem));
      } else {
        read_triples(i, own);
      }
    }
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
        if (!own_env_) own_env_.emplace(*context_.env);
        if (auto problem = own_env_->apply_directive(text_of(mark)))
          find(i, *std::move(problem));
        is_env_new_ = true;
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

  void read_triples(std::size_t i, std::span<const TurtleToken> tokens) {
    const StatementMark& mark = context_.statements[i];
    // Once for all directives in a row: what is known of names is forgotten with it.
    if (std::exchange(is_env_new_, false)) terms_.use(*own_env_);
    terms_.begin_statement(job_.piece.text.offset + mark.begin);
    is_long_ = false;
    begin_ = job_.batch.size();
    if (!grammar_.read(text_, mark, tokens)) {
      find(i, grammar_.problem());
    } else if (graph_ && graph_->problem) {
      find(i, {"turtle.bad-graph",
               "the statement stands in a graph whose name cannot be read", 0});
    } else if (terms_.problem()) {
      find(i, *terms_.problem());
    } else {
      if (has_nul_) note_nul(i);
      if (is_long_) emit_long(mark, tokens);
      return;
    }
    job_.batch.truncate(begin_);
    places_.resize(std::min(places_.size(), begin_));
  }

  /// When the batch holds much. Whether the statement is good is not known before its
  /// end, so what it makes is dropped, and made again then.
  void make_room() {
    QuadBatch& batch = job_.batch;
    if (!is_emitting_) {
      is_long_ = true;
      batch.truncate(std::exchange(begin_, 0));
    }
    const std::uint64_t next = batch.sequence() + (batch.size() > 0 ? 1U : 0U);
    QuadBatch part = std::exchange(batch, QuadBatch{batch.shared_document(), next});
    batch.share(job_.piece.text);
    terms_.use(own_env_ ? *own_env_ : *context_.env);
    grammar_.keep_open_terms(text_);
    if (part.size() > 0) (*job_.hand_on)(std::move(part));
  }

  /// The quads of a statement that was found good, but makes too many to hold them.
  void emit_long(const StatementMark& mark, std::span<const TurtleToken> tokens) {
    job_.batch.truncate(begin_);
    is_emitting_ = true;
    terms_.begin_statement(job_.piece.text.offset + mark.begin);
    grammar_.begin_again();
    (void)grammar_.read(text_, mark, tokens);
    is_emitting_ = false;
  }

  /// A good statement has one in strings or comments only.
  void note_nul(std::size_t i) {
    const std::size_t at = text_of(context_.statements[i]).find('\0');
    if (at == std::string_view::npos) return;
    found_.push_back(
        {i,
         {"turtle.nul", "a NUL byte in a string (RDF allows it; it is kept as \\u0000)",
          at},
         false});
  }

  void set_graph(std::optional<TurtleGraph> graph) {
    graph_ = std::move(graph);
    Term term;
    if (graph_ && graph_->kind != TermKind::none) {
      term = {.value = job_.batch.keep(graph_->value), .kind = graph_->kind};
      term.plain = term.kind == TermKind::iri;
    }
    grammar_.set_graph(term);
  }

  void find(std::size_t statement, TurtleProblem problem) {
    found_.push_back({statement, std::move(problem)});
  }

  void report() {
    std::uint64_t line = job_.piece.text.first_line;
    std::size_t counted = 0;
    // Of that line in the piece: what comes on one line is not looked through each time.
    std::size_t line_begin = 0;
    std::uint64_t first_column = context_.first_column;
    for (const Finding& finding : found_) {
      const StatementMark& mark = context_.statements[finding.statement];
      const std::size_t at =
          std::min<std::size_t>(mark.begin + finding.problem.at, text_.size());
      const std::string_view passed =
          text_.substr(std::min(counted, at), at - std::min(counted, at));
      line += static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
      if (const std::size_t end = passed.rfind('\n'); end != std::string_view::npos) {
        line_begin = counted + end + 1;
        first_column = 1;
      }
      counted = std::max(counted, at);
      const bool is_cut =
          context_.is_cut && finding.statement + 1 == context_.statements.size() &&
          is_last_token(text_.substr(at, mark.end - std::min<std::size_t>(mark.end, at)));
      job_.diagnostics.report({.code = is_cut ? kDocumentCut : finding.problem.code,
                               .message = finding.problem.message,
                               .line = line,
                               .column = first_column + (at - std::min(at, line_begin)),
                               .statement = text_of(mark),
                               .skipped = finding.skipped});
    }
  }

  const PieceJob& job_;
  const TurtleContext& context_;
  std::string_view text_;
  TurtleTerms terms_;
  TurtleGrammar grammar_;
  const std::function<void()> full_ = [this] { make_room(); };
  std::size_t begin_ = 0;     ///< of the statement at hand, in the batch
  bool is_long_ = false;      ///< and some of its quads were dropped
  bool is_emitting_ = false;  ///< for it is known to be good
  std::vector<Finding> found_;
  std::optional<TurtleEnv> own_env_;  ///< once the piece itself has a directive
  bool is_env_new_ = false;           ///< and `terms_` does not know it yet
  std::optional<TurtleGraph> graph_;
  bool has_nul_ = false;
  std::vector<std::size_t> places_;  ///< of quads, if they are wanted
};

}  // namespace

void parse_turtle_piece(const PieceJob& job) { PieceParse{job}.run(); }

void parse_turtle_piece_with_lines(const PieceJob& job,
                                   std::vector<std::uint64_t>& lines) {
  PieceParse piece{job};
  piece.run_with_places();
  lines = piece.lines();
}

void parse_trig_piece(const PieceJob& job) { PieceParse{job}.run(); }

void read_turtle_text(std::string text, const std::string& base, Diagnostics& diagnostics,
                      const TakePlacedQuad& take) {
  const auto document = std::make_shared<Document>();
  document->base = base;
  const Limits limits;
  MemorySource bytes{std::move(text)};
  const auto splitter = make_turtle_splitter({.bytes = bytes,
                                              .document = *document,
                                              .diagnostics = diagnostics,
                                              .limits = limits});
  std::vector<std::uint64_t> lines;
  while (const std::optional<Piece> piece = splitter->next()) {
    QuadBatch batch{document, piece->sequence};
    parse_turtle_piece_with_lines(
        {.piece = *piece, .batch = batch, .diagnostics = diagnostics, .limits = limits},
        lines);
    for (std::size_t i = 0; i < batch.size(); ++i) take(batch.quads()[i], lines.at(i));
  }
}

}  // namespace semsite
