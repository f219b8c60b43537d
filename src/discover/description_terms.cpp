#include "discover/description_terms.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

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
constexpr std::array<Named<T>, 10> kDublinCore{{{"title", T::title},
                                                {"modified", T::modified},
                                                {"issued", T::issued},
                                                {"replaces", T::replaces},
                                                {"isReplacedBy", T::is_replaced_by},
                                                {"accrualPeriodicity", T::frequency},
                                                {"hasPart", T::has_part},
                                                {"isPartOf", T::is_part_of},
                                                {"format", T::format},
                                                {"conformsTo", T::conforms_to}}};
constexpr std::array<Named<T>, 3> kFoaf{
    {{"primaryTopic", T::primary_topic}, {"topic", T::topic}, {"name", T::name}}};
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
constexpr std::array<Named<T>, 16> kDcatTerms{
    {{"dataset", T::catalog_dataset},
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
constexpr std::array<Named<T>, 17> kSchemaTerms{{{"name", T::name},
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

const std::array<Vocabulary<T>, 15> kTermsOf{
    {{kRdf, kRdfTerms},
     {"http://www.w3.org/2002/07/owl#", kOwl},
     {"http://www.w3.org/ns/adms#", kAdms},
     {"http://www.w3.org/2000/01/rdf-schema#", kRdfsTerms},
     {kTerms, kDublinCore},
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

}  // namespace semsite
