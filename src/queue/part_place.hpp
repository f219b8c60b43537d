#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "s3/s3_address.hpp"
#include "s3/s3_store.hpp"

namespace semsite {

/// Where all processes of a run put what they got: a folder that all machines see, or a
/// prefix of an S3 store. Names have slashes, none leads out of it. Nothing there is ever
/// changed, but for what `replace` writes. Thread-safe. Every function throws RunError or
/// DocumentError.
class PartPlace {
 public:
  PartPlace() = default;
  PartPlace(const PartPlace&) = delete;
  PartPlace& operator=(const PartPlace&) = delete;
  virtual ~PartPlace() = default;

  /// Sends the file at `path`. It is there whole, or not at all.
  virtual void put_file(const std::string& name, const std::string& path,
                        std::uint64_t bytes, const std::string& sha256) = 0;
  /// Throws RunError if another text is there.
  virtual void put_once(const std::string& name, const std::string& text) = 0;
  virtual void replace(const std::string& name, const std::string& text) = 0;
  /// Nothing: there is none.
  [[nodiscard]] virtual std::optional<std::string> text(const std::string& name) = 0;
  /// Writes it to `path`. False: there is none.
  [[nodiscard]] virtual bool get_file(const std::string& name,
                                      const std::string& path) = 0;
  virtual void remove(const std::string& name) = 0;
  /// All names that begin so; `prefix` ends in a slash.
  [[nodiscard]] virtual std::vector<std::string> list(const std::string& prefix) = 0;
  /// Takes away folders below it that have nothing in them, and itself; a store has none.
  virtual void tidy(const std::string& prefix) = 0;
  /// For people.
  [[nodiscard]] virtual std::string shown(const std::string& name) const = 0;
};

/// The folder is made when something is put there.
[[nodiscard]] std::unique_ptr<PartPlace> folder_place(std::string folder);

/// `prefix` has a key that ends in a slash, or none. `store` outlives it; `warn` is told
/// what the user should know.
[[nodiscard]] std::unique_ptr<PartPlace> store_place(
    S3Store& store, S3Address prefix, std::function<void(const std::string&)> warn);

}  // namespace semsite
