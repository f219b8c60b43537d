# The program's sources, folder by folder in the order in which data flows.
set(SEMSITE_SOURCES
  src/base/arena.cpp
  src/base/block_pool.cpp
  src/base/byte_scan.cpp
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

  src/vocab/table_lines.cpp
  src/vocab/context_facts.cpp
  src/vocab/builtin_context.cpp
  src/vocab/microdata_registry.cpp
  src/vocab/rdfa_initial_context.cpp

  src/markup/xml_entities.cpp
  src/markup/xml_feed.cpp
  src/markup/xml_reader.cpp

  src/discover/robots.cpp
  src/discover/robots_line.cpp
  src/discover/robots_match.cpp
  src/discover/sitemap.cpp
  src/discover/sitemap_reader.cpp
  src/discover/sitemap_names.cpp
  src/discover/sitemap_source.cpp
  src/discover/sitemap_teller.cpp
  src/discover/sitemap_value.cpp
  src/discover/sitemap_text.cpp
  src/discover/sitemap_xml.cpp
  src/discover/sitemap_dataset.cpp
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
  src/fetch/curl_options.cpp
  src/fetch/curl_exchange.cpp
  src/fetch/curl_loop.cpp
  src/fetch/curl_transport.cpp
  src/fetch/file_transport.cpp

  src/unpack/sniff.cpp
  src/unpack/buffer_pool.cpp
  src/unpack/archive_handle.cpp
  src/unpack/archive_data.cpp
  src/unpack/filter_source.cpp
  src/unpack/gzip_source.cpp
  src/unpack/archive_source.cpp
  src/unpack/budget.cpp
  src/unpack/late_read_ahead.cpp
  src/unpack/utf8_locale.cpp
  src/unpack/unpacker.cpp

  src/parse/syntax.cpp
  src/parse/line_shape.cpp
  src/parse/turtle_shape.cpp
  src/parse/xml_root.cpp
  src/parse/detect_syntax.cpp
  src/parse/line_splitter.cpp
  src/parse/nquads_statement.cpp
  src/parse/nquads_parser.cpp
  src/parse/turtle_lexer.cpp
  src/parse/turtle_env.cpp
  src/parse/turtle_scanner.cpp
  src/parse/turtle_splitter.cpp
  src/parse/turtle_check.cpp
  src/parse/turtle_terms.cpp
  src/parse/serd_parser.cpp
  src/parse/term_keeper.cpp
  src/parse/seen_ids.cpp
  src/parse/xml_literal.cpp
  src/parse/rdfxml_names.cpp
  src/parse/rdfxml_attributes.cpp
  src/parse/rdfxml_scope.cpp
  src/parse/rdfxml_handler.cpp
  src/parse/rdfxml_node.cpp
  src/parse/rdfxml_property.cpp
  src/parse/rdfxml_parser.cpp
  src/parse/trix_parser.cpp
  src/parse/split_parse.cpp

  src/sink/output_target.cpp
  src/sink/output_coder.cpp
  src/sink/output_file.cpp
  src/sink/document_lanes.cpp
  src/sink/nquads_sink.cpp
  src/sink/turtle_sink.cpp

  src/report/console.cpp
  src/report/statistics.cpp
  src/report/run_report.cpp
  src/report/plan_json.cpp
  src/report/plan_text.cpp
  src/report/progress.cpp

  src/crawl/resuming_body.cpp
  src/crawl/robots_cache.cpp
  src/crawl/retrieve.cpp
  src/crawl/sitemap_tour.cpp
  src/crawl/authority.cpp
  src/crawl/probe.cpp
  src/crawl/graph_policy.cpp
  src/crawl/fault_log.cpp
  src/crawl/harvest.cpp
  src/crawl/option_run.cpp
  src/crawl/dataset_run.cpp
  src/crawl/crawl.cpp

  src/app/secrets.cpp
  src/app/values.cpp
  src/app/signals.cpp
  src/app/help.cpp
  src/app/option_table.cpp
  src/app/options.cpp
  src/app/commands.cpp
  src/app/run_budget.cpp
  src/app/input.cpp
  src/app/inspect.cpp
)
