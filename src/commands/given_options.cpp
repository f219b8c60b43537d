#include "commands/given_options.hpp"

#include "commands/values.hpp"

namespace semsite {

using Strings = std::vector<std::string>;

bool GivenOptions::has(const std::string& name) const { return texts_.contains(name); }

std::string GivenOptions::text(const std::string& name,
                               const std::string& otherwise) const {
  const auto found = texts_.find(name);
  return found == texts_.end() || found->second.empty() ? otherwise
                                                        : found->second.front();
}

std::vector<std::string> GivenOptions::texts(const std::string& name) const {
  const auto found = texts_.find(name);
  return found == texts_.end() ? Strings{} : found->second;
}

std::vector<std::string> GivenOptions::names() const {
  Strings out;
  for (const auto& [name, texts] : texts_) out.push_back(name);
  return out;
}

std::uint64_t GivenOptions::number(const std::string& name) const {
  return parse_count(text(name), "--" + name);
}

void GivenOptions::size(const std::string& name, std::uint64_t& value) const {
  if (has(name)) value = parse_size(text(name), "--" + name);
}

std::optional<double> GivenOptions::seconds(const std::string& name) const {
  if (!has(name)) return std::nullopt;
  return parse_duration(text(name), "--" + name);
}

std::size_t GivenOptions::word(const std::string& name, const Strings& words,
                               std::size_t otherwise) const {
  if (!has(name)) return otherwise;
  const auto place = std::ranges::find(words, text(name));
  if (place == words.end()) refuse_word("--" + name, text(name), words);
  return static_cast<std::size_t>(place - words.begin());
}

}  // namespace semsite
