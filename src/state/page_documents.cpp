#include "state/page_documents.hpp"

namespace semsite {

void for_each_document(Database& database,
                       const std::function<void(std::string_view url)>& take) {
  const MutexLock lock{database.mutex()};
  Database::Query find{database, "SELECT url, final_url FROM page"};
  while (find.step())
    for (const int column : {0, 1})
      if (const std::string_view url = find.bytes_at(column); !url.empty()) take(url);
}

}  // namespace semsite
