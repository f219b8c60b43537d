#include "crawl/held_markup.hpp"

namespace semsite {

void HeldMarkup::put(std::string_view text) {
  text_ += text;
  lengths_.push_back(static_cast<std::uint32_t>(text.size()));
}

void HeldMarkup::start(const XmlName& name, std::span<const XmlAttribute> attributes,
                       std::span<const XmlNamespace> declared) {
  events_.push_back({.kind = Kind::start,
                     .attributes = static_cast<std::uint32_t>(attributes.size()),
                     .declared = static_cast<std::uint32_t>(declared.size())});
  const auto put_name = [this](const XmlName& one) {
    put(one.local);
    put(one.prefix);
    put(one.namespace_);
  };
  put_name(name);
  for (const XmlAttribute& attribute : attributes) {
    put_name(attribute.name);
    put(attribute.value);
  }
  for (const XmlNamespace& one : declared) {
    put(one.prefix);
    put(one.iri);
  }
}

void HeldMarkup::end(const XmlName& name) {
  events_.push_back({.kind = Kind::end});
  put(name.local);
  put(name.prefix);
  put(name.namespace_);
}

void HeldMarkup::characters(std::string_view text) {
  events_.push_back({.kind = Kind::characters});
  put(text);
}

void HeldMarkup::comment(std::string_view text) {
  events_.push_back({.kind = Kind::comment});
  put(text);
}

void HeldMarkup::tell(XmlHandler& handler) const {
  std::string_view rest{text_};
  std::size_t next = 0;
  const auto take = [&] {
    const std::string_view out = rest.substr(0, lengths_[next]);
    rest.remove_prefix(lengths_[next++]);
    return out;
  };
  const auto take_name = [&] {
    XmlName out;
    out.local = take();
    out.prefix = take();
    out.namespace_ = take();
    return out;
  };
  for (const Event& event : events_) {
    if (event.kind == Kind::characters) {
      handler.characters(take());
      continue;
    }
    if (event.kind == Kind::comment) {
      handler.comment(take());
      continue;
    }
    const XmlName name = take_name();
    if (event.kind == Kind::end) {
      handler.end_element(name);
      continue;
    }
    std::vector<XmlAttribute> attributes(event.attributes);
    for (XmlAttribute& attribute : attributes) {
      attribute.name = take_name();
      attribute.value = take();
    }
    std::vector<XmlNamespace> declared(event.declared);
    for (XmlNamespace& one : declared) {
      one.prefix = take();
      one.iri = take();
    }
    handler.start_element(name, attributes, declared);
  }
}

void HeldMarkup::clear() {
  events_.clear();
  lengths_.clear();
  text_.clear();
}

}  // namespace semsite
