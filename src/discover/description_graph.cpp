#include "discover/description_graph.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

using T = DescriptionTerm;
using C = DescriptionClass;

template <typename Value>
struct Named {
  std::string_view name;
  Value value;
};

template <typename Value>
struct Vocabulary {
  std::string_view start;
  std::span<const Named<Value>> names;
};

template <typename Value>
std::optional<Value> look_up(std::span<const Vocabulary<Value>> vocabularies,
                             std::string_view iri) {
  for (const Vocabulary<Value>& vocabulary : vocabularies) {
    if (!iri.starts_with(vocabulary.start)) continue;
    const std::string_view local = iri.substr(vocabulary.start.size());
    for (const Named<Value>& one : vocabulary.names)
      if (one.name == local) return one.value;
  }
  return std::nullopt;
}

constexpr std::string_view kVoid = "http://rdfs.org/ns/void#";
constexpr std::string_view kDcat = "http://www.w3.org/ns/dcat#";
constexpr std::string_view kSd = "http://www.w3.org/ns/sparql-service-description#";
constexpr std::string_view kTerms = "http://purl.org/dc/terms/";
constexpr std::string_view kSchema = "http://schema.org/";
constexpr std::string_view kSchemaHttps = "https://schema.org/";

constexpr std::array<Named<T>, 1> kRdfTerms{{{"type", T::type}}};
constexpr std::array<Named<T>, 1> kRdfsTerms{{{"label", T::label}}};
constexpr std::array<Named<T>, 12> kDublinCore{{{"title", T::title},
                                                {"license", T::license},
                                                {"rights", T::rights},
                                                {"modified", T::modified},
                                                {"issued", T::issued},
                                                {"replaces", T::replaces},
                                                {"isReplacedBy", T::is_replaced_by},
                                                {"accrualPeriodicity", T::frequency},
                                                {"hasPart", T::has_part},
                                                {"isPartOf", T::is_part_of},
                                                {"format", T::format},
                                                {"conformsTo", T::conforms_to}}};
constexpr std::array<Named<T>, 1> kDublinCoreElements{{{"rights", T::rights}}};
constexpr std::array<Named<T>, 1> kLicenseTerms{{{"license", T::license}}};
constexpr std::array<Named<T>, 4> kFoaf{{{"primaryTopic", T::primary_topic},
                                         {"isPrimaryTopicOf", T::landing_page},
                                         {"topic", T::topic},
                                         {"name", T::name}}};
constexpr std::array<Named<T>, 17> kVoidTerms{
    {{"dataDump", T::data_dump},
     {"sparqlEndpoint", T::sparql_endpoint},
     {"uriSpace", T::uri_space},
     {"exampleResource", T::example_resource},
     {"rootResource", T::root_resource},
     {"subset", T::subset},
     {"triples", T::triples},
     {"feature", T::void_feature},
     {"inDataset", T::in_dataset},
     {"classPartition", T::class_partition},
     {"propertyPartition", T::property_partition},
     {"class", T::partition_class},
     {"property", T::partition_property},
     {"target", T::linkset_term},
     {"subjectsTarget", T::linkset_term},
     {"objectsTarget", T::linkset_term},
     {"linkPredicate", T::linkset_term}}};
constexpr std::array<Named<T>, 1> kOwl{{{"versionInfo", T::version}}};
constexpr std::array<Named<T>, 1> kAdms{{{"status", T::status}}};
constexpr std::array<Named<T>, 17> kDcatTerms{
    {{"dataset", T::catalog_dataset},
     {"landingPage", T::landing_page},
     {"catalog", T::sub_catalog},
     {"distribution", T::distribution},
     {"downloadURL", T::download_url},
     {"accessURL", T::access_url},
     {"mediaType", T::media_type},
     {"compressFormat", T::compress_format},
     {"packageFormat", T::package_format},
     {"byteSize", T::byte_size},
     {"accessService", T::access_service},
     {"endpointURL", T::endpoint_url},
     {"servesDataset", T::serves_dataset},
     {"previousVersion", T::previous_version},
     {"version", T::version},
     {"hasVersion", T::has_version},
     {"hasCurrentVersion", T::has_current_version}}};
constexpr std::array<Named<T>, 3> kSpdx{{{"checksum", T::checksum},
                                         {"algorithm", T::checksum_algorithm},
                                         {"checksumValue", T::checksum_value}}};
