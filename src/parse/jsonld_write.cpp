#include "parse/jsonld_write.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "parse/json_text.hpp"

namespace semsite {
namespace {

class ExpandedWriter {
 public:
  std::string write(ItemList items) {
    array({items});
    return std::move(out_);
  }

 private:
  void key(std::string_view name) {
    if (out_.back() != '{') out_ += ',';
    append_json_string(out_, name);
    out_ += ':';
  }

  void array(const std::vector<ItemList>& lists) {
    out_ += '[';
    bool first = true;
    for (const ItemList& list : lists)
      for (const ExpandedItem* i = list.first; i != nullptr; i = i->next) {
        if (!first) out_ += ',';
        first = false;
        item(*i);
      }
    out_ += ']';
  }

  void item(const ExpandedItem& i) {
    out_ += '{';
    switch (i.kind) {
      case ItemKind::node:
        node(*i.node);
        break;
      case ItemKind::value:
        value(i.value);
        break;
      case ItemKind::list:
        key("@list");
        array({i.list});
        break;
    }
    if (i.has_index) text("@index", i.index);
    out_ += '}';
  }

  void text(std::string_view name, std::string_view content) {
    key(name);
    append_json_string(out_, content);
  }

  void value(const ExpandedValue& v) {
    key("@value");
    append_json(out_, v.value);
    if (v.is_json) {
      text("@type", "@json");
    } else if (v.has_type) {
      text("@type", v.type);
    }
    if (v.has_language) text("@language", v.language);
    if (v.direction != Direction::unset) text("@direction", direction_text(v.direction));
  }

  void node(const ExpandedNode& n) {
    if (n.has_null_id) {
      key("@id");
      out_ += "null";
    } else if (n.has_id) {
      text("@id", n.id);
    }
    if (n.has_type) types(n);
    properties(n.properties);
    if (n.has_reverse) {
      key("@reverse");
      out_ += '{';
      properties(n.reverse);
      out_ += '}';
    }
    if (n.has_graph) {
      key("@graph");
      array({n.graph});
    }
    if (n.has_included) {
      key("@included");
      array({n.included});
    }
  }

  void types(const ExpandedNode& n) {
    std::vector<std::string_view> all;
    for (const TypeEntry* t = n.types; t != nullptr; t = t->next) all.push_back(t->iri);
    std::ranges::reverse(all);
    key("@type");
    out_ += '[';
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) out_ += ',';
      append_json_string(out_, all[i]);
    }
    out_ += ']';
  }

  /// Properties stand in any order in the tree, and may repeat: the first is the latest.
  void properties(const ExpandedProperty* property) {
    std::map<std::string_view, std::vector<ItemList>> by_name;
    for (; property != nullptr; property = property->next) {
      std::vector<ItemList>& lists = by_name[property->name->iri];
      lists.insert(lists.begin(), property->items);
    }
    for (const auto& [name, lists] : by_name) {
      key(name);
      array(lists);
    }
  }

  std::string out_;
};

}  // namespace

std::string write_expanded(ItemList items) { return ExpandedWriter{}.write(items); }

}  // namespace semsite
