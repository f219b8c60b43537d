#include "turtle/turtle_splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Damage is only re-read this often, so that no input takes quadratic time.
constexpr unsigned kMostRereads = 16;
/// A statement with more tokens is cut again by whoever reads it: its tokens may take
/// more memory than its text.
constexpr std::uint32_t kMostTokens = 1 << 16;

bool starts_statement(char c) {
  return c == '<' || c == '_' || c == ':' || c == '@' || is_letter(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Within a statement, does the token neither end it nor need a closer look?
bool is_inner(TurtleTokenKind kind) {
  constexpr auto bit = [](TurtleTokenKind one) {
    return 1U << static_cast<unsigned>(one);
  };
  constexpr unsigned kOthers = bit(TurtleTokenKind::end) | bit(TurtleTokenKind::dot) |
                               bit(TurtleTokenKind::open_brace) |
                               bit(TurtleTokenKind::close_brace) |
                               bit(TurtleTokenKind::bad);
  return (kOthers >> static_cast<unsigned>(kind) & 1U) == 0;
}

/// What is a token by itself, or begins one that is no name.
bool ends_word(char c) {
  return std::string_view{" \t\r\n<>\"'{}[](),;#^@|~"}.find(c) != std::string_view::npos;
}

}  // namespace

std::size_t behind_faulty_string(std::string_view text, std::size_t at, bool& closed) {
  const std::string_view quote = text.substr(at, 1);
  const std::string_view three = text.substr(at, 3);
  const bool is_long = three.size() == 3 && three == std::string(3, quote[0]);
  closed = false;
  for (std::size_t i = at + (is_long ? 3 : 1); i < text.size();) {
    if (text[i] == '\\') {
      // A line end is no escape; the string is broken there.
      i += !is_long && text.substr(i + 1).starts_with('\n') ? 1 : 2;
    } else if (text[i] == '\n' && !is_long) {
      return i;
    } else if (text.substr(i).starts_with(is_long ? three : quote)) {
      closed = true;
      return i + (is_long ? 3 : 1);
    } else {
      ++i;
    }
  }
  return text.size();
}

void StatementScanner::forget(std::size_t count) {
  at_ -= count;
  wanted_ -= std::min(wanted_, count);
  token_end_ -= std::min(token_end_, count);
  if (begin_ != kNone) begin_ -= count;
}

std::optional<StatementMark> StatementScanner::next(std::string_view text, Input input,
                                                    std::vector<TurtleToken>& tokens) {
  whole_ = input == Input::whole;
  if (input == Input::growing && text.size() < wanted_) return std::nullopt;
  wanted_ = 0;
  for (;;) {
    switch (step(text, tokens)) {
      case Step::token:
        break;
      case Step::need_more:
        return std::nullopt;
      case Step::statement:
        return found_;
    }
  }
}

/// What begins at `at_` is looked at from its begin again, when there is twice as much of
/// it: the time stays that of one look at the whole.
StatementScanner::Step StatementScanner::wait(std::string_view text) {
  wanted_ = text.size() + (text.size() - at_);
  return Step::need_more;
}

StatementScanner::Step StatementScanner::finish(std::size_t end, StatementKind kind) {
  found_ = {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(end), tokens_,
            kind};
  begin_ = kNone;
  tokens_ = 0;
  is_bad_ = is_damaged_ = is_directive_ = false;
  last_kind_ = TurtleTokenKind::end;
  return Step::statement;
}

StatementScanner::Step StatementScanner::step(std::string_view text,
                                              std::vector<TurtleToken>& tokens) {
  if (is_damaged_) {
    if (const Step damage = pass_damaged_space(text); damage != Step::token)
      return damage;
  } else if (begin_ != kNone && !is_bad_ && !in_comment_ &&
             last_kind_ == TurtleTokenKind::end) {
    pass_inner(text, tokens);
  }
  at_ = behind_turtle_space(text, at_, in_comment_);
  if (at_ >= text.size()) return whole_ ? end_of_input(text) : Step::need_more;
  lexer_.go_to(text, at_);
  const TurtleToken token = lexer_.next_here();
  if (!whole_ && lexer_.seen() > text.size()) return wait(text);
  const bool alone = begin_ == kNone;
  const bool closes_graph = token.kind == TurtleTokenKind::close_brace && !alone &&
                            in_graph_ && dialect_ == TurtleDialect::trig;
  if (closes_graph) return closing_brace(alone);
  if (alone) begin_ = at_;
  if (!is_bad_) {
    tokens.push_back(token);
    is_bad_ = token.kind == TurtleTokenKind::bad;
    if (++tokens_ > kMostTokens) {
      tokens.resize(tokens.size() - tokens_);
      tokens_ = 0;
      is_bad_ = true;
    }
  }
  if (token.kind == TurtleTokenKind::bad) return pass_bad(text);
  at_ = token_end_ = token.end;
  if (token.kind == TurtleTokenKind::dot)
    return finish(at_, is_directive_ ? StatementKind::directive : StatementKind::triples);
  if (token.kind == TurtleTokenKind::open_brace) return opening_brace();
  if (token.kind == TurtleTokenKind::close_brace) return closing_brace(alone);
  if (token.kind == last_kind_) return finish(at_, StatementKind::directive);
  if (!alone) return Step::token;
  if (token.kind == TurtleTokenKind::at_word) is_directive_ = true;
  if (token.kind == TurtleTokenKind::word) {
    const std::string_view word = lexer_.text_of(token);
    if (equal_ignoring_case(word, "prefix") || equal_ignoring_case(word, "base"))
      last_kind_ = TurtleTokenKind::iri;
    if (equal_ignoring_case(word, "version")) last_kind_ = TurtleTokenKind::string;
    is_directive_ = last_kind_ != TurtleTokenKind::end;
  }
  return Step::token;
}

/// The tokens of the open statement up to one that may end it, as far as they have come.
void StatementScanner::pass_inner(std::string_view text,
                                  std::vector<TurtleToken>& tokens) {
  const std::size_t known = whole_ ? kNone : text.size();
  const std::size_t before = tokens.size();
  const std::size_t most = before + (kMostTokens - tokens_);
  lexer_.go_to(text, at_);
  while (tokens.size() < most) {
    const TurtleToken token = lexer_.next();
    if (!is_inner(token.kind) || lexer_.seen() > known) break;
    tokens.push_back(token);
  }
  if (tokens.size() == before) return;
  tokens_ += static_cast<std::uint32_t>(tokens.size() - before);
  at_ = token_end_ = tokens.back().end;
}

/// A line that looks like a statement ends one with damage before it.
StatementScanner::Step StatementScanner::pass_damaged_space(std::string_view text) {
  while (at_ < text.size()) {
    const char c = text[at_];
    const bool ends_line = c == '\n' || c == '\r';
    if (ends_line) {
      if (at_ + 1 >= text.size() && !whole_) return Step::need_more;
      in_comment_ = false;
      if (at_ + 1 < text.size() && starts_statement(text[at_ + 1]))
        return finish(token_end_, StatementKind::unfinished);
    } else if (c == '#') {
      in_comment_ = true;
    } else if (!in_comment_ && c != ' ' && c != '\t') {
      break;
    }
    ++at_;
  }
  return Step::token;
}

/// Behind what begins at `at_` and is no token.
StatementScanner::Step StatementScanner::pass_bad(std::string_view text) {
  const char first = text[at_];
  std::size_t end = at_ + 1;
  if (first == '<') {
    end = std::min(text.find_first_of(">\n", end), text.size());
    if (end == text.size() && !whole_) return wait(text);
    is_damaged_ = is_damaged_ || end == text.size() || text[end] == '\n';
    if (end < text.size() && text[end] == '>') ++end;
  } else if (first == '"' || first == '\'') {
    bool closed = false;
    end = behind_faulty_string(text, at_, closed);
    if (end == text.size() && !whole_) return wait(text);
    is_damaged_ = is_damaged_ || !closed;
    // A long one that is left open ends at its line.
    if (!closed && end == text.size() && ++reread_strings_ <= kMostRereads)
      end = std::min(text.find('\n', at_), text.size());
  } else {
    while (end < text.size() && !ends_word(text[end])) end += text[end] == '\\' ? 2 : 1;
    if (end >= text.size() && !whole_) return wait(text);
    end = std::min(end, text.size());
    // A name does not end in a dot, unless that is escaped.
    while (end > at_ + 1 && text[end - 1] == '.' && text[end - 2] != '\\') --end;
  }
  at_ = token_end_ = end;
  return first == '<' && last_kind_ == TurtleTokenKind::iri && !is_damaged_
             ? finish(at_, StatementKind::directive)
             : Step::token;
}

StatementScanner::Step StatementScanner::opening_brace() {
  if (dialect_ == TurtleDialect::turtle || in_graph_) return Step::token;
  in_graph_ = true;
  return finish(at_, StatementKind::graph_open);
}

StatementScanner::Step StatementScanner::closing_brace(bool alone) {
  if (dialect_ == TurtleDialect::turtle || !in_graph_)
    return alone ? finish(at_, StatementKind::triples) : Step::token;
  if (!alone)
    return finish(token_end_,
                  is_damaged_ ? StatementKind::unfinished : StatementKind::last_triples);
  in_graph_ = false;
  return finish(at_, StatementKind::graph_close);
}

StatementScanner::Step StatementScanner::end_of_input(std::string_view text) {
  if (begin_ != kNone) return finish(token_end_, StatementKind::unfinished);
  if (!in_graph_) return Step::need_more;
  in_graph_ = false;
  at_ = begin_ = text.size();
  return finish(at_, StatementKind::graph_unclosed);
}

namespace {
constexpr std::size_t kPieceBytes = 64 * 1024;
/// Marks count with 32 bits.
constexpr std::size_t kMostBytes = std::size_t{1} << 31;
/// A statement that has come so far gets all the room it may take at once: doubling would
/// hold it twice.
constexpr std::size_t kLongStatementBytes = 4 * kMiB;

/// Has it no end of its own?
bool is_open(StatementKind kind) {
  return kind == StatementKind::unfinished || kind == StatementKind::graph_unclosed;
}
}  // namespace

TurtleSplitter::TurtleSplitter(const SplitJob& job, TurtleDialect dialect,
                               std::size_t piece_bytes)
    : bytes_(job.bytes),
      diagnostics_(job.diagnostics),
      limit_(std::min<std::uint64_t>(job.limits.literal_bytes, kMostBytes)),
      piece_bytes_(piece_bytes),
      scanner_(dialect),
      env_(std::make_shared<TurtleEnv>(job.document.base, job.limits.page_iri_bytes)),
      piece_env_(env_) {}

std::optional<Piece> TurtleSplitter::next() {
  for (;;) {
    using Input = StatementScanner::Input;
    if (is_given_up_) std::rethrow_exception(failure_);
    const bool whole = ended_ && !failure_;
    const auto mark = scanner_.next(text(),
                                    whole    ? Input::whole
                                    : ended_ ? Input::broken
                                             : Input::growing,
                                    tokens_);
    if (mark) {
      note(*mark);
      if (is_given_up_) return cut(mark->end);
      // Whether it is the last statement is not known before the next one is looked for.
      if (mark->end >= piece_bytes_ && !(whole && is_open(mark->kind)))
        return cut(mark->end);
    } else if (ended_) {
      if (!statements_.empty()) {
        is_cut_ = whole && is_open(statements_.back().kind);
        return cut(statements_.back().end);
      }
      if (failure_) std::rethrow_exception(failure_);
      return std::nullopt;
    } else {
      fill();
    }
  }
}

void TurtleSplitter::note(const StatementMark& mark) {
  statements_.push_back(mark);
  const auto statement = [&] { return text().substr(mark.begin, mark.end - mark.begin); };
  switch (mark.kind) {
    case StatementKind::directive:
      if (graph_) break;  // not allowed there: the parser says so
      // Pieces that were given, and this one's start, keep what was in force for them.
      if (env_ == piece_env_) env_ = std::make_shared<TurtleEnv>(*env_);
      // Without what it says, what follows would be read as something else.
      if (const auto problem = env_->apply_directive(statement());
          problem && problem->code == TurtleEnv::kTooMuch)
        give_up(*problem);
      break;
    case StatementKind::graph_open:
      graph_ = read_graph_name(statement(), *env_, offset_ + mark.begin);
      break;
    case StatementKind::graph_close:
    case StatementKind::graph_unclosed:
      graph_.reset();
      break;
    case StatementKind::triples:
    case StatementKind::last_triples:
    case StatementKind::unfinished:
      break;
  }
}

void TurtleSplitter::give_up(const TurtleProblem& problem) {
  is_given_up_ = true;
  failure_ = std::make_exception_ptr(
      DocumentError{std::string{problem.code},
                    problem.message + "; the rest of the document cannot be read"});
}

Piece TurtleSplitter::cut(std::size_t size) {
  auto context = std::make_shared<TurtleContext>();
  context->env = std::exchange(piece_env_, env_);
  context->graph = std::exchange(piece_graph_, graph_);
  context->statements = std::exchange(statements_, {});
  context->tokens = std::exchange(tokens_, {});
  tokens_.reserve(context->tokens.size() + context->tokens.size() / 8);
  context->first_column = column_;
  context->is_cut = std::exchange(is_cut_, false);
  Piece piece{.text = {.bytes = text().substr(0, size),
                       .owner = buffer_,
                       .offset = offset_,
                       .first_line = line_},
              .context = std::move(context),
              .sequence = next_sequence_++};
  buffer_is_shared_ = true;
  pass(size);
  return piece;
}

/// Moves the start of the open piece on by `size` bytes.
void TurtleSplitter::pass(std::size_t size) {
  const std::string_view passed = text().substr(0, size);
  const std::size_t line_end = passed.rfind('\n');
  column_ = line_end == std::string_view::npos ? column_ + size : size - line_end;
  line_ += count_line_feeds(passed);
  offset_ += size;
  start_ += size;
  scanner_.forget(size);
}

void TurtleSplitter::fill() {
  if (statements_.empty() && !scanner_.in_statement()) {
    // Nothing but space and comments: forget them, they may be endless.
    pass(scanner_.open_at());
  }
  if (text().size() - scanner_.open_at() > limit_) {
    refuse_long_statement();
    return;
  }
  try {
    read_more();
  } catch (const DocumentError&) {
    failure_ = std::current_exception();
    ended_ = true;
  }
}

void TurtleSplitter::read_more() {
  const Block block = bytes_.read();
  if (block.empty()) {
    ended_ = true;
    return;
  }
  if (buffer_is_shared_) {
    buffer_ = std::make_shared<std::string>(text());
    buffer_is_shared_ = false;
  } else {
    buffer_->erase(0, start_);
  }
  start_ = 0;
  if (buffer_->size() > kLongStatementBytes) buffer_->reserve(limit_ + 2 * kBlockBytes);
  buffer_->append(block.bytes);
  if (at_document_start_) skip_byte_order_mark();
}

void TurtleSplitter::skip_byte_order_mark() {
  if (buffer_->size() < kUtf8ByteOrderMark.size() &&
      kUtf8ByteOrderMark.starts_with(*buffer_)) {
    // One byte at a time: wait for the rest before the scanner sees it.
    const Block more = bytes_.read();
    if (!more.empty()) {
      buffer_->append(more.bytes);
      skip_byte_order_mark();
      return;
    }
    ended_ = true;
  }
  at_document_start_ = false;
  if (!buffer_->starts_with(kUtf8ByteOrderMark)) return;
  start_ = kUtf8ByteOrderMark.size();
  offset_ = kUtf8ByteOrderMark.size();
}

void TurtleSplitter::refuse_long_statement() {
  const std::string_view whole = text();
  const std::size_t open_at = scanner_.open_at();
  const std::uint64_t line = line_ + count_line_feeds(whole.substr(0, open_at));
  const std::string message = fmt::format(
      "the statement that begins in line {} is longer than {} (the limit of one "
      "statement; --max-line sets another); the rest of the document cannot be read",
      line, human_bytes(limit_));
  diagnostics_.report({.code = "turtle.too-long",
                       .message = message,
                       .line = line,
                       .column = 1,
                       .statement = whole.substr(open_at, 1024)});
  failure_ = std::make_exception_ptr(DocumentError{"turtle.too-long", message});
  ended_ = true;
}

std::unique_ptr<Splitter> make_turtle_splitter(const SplitJob& job) {
  return std::make_unique<TurtleSplitter>(job, TurtleDialect::turtle, kPieceBytes);
}

std::unique_ptr<Splitter> make_trig_splitter(const SplitJob& job) {
  return std::make_unique<TurtleSplitter>(job, TurtleDialect::trig, kPieceBytes);
}

}  // namespace semsite