constexpr std::array<Named<T>, 2> kHydra{
    {{"next", T::next_page}, {"nextPage", T::next_page}}};
constexpr std::array<Named<T>, 20> kSchemaTerms{{{"name", T::name},
                                                 {"license", T::license},
                                                 {"url", T::landing_page},
                                                 {"mainEntityOfPage", T::landing_page},
                                                 {"datePublished", T::issued},
                                                 {"version", T::version},
                                                 {"creativeWorkStatus", T::status},
                                                 {"dateModified", T::date_modified},
                                                 {"hasPart", T::has_part},
                                                 {"isPartOf", T::is_part_of},
                                                 {"distribution", T::schema_distribution},
                                                 {"contentUrl", T::content_url},
                                                 {"encodingFormat", T::encoding_format},
                                                 {"fileFormat", T::encoding_format},
                                                 {"contentSize", T::content_size},
                                                 {"sha256", T::sha256},
                                                 {"usageInfo", T::usage_info},
                                                 {"dataset", T::schema_dataset},
                                                 {"includedInDataCatalog", T::in_catalog},
                                                 {"includedDataCatalog", T::in_catalog}}};
// `url` and `defaultDatasetDescription` stand in an example of the VoID Note (§6.5).
constexpr std::array<Named<T>, 9> kSdTerms{
    {{"endpoint", T::endpoint},
     {"url", T::endpoint},
     {"defaultDataset", T::default_dataset},
     {"defaultDatasetDescription", T::default_dataset},
     {"defaultGraph", T::default_graph},
     {"namedGraph", T::named_graph},
     {"name", T::graph_name},
     {"graph", T::graph},
     {"feature", T::service_feature}}};
constexpr std::array<Named<T>, 3> kOurs{{{"weight", T::weight},
                                         {"slicing", T::slicing},
                                         {"spreadOverGraphs", T::spread_graphs}}};
constexpr std::array<Named<T>, 1> kPowder{{{"describedby", T::described_by}}};

const std::array<Vocabulary<T>, 19> kTermsOf{
    {{kRdf, kRdfTerms},
     {"http://www.w3.org/2002/07/owl#", kOwl},
     {"http://www.w3.org/ns/adms#", kAdms},
     {"http://www.w3.org/2000/01/rdf-schema#", kRdfsTerms},
     {kTerms, kDublinCore},
     {"http://purl.org/dc/elements/1.1/", kDublinCoreElements},
     {"http://creativecommons.org/ns#", kLicenseTerms},
     {"http://web.resource.org/cc/", kLicenseTerms},
     {"http://www.w3.org/1999/xhtml/vocab#", kLicenseTerms},
     {"http://xmlns.com/foaf/0.1/", kFoaf},
     {kVoid, kVoidTerms},
     {kDcat, kDcatTerms},
     {"http://spdx.org/rdf/terms#", kSpdx},
     {"http://www.w3.org/ns/hydra/core#", kHydra},
     {kSchema, kSchemaTerms},
     {kSchemaHttps, kSchemaTerms},
     {kSd, kSdTerms},
     {"https://w3id.org/semsite/vocab#", kOurs},
     {"http://www.w3.org/2007/05/powder-s#", kPowder}}};

constexpr std::array<Named<C>, 3> kVoidClasses{
    {{"Dataset", C::void_dataset},
     {"Linkset", C::linkset},
     {"DatasetDescription", C::dataset_description}}};
constexpr std::array<Named<C>, 4> kDcatClasses{{{"Dataset", C::dcat_dataset},
                                                {"Catalog", C::catalog},
                                                {"DatasetSeries", C::dataset_series},
                                                {"DataService", C::data_service}}};
constexpr std::array<Named<C>, 3> kSchemaClasses{{{"Dataset", C::schema_dataset},
                                                  {"DataFeed", C::schema_dataset},
                                                  {"DataCatalog", C::data_catalog}}};
constexpr std::array<Named<C>, 4> kSdClasses{{{"Service", C::service},
                                              {"Dataset", C::sd_dataset},
                                              {"Graph", C::sd_graph},
                                              {"NamedGraph", C::sd_graph}}};
