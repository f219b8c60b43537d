# The program's sources, folder by folder in the order in which data flows.
set(SEMSITE_SOURCES
  src/base/arena.cpp
  src/base/byte_source.cpp
  src/base/clock.cpp
  src/base/diagnostics.cpp
  src/base/file_io.cpp
  src/base/hash.cpp
  src/base/json_writer.cpp
  src/base/read_ahead.cpp
  src/base/text.cpp
  src/base/url.cpp
  src/base/utf8.cpp

  src/rdf/iri.cpp
  src/rdf/nquads_text.cpp
  src/rdf/quad_builder.cpp

  src/markup/xml_reader.cpp

  src/discover/robots.cpp
  src/discover/robots_match.cpp
  src/discover/sitemap.cpp
  src/discover/sitemap_reader.cpp
  src/discover/sitemap_dataset.cpp
  src/discover/sitemap_text.cpp
  src/discover/site_profile.cpp

  src/plan/access_plan.cpp
  src/plan/make_plan.cpp
  src/plan/mirror_draw.cpp
  src/plan/scope.cpp

  src/walk/dump_walk.cpp
  src/walk/sparql_walk.cpp
  src/walk/link_walk.cpp

  src/fetch/http_header.cpp
  src/fetch/body.cpp
  src/fetch/retry.cpp
  src/fetch/host_mapping.cpp
  src/fetch/address_policy.cpp
  src/fetch/proxy_choice.cpp
  src/fetch/politeness.cpp
  src/fetch/rate_budget.cpp
  src/fetch/body_pipe.cpp
  src/fetch/curl_setup.cpp
  src/fetch/curl_failure.cpp
  src/fetch/curl_exchange.cpp
  src/fetch/curl_loop.cpp
  src/fetch/curl_transport.cpp
  src/fetch/file_transport.cpp

  src/unpack/sniff.cpp
  src/unpack/gzip_source.cpp
  src/unpack/archive_source.cpp
  src/unpack/unpacker.cpp

  src/parse/syntax.cpp
  src/parse/detect_syntax.cpp
  src/parse/line_splitter.cpp
  src/parse/nquads_statement.cpp
  src/parse/nquads_parser.cpp
  src/parse/turtle_splitter.cpp
  src/parse/turtle_check.cpp
  src/parse/serd_parser.cpp
  src/parse/rdfxml_parser.cpp
  src/parse/trix_parser.cpp
  src/parse/split_parse.cpp

  src/sink/nquads_sink.cpp
  src/sink/turtle_sink.cpp
  src/sink/output_file.cpp

  src/report/statistics.cpp
  src/report/run_report.cpp
  src/report/plan_text.cpp
  src/report/progress.cpp

  src/crawl/retrieve.cpp
  src/crawl/robots_cache.cpp
  src/crawl/probe.cpp
  src/crawl/harvest.cpp
  src/crawl/crawl.cpp

  src/app/options.cpp
  src/app/commands.cpp
  src/app/inspect.cpp
)