const std::array<Vocabulary<C>, 5> kClassesOf{{{kVoid, kVoidClasses},
                                               {kDcat, kDcatClasses},
                                               {kSchema, kSchemaClasses},
                                               {kSchemaHttps, kSchemaClasses},
                                               {kSd, kSdClasses}}};

}  // namespace

std::optional<DescriptionTerm> description_term(std::string_view iri) {
  return look_up<T>(kTermsOf, iri);
}

std::optional<DescriptionClass> description_class(std::string_view iri) {
  return look_up<C>(kClassesOf, iri);
}

bool mentions_descriptions(std::string_view text) {
  const auto has = [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  if (has("rdfs.org/ns/void#") || has("w3.org/ns/dcat") ||
      has("w3.org/ns/sparql-service-description"))
    return true;
  // Schema.org is used for everything.
  return has("//schema.org") &&
         (has("Dataset") || has("DataDownload") || has("DataCatalog"));
}

namespace {

/// What a statement costs beside its texts.
constexpr std::uint64_t kStatementBytes = 128;
/// Longer texts are descriptions for people, which nothing here needs.
constexpr std::size_t kLongestText = 8192;

std::string name_of(const Term& term, const Document& document) {
  if (term.kind != TermKind::blank) return std::string{term.value};
  std::string out = "_:" + document.scope + "/";
  out += term.value;
  return out;
}

bool is_dataset_class(DescriptionClass one) {
  return one == DescriptionClass::void_dataset || one == DescriptionClass::dcat_dataset ||
         one == DescriptionClass::schema_dataset;
}

}  // namespace

DescriptionGraph::DescriptionGraph() : DescriptionGraph(Bounds{}) {}
DescriptionGraph::DescriptionGraph(Bounds bounds) : bounds_(bounds) {}

void DescriptionGraph::begin_document(std::string url) {
  documents_.push_back(std::move(url));
}

void DescriptionGraph::write(const QuadBatch& batch) {
  for (const Quad& quad : batch.quads()) keep(quad, batch.document());
}

void DescriptionGraph::keep(const Quad& quad, const Document& document) {
  const auto term = description_term(quad.predicate.value);
  if (!term) return;
  std::optional<DescriptionClass> one;
  if (*term == DescriptionTerm::type) {
    one = description_class(quad.object.value);
    if (!one) return;
  }
  if (quad.object.kind == TermKind::triple || quad.object.value.size() > kLongestText)
    return;
  if (!has_room()) return;
  ++statements_;
  if ((one && is_dataset_class(*one)) || term == DescriptionTerm::catalog_dataset ||
      term == DescriptionTerm::schema_dataset)
    ++mentions_;
  if (quad.object.kind == TermKind::iri &&
      (term == DescriptionTerm::catalog_dataset ||
       term == DescriptionTerm::schema_dataset || term == DescriptionTerm::sub_catalog))
    named_.emplace(quad.object.value);
  Facts& facts = subject(name_of(quad.subject, document));
  bytes_ += kStatementBytes + facts.name.size() + quad.object.value.size();
  if (one) {
    if (std::ranges::find(facts.classes, *one) == facts.classes.end())
      facts.classes.push_back(*one);
    return;
  }
  Value value{.text = name_of(quad.object, document),
              .kind = quad.object.kind == TermKind::iri     ? Value::Kind::iri
                      : quad.object.kind == TermKind::blank ? Value::Kind::blank
                                                            : Value::Kind::literal,
              .tag = std::string{quad.object.tag},
              .document = current_document()};
  add_value(facts, *term, std::move(value));
}

bool DescriptionGraph::has_room() {
  cut_short_ = cut_short_ || statements_ >= bounds_.statements || bytes_ >= bounds_.bytes;
  return statements_ < bounds_.statements && bytes_ < bounds_.bytes;
}

std::uint32_t DescriptionGraph::current_document() const {
  return static_cast<std::uint32_t>(documents_.empty() ? 0 : documents_.size() - 1);
}

void DescriptionGraph::add_value(Facts& facts, DescriptionTerm term, Value value) {
  auto place = std::ranges::find(facts.values, term,
                                 &std::pair<DescriptionTerm, std::vector<Value>>::first);
  if (place == facts.values.end()) {
    facts.values.emplace_back(term, std::vector<Value>{});
    place = facts.values.end() - 1;
  }
  place->second.push_back(std::move(value));
}

void DescriptionGraph::add_signposted_license(std::string_view page,
                                              std::string_view license) {
  if (license.size() > kLongestText || !has_room()) return;
  // No statement of the document: whether that describes anything is counted without it.
  bytes_ += kStatementBytes + page.size() + license.size();
  add_value(subject(std::string{page}), DescriptionTerm::signposted_license,
            {.text = std::string{license},
             .kind = Value::Kind::iri,
             .tag = {},
             .document = current_document()});
}

DescriptionGraph::Facts& DescriptionGraph::subject(std::string name) {
  const auto [place, fresh] = index_.try_emplace(name, static_cast<Node>(nodes_.size()));
  if (fresh) {
    Facts facts;
    facts.name = std::move(name);
    facts.document = current_document();
    nodes_.push_back(std::move(facts));
  }
  return nodes_[place->second];
}

const std::string& DescriptionGraph::source(Node node) const {
  static const std::string kNone;
  const std::uint32_t at = nodes_[node].document;
  return at < documents_.size() ? documents_[at] : kNone;
}

bool DescriptionGraph::is_dataset(const Facts& facts) {
  return std::ranges::any_of(facts.classes, is_dataset_class);
}

bool DescriptionGraph::tells_of_data(const Facts& facts) {
  using T = DescriptionTerm;
  constexpr std::array kWays{T::distribution,    T::schema_distribution, T::data_dump,
                             T::download_url,    T::access_url,          T::content_url,
                             T::sparql_endpoint, T::endpoint_url,        T::uri_space};
  return is_dataset(facts) || std::ranges::any_of(facts.values, [&](const auto& known) {
           return std::ranges::find(kWays, known.first) != kWays.end();
         });
}

/// What is said of it in texts and IRIs, in one order.
std::string DescriptionGraph::texts_of(const Facts& facts) {
  std::vector<std::string> all;
  for (const auto& [term, values] : facts.values)
    for (const Value& value : values)
      if (value.kind != Value::Kind::blank)
        all.push_back(std::to_string(static_cast<int>(term)) + ' ' + value.text);
  std::ranges::sort(all);
  std::string out;
  for (const std::string& one : all) out.append(one).append(1, '\n');
  return out;
}

bool DescriptionGraph::has_news(std::size_t first,
                                const std::function<bool(const std::string&)>& is_page) {
  for (; kept_of_ < first; ++kept_of_)
    if (is_dataset(nodes_[kept_of_])) said_.insert(texts_of(nodes_[kept_of_]));
  for (std::size_t i = first; i < nodes_.size(); ++i) {
    const Facts& facts = nodes_[i];
    if (!facts.name.starts_with("_:")) {
      if (tells_of_data(facts) && !is_page(facts.name)) return true;
    } else if (is_dataset(facts) && !said_.contains(texts_of(facts))) {
      return true;
    }
  }
  return false;
}

bool DescriptionGraph::is(Node node, DescriptionClass one) const {
  return std::ranges::find(nodes_[node].classes, one) != nodes_[node].classes.end();
}

std::span<const DescriptionGraph::Value> DescriptionGraph::values(
    Node node, DescriptionTerm term) const {
  for (const auto& [known, values] : nodes_[node].values)
    if (known == term) return values;
  return {};
}

const DescriptionGraph::Value* DescriptionGraph::first(Node node,
                                                       DescriptionTerm term) const {
  const auto all = values(node, term);
  return all.empty() ? nullptr : &all.front();
}

std::optional<DescriptionGraph::Node> DescriptionGraph::node_of(
    const Value* value) const {
  if (value == nullptr) return std::nullopt;
  return node_of(*value);
}

std::optional<DescriptionGraph::Node> DescriptionGraph::node_of(
    const Value& value) const {
  return value.kind == Value::Kind::literal ? std::nullopt : find(value.text);
}

std::optional<DescriptionGraph::Node> DescriptionGraph::find(
    std::string_view name) const {
  const auto place = index_.find(std::string{name});
  if (place == index_.end()) return std::nullopt;
  return place->second;
}

void DescriptionGraph::for_each(
    DescriptionTerm term, const std::function<void(Node, const Value&)>& take) const {
  for (Node node = 0; node < nodes_.size(); ++node)
    for (const Value& value : values(node, term)) take(node, value);
}

}  // namespace semsite
