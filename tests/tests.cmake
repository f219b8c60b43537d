find_package(GTest REQUIRED)

# semsite_unit_tests(FILE [THREADS] ...): one program for all unit tests; its files mirror src/.
# THREADS stands behind a file in which threads work together, or what they share is tested
# (`lint.py threads` knows which): ThreadSanitizer is given these alone, as it would find nothing
# in the others.
function(semsite_unit_tests)
  foreach(word IN LISTS ARGN)
    if(word STREQUAL "THREADS")
      list(APPEND threaded ${file})
    else()
      set(file ${word})
      list(APPEND all ${file})
    endif()
  endforeach()
  if(SEMSITE_SANITIZE STREQUAL "thread")
    set(all ${threaded})
  endif()
  set(SEMSITE_THREADED_TESTS ${threaded} PARENT_SCOPE)
  set(SEMSITE_UNIT_TESTS ${all} PARENT_SCOPE)
endfunction()
semsite_unit_tests(
  tests/base/arena_test.cpp
  tests/base/ascii_test.cpp
  tests/base/bounded_queue_test.cpp THREADS
  tests/base/byte_scan_test.cpp
  tests/base/byte_source_block_pool_test.cpp THREADS
  tests/base/byte_source_counting_source_test.cpp THREADS
  tests/base/byte_source_test.cpp THREADS
  tests/base/c_guard_test.cpp
  tests/base/clock_pause_test.cpp THREADS
  tests/base/clock_test.cpp THREADS
  tests/base/counts_test.cpp
  tests/base/date_test.cpp
  tests/base/file_claim_part_in_use_test.cpp THREADS
  tests/base/file_claim_part_mark_test.cpp THREADS
  tests/base/file_claim_test.cpp THREADS
  tests/base/file_io_test.cpp THREADS
  tests/base/hash_test.cpp
  tests/base/hash_text_hash_test.cpp
  tests/base/holder_test.cpp
  tests/base/json_writer_test.cpp
  tests/base/last_act_test.cpp
  tests/base/metrics_text_test.cpp THREADS
  tests/base/named_by_test.cpp
  tests/base/read_ahead_test.cpp THREADS
  tests/base/secrets_test.cpp
  tests/base/section_watch_test.cpp
  tests/base/sha256_test.cpp
  tests/base/share_test.cpp
  tests/base/shown_text_test.cpp
  tests/base/text_buffer_test.cpp
  tests/base/text_test.cpp
  tests/base/url_test.cpp
  tests/base/url_uri_parts_test.cpp
  tests/base/utf8_test.cpp
  tests/base/web_mark_test.cpp
  tests/commands/after_fetch_test.cpp
  tests/commands/arguments_test.cpp
  tests/commands/change_list_file_test.cpp
  tests/commands/commands_files_test.cpp
  tests/commands/commands_help_test.cpp
  tests/commands/commands_refusals_test.cpp
  tests/commands/commands_test.cpp
  tests/commands/completion_test.cpp
  tests/commands/config_file_test.cpp
  tests/commands/fetch_identity_test.cpp
  tests/commands/fetch_options_test.cpp
  tests/commands/folder_inputs_test.cpp
  tests/commands/habits_test.cpp
  tests/commands/help_test.cpp
  tests/commands/index_options_test.cpp
  tests/commands/inspect_description_test.cpp
  tests/commands/inspect_links_test.cpp
  tests/commands/inspect_profile_test.cpp
  tests/commands/inspect_test.cpp
  tests/commands/man_page_roff_test.cpp
  tests/commands/man_page_test.cpp
  tests/commands/mappings_test.cpp
  tests/commands/named_files_test.cpp
  tests/commands/option_table_test.cpp
  tests/commands/output_options_form_test.cpp
  tests/commands/output_options_test.cpp
  tests/commands/rdf_options_test.cpp
  tests/commands/reading_options_mapping_files_test.cpp
  tests/commands/reading_options_test.cpp
  tests/commands/share_option_test.cpp
  tests/commands/report_files_test.cpp
  tests/commands/search_test.cpp
  tests/commands/secrets_test.cpp
  tests/commands/serve_test.cpp
  tests/commands/signals_test.cpp THREADS
  tests/commands/slice_options_test.cpp
  tests/commands/tell_changes_test.cpp THREADS
  tests/commands/tell_changes_update_changes_test.cpp THREADS
  tests/commands/values_test.cpp
  tests/commands/values_value_forms_test.cpp
  tests/crawl/answer_links_test.cpp THREADS
  tests/crawl/authority_hidden_host_test.cpp
  tests/crawl/authority_test.cpp
  tests/crawl/cause_test.cpp
  tests/crawl/checked_body_coded_body_test.cpp THREADS
  tests/crawl/checked_body_test.cpp
  tests/crawl/crawl_lanes_model_test.cpp THREADS
  tests/crawl/crawl_lanes_retries_test.cpp THREADS
  tests/crawl/crawl_lanes_test.cpp THREADS
  tests/crawl/crawl_test.cpp THREADS
  tests/crawl/crawl_unmatched_include_test.cpp THREADS
  tests/crawl/dataset_cover_test.cpp
  tests/crawl/dataset_run_kept_test.cpp THREADS
  tests/crawl/dataset_run_test.cpp THREADS
  tests/crawl/description_tour_test.cpp THREADS
  tests/crawl/destination_test.cpp THREADS
  tests/crawl/discovery_resource_sync_links_test.cpp
  tests/crawl/discovery_test.cpp
  tests/crawl/document_folder_test.cpp THREADS
  tests/crawl/dump_list_test.cpp THREADS
  tests/crawl/endpoint_run_test.cpp THREADS
  tests/crawl/entry_robots_test.cpp
  tests/crawl/entry_targets_entries_beside_test.cpp
  tests/crawl/entry_targets_groups_test.cpp
  tests/crawl/entry_targets_test.cpp
  tests/crawl/fault_log_test.cpp THREADS
  tests/crawl/fetch_test.cpp THREADS
  tests/crawl/first_look_test.cpp
  tests/crawl/graph_claims_test.cpp THREADS
  tests/crawl/harvest_account_test.cpp
  tests/crawl/harvest_breaks_test.cpp THREADS
  tests/crawl/harvest_test.cpp THREADS
  tests/crawl/lastmod_trust_test.cpp
  tests/crawl/option_run_test.cpp THREADS
  tests/crawl/output_notes_page_faults_test.cpp
  tests/crawl/output_notes_test.cpp
  tests/crawl/page_content_test.cpp
  tests/crawl/page_crawl_links_test.cpp THREADS
  tests/crawl/page_crawl_refresh_test.cpp THREADS
  tests/crawl/page_crawl_resume_test.cpp THREADS
  tests/crawl/page_crawl_test.cpp THREADS
  tests/crawl/page_task_test.cpp
  tests/crawl/pair_source_test.cpp
  tests/crawl/probe_test.cpp
  tests/crawl/resuming_body_end_test.cpp THREADS
  tests/crawl/resuming_body_test.cpp THREADS
  tests/crawl/retrieve_failures_test.cpp THREADS
  tests/crawl/retrieve_redirects_test.cpp THREADS
  tests/crawl/retrieve_test.cpp THREADS
  tests/crawl/robots_cache_test.cpp THREADS
  tests/crawl/run_budget_test.cpp THREADS
  tests/crawl/run_contexts_test.cpp THREADS
  tests/crawl/second_try_test.cpp THREADS
  tests/crawl/signpost_links_linkset_watch_test.cpp
  tests/crawl/signpost_links_test.cpp
  tests/crawl/site_entries_test.cpp
  tests/crawl/sitemap_collector_test.cpp
  tests/crawl/sitemap_tour_test.cpp
  tests/crawl/sparql_ask_query_turn_test.cpp THREADS
  tests/crawl/sparql_ask_rows_test.cpp THREADS
  tests/crawl/sparql_ask_test.cpp THREADS
  tests/crawl/sparql_harvest_test.cpp THREADS
  tests/crawl/standard_tour_test.cpp THREADS
  tests/discover/data_format_test.cpp
  tests/discover/dataset_description_test.cpp
  tests/discover/dcat_reader_schema_dataset_reader_test.cpp
  tests/discover/dcat_reader_test.cpp
  tests/discover/description_graph_terms_test.cpp
  tests/discover/description_graph_test.cpp
  tests/discover/directory_listing_test.cpp
  tests/discover/draft_files_distribution_choice_test.cpp
  tests/discover/draft_files_test.cpp
  tests/discover/fair_signposting_test.cpp
  tests/discover/feed_links_test.cpp
  tests/discover/licences_test.cpp
  tests/discover/metalink_test.cpp
  tests/discover/paging_test.cpp THREADS
  tests/discover/resource_sync_test.cpp
  tests/discover/robots_line_test.cpp
  tests/discover/robots_match_test.cpp
  tests/discover/robots_test.cpp
  tests/discover/signposting_signpost_descriptions_test.cpp
  tests/discover/signposting_test.cpp
  tests/discover/sitemap_dataset_test.cpp
  tests/discover/sitemap_extensions_test.cpp
  tests/discover/sitemap_reader_faults_test.cpp
  tests/discover/sitemap_reader_limits_test.cpp
  tests/discover/sitemap_reader_test.cpp
  tests/discover/sitemap_text_test.cpp
  tests/discover/void_reader_service_description_test.cpp
  tests/discover/void_reader_test.cpp
  tests/documents/extract_test.cpp
  tests/documents/graph_policy_test.cpp
  tests/documents/read_test.cpp THREADS
  tests/documents/write_test.cpp
  tests/feed/archive_feed_test.cpp
  tests/feed/bulk_feed_test.cpp
  tests/feed/shards_test.cpp
  tests/fetch/address_policy_host_mapping_test.cpp
  tests/fetch/address_policy_test.cpp
  tests/fetch/answer_tally_test.cpp
  tests/fetch/body_test.cpp THREADS
  tests/fetch/bot_wall_test.cpp
  tests/fetch/curl_ftp_test.cpp
  tests/fetch/curl_handles_test.cpp THREADS
  tests/fetch/curl_transport_addresses_test.cpp THREADS
  tests/fetch/curl_transport_failures_test.cpp THREADS
  tests/fetch/curl_transport_limits_test.cpp THREADS
  tests/fetch/curl_transport_test.cpp THREADS
  tests/fetch/curl_transport_transfers_test.cpp THREADS
  tests/fetch/file_transport_mapped_transport_test.cpp
  tests/fetch/file_transport_test.cpp THREADS
  tests/fetch/http_header_test.cpp
  tests/fetch/ip_address_test.cpp
  tests/fetch/length_book_test.cpp THREADS
  tests/fetch/politeness_test.cpp THREADS
  tests/fetch/published_digest_test.cpp
  tests/fetch/rate_budget_lowest_rate_test.cpp
  tests/fetch/rate_budget_test.cpp
  tests/fetch/retry_test.cpp
  tests/html/html_page_test.cpp
  tests/html/html_writer_test.cpp
  tests/html/html_writer_text_test.cpp
  tests/index/change_reader_test.cpp
  tests/index/document_record_stored_record_test.cpp
  tests/index/document_record_test.cpp
  tests/index/index_key_test.cpp
  tests/index/index_ranking_dataset_rank_test.cpp
  tests/index/index_ranking_test.cpp
  tests/index/index_writer_test.cpp THREADS
  tests/index/link_counts_test.cpp
  tests/index/ntriple_query_test.cpp
  tests/index/postings_posting_runs_test.cpp
  tests/index/postings_test.cpp
  tests/index/query_test.cpp
  tests/index/record_reader_test.cpp
  tests/index/search_test.cpp THREADS
  tests/index/statement_text_test.cpp
  tests/index/text_tokens_test.cpp
  tests/io/intake_test.cpp THREADS
  tests/io/output_file_resume_test.cpp THREADS
  tests/io/output_file_sections_test.cpp THREADS
  tests/io/output_file_test.cpp THREADS
  tests/io/output_target_test.cpp THREADS
  tests/io/packed_text_test.cpp THREADS
  tests/io/sorter_string_sort_test.cpp
  tests/io/sorter_test.cpp THREADS
  tests/io/temporary_files_test.cpp
  tests/jsonld/compaction_test.cpp THREADS
  tests/jsonld/dataset_nodes_test.cpp
  tests/jsonld/jsonld_sink_test.cpp THREADS
  tests/load/batch_cutter_blank_spool_test.cpp THREADS
  tests/load/batch_cutter_distinct_count_test.cpp
  tests/load/batch_cutter_lines_by_predicate_test.cpp
  tests/load/batch_cutter_test.cpp
  tests/load/graph_check_rights_test.cpp
  tests/load/graph_check_test.cpp
  tests/load/send_queue_test.cpp THREADS
  tests/load/send_queue_waiting_batch_test.cpp THREADS
  tests/load/store_client_test.cpp THREADS
  tests/load/store_sniff_guard_test.cpp
  tests/load/store_test.cpp
  tests/load/store_turtle_body_test.cpp
  tests/map/builtin_mappings_test.cpp
  tests/map/functions_iri_test.cpp
  tests/map/functions_link_test.cpp
  tests/map/functions_test.cpp
  tests/map/mapping_reader_test.cpp
  tests/map/mapping_run_test.cpp
  tests/map/mapping_use_test.cpp THREADS
  tests/map/path_test.cpp
  tests/map/turtle_graph_test.cpp
  tests/map/xml_matcher_test.cpp
  tests/markup/element_path_test.cpp
  tests/markup/html_charset_test.cpp
  tests/markup/html_charset_xml_charset_test.cpp THREADS
  tests/markup/html_condense_test.cpp
  tests/markup/html_encoding_test.cpp
  tests/markup/html_quick_test.cpp
  tests/markup/html_references_test.cpp
  tests/markup/html_tags_test.cpp
  tests/markup/html_tree_links_test.cpp
  tests/markup/html_tree_test.cpp
  tests/markup/link_header_test.cpp
  tests/markup/page_format_test.cpp
  tests/markup/robots_wish_test.cpp
  tests/markup/sitemap_dialect_fragment_test.cpp
  tests/markup/sitemap_dialect_test.cpp
  tests/markup/table_reader_test.cpp
  tests/markup/xml_escape_test.cpp
  tests/markup/xml_reader_entities_test.cpp
  tests/markup/xml_reader_limits_test.cpp
  tests/markup/xml_reader_test.cpp THREADS
  tests/parse/detect_syntax_test.cpp
  tests/parse/format_check_test.cpp
  tests/parse/json_reader_test.cpp
  tests/parse/json_repair_test.cpp
  tests/parse/json_scanner_encoding_test.cpp
  tests/parse/json_scanner_test.cpp
  tests/parse/json_value_test.cpp
  tests/parse/json_value_text_test.cpp
  tests/parse/jsonld_block_test.cpp
  tests/parse/jsonld_context_reader_test.cpp THREADS
  tests/parse/jsonld_link_test.cpp
  tests/parse/jsonld_parser_piece_parts_test.cpp
  tests/parse/jsonld_parser_test.cpp
  tests/parse/jsonld_splitter_test.cpp
  tests/parse/link_quads_test.cpp
  tests/parse/linkset_parser_test.cpp
  tests/parse/linkset_test.cpp
  tests/parse/measured_test.cpp THREADS
  tests/parse/microdata_hostile_test.cpp
  tests/parse/microdata_itemref_test.cpp
  tests/parse/microdata_test.cpp
  tests/parse/page_parser_test.cpp
  tests/parse/page_survey_test.cpp
  tests/parse/rdfa_test.cpp
  tests/parse/rdfxml_names_test.cpp
  tests/parse/rdfxml_parser_faults_test.cpp
  tests/parse/rdfxml_parser_test.cpp
  tests/parse/rdfxml_scope_test.cpp
  tests/parse/sitemap_parser_test.cpp
  tests/parse/sparql_results_test.cpp
  tests/parse/split_parse_test.cpp THREADS
  tests/parse/standard_location_test.cpp
  tests/parse/standard_parser_test.cpp
  tests/parse/standard_sitemap_test.cpp
  tests/parse/standard_walk_test.cpp
  tests/parse/syntax_test.cpp
  tests/parse/trix_parser_test.cpp
  tests/parts/manifest_test.cpp
  tests/parts/part_folder_test.cpp THREADS
  tests/parts/run_files_test.cpp
  tests/plan/gather_plans_test.cpp
  tests/plan/make_plan_graph_stores_test.cpp
  tests/plan/make_plan_test.cpp
  tests/plan/mirror_pools_draw_test.cpp
  tests/plan/mirror_pools_test.cpp
  tests/plan/scope_test.cpp
  tests/queue/host_places_test.cpp THREADS
  tests/queue/lease_keeper_test.cpp THREADS
  tests/queue/part_place_test.cpp
  tests/queue/work_queue_test.cpp THREADS
  tests/rdf/change_list_test.cpp
  tests/rdf/content_digest_test.cpp
  tests/rdf/iri_reference_test.cpp
  tests/rdf/iri_repair_test.cpp
  tests/rdf/iri_test.cpp
  tests/rdf/nquads_text_literal_length_test.cpp
  tests/rdf/nquads_text_test.cpp
  tests/rdf/page_meter_test.cpp
  tests/rdf/quad_batch_test.cpp
  tests/rdf/quad_builder_test.cpp
  tests/rdf/quad_check_test.cpp
  tests/rdf/sparql_text_test.cpp
  tests/rdf/term_text_test.cpp
  tests/rdf/triple_term_test.cpp
  tests/rdf/xsd_lexical_test.cpp
  tests/report/changes_changed_quad_test.cpp
  tests/report/changes_test.cpp
  tests/report/charts_test.cpp
  tests/report/console_test.cpp THREADS
  tests/report/plan_json_test.cpp
  tests/report/plan_text_test.cpp
  tests/report/plan_turtle_test.cpp
  tests/report/progress_meter_test.cpp THREADS
  tests/report/progress_test.cpp THREADS
  tests/report/provenance_test.cpp
  tests/report/run_failures_test.cpp
  tests/report/run_page_test.cpp
  tests/report/run_report_terms_json_test.cpp
  tests/report/run_report_test.cpp
  tests/report/run_summary_test.cpp
  tests/report/run_tally_test.cpp THREADS
  tests/report/statistics_input_tally_test.cpp
  tests/report/statistics_test.cpp
  tests/report/term_census_test.cpp THREADS
  tests/report/term_counts_iri_counts_test.cpp
  tests/report/term_counts_test.cpp
  tests/report/terminal_test.cpp
  tests/s3/aws_settings_test.cpp
  tests/s3/s3_address_test.cpp
  tests/s3/s3_answer_test.cpp
  tests/s3/signature_test.cpp
  tests/serve/connection_test.cpp THREADS
  tests/serve/http_server_connection_threads_test.cpp THREADS
  tests/serve/http_server_test.cpp THREADS
  tests/serve/listen_address_host_names_test.cpp
  tests/serve/listen_address_test.cpp
  tests/serve/prefixed_name_test.cpp
  tests/serve/reader_pool_test.cpp THREADS
  tests/serve/request_head_test.cpp
  tests/serve/response_gzip_text_test.cpp
  tests/serve/response_test.cpp
  tests/serve/search_form_test.cpp
  tests/serve/site_test.cpp
  tests/serve/url_query_test.cpp
  tests/sink/document_lanes_test.cpp THREADS
  tests/sink/older_rdf_test.cpp THREADS
  tests/sink/turn_sink_relay_sink_test.cpp THREADS
  tests/sink/turn_sink_test.cpp THREADS
  tests/sink/turtle_sink_test.cpp
  tests/sites/fetch_test.cpp THREADS
  tests/slice/components_test.cpp
  tests/slice/slice_rules_test.cpp
  tests/slice/slicer_slice_sink_test.cpp THREADS
  tests/slice/slicer_test.cpp THREADS
  tests/state/document_holders_test.cpp THREADS
  tests/state/earlier_forms_test.cpp THREADS
  tests/state/file_table_output_mark_test.cpp THREADS
  tests/state/file_table_test.cpp THREADS
  tests/state/linkset_names_test.cpp THREADS
  tests/state/listed_pages_test.cpp THREADS
  tests/state/load_table_test.cpp THREADS
  tests/state/page_copies_test.cpp THREADS
  tests/state/page_dropping_test.cpp THREADS
  tests/state/page_facts_test.cpp THREADS
  tests/state/page_leads_test.cpp THREADS
  tests/state/page_state_test.cpp
  tests/state/page_table_changes_test.cpp THREADS
  tests/state/page_table_failures_test.cpp THREADS
  tests/state/page_table_fallbacks_test.cpp THREADS
  tests/state/page_table_lastmod_test.cpp THREADS
  tests/state/page_table_test.cpp THREADS
  tests/state/page_table_texts_test.cpp THREADS
  tests/state/page_texts_test.cpp THREADS
  tests/state/run_state_test.cpp THREADS
  tests/state/same_pages_test.cpp THREADS
  tests/state/state_summary_test.cpp THREADS
  tests/state/undo_run_test.cpp THREADS
  tests/state/visit_table_test.cpp THREADS
  tests/state/written_texts_test.cpp THREADS
  tests/store/database_test.cpp THREADS
  tests/store/run_lock_test.cpp THREADS
  tests/table/separated_text_test.cpp
  tests/table/table_sink_test.cpp THREADS
  tests/turtle/line_splitter_test.cpp
  tests/turtle/nquads_parser_test.cpp
  tests/turtle/turtle_env_test.cpp
  tests/turtle/turtle_grammar_test.cpp
  tests/turtle/turtle_parser_test.cpp
  tests/turtle/turtle_splitter_test.cpp
  tests/unpack/brotli_source_test.cpp THREADS
  tests/unpack/budget_test.cpp THREADS
  tests/unpack/byte_sum_test.cpp THREADS
  tests/unpack/coder_memory_test.cpp THREADS
  tests/unpack/filter_source_test.cpp THREADS
  tests/unpack/gzip_source_test.cpp THREADS
  tests/unpack/line_share_test.cpp
  tests/unpack/sniff_test.cpp
  tests/unpack/stub_test.cpp THREADS
  tests/unpack/unpacker_damage_test.cpp THREADS
  tests/unpack/unpacker_limits_test.cpp THREADS
  tests/unpack/unpacker_names_test.cpp
  tests/unpack/unpacker_test.cpp THREADS
  tests/unpack/zip_ledger_test.cpp THREADS
  tests/unpack/zip_records_test.cpp THREADS
  tests/unpack/zip_source_test.cpp THREADS
  tests/validate/diwoo_check_test.cpp
  tests/validate/entry_check_test.cpp
  tests/validate/extension_check_test.cpp
  tests/validate/findings_test.cpp
  tests/validate/robots_check_test.cpp
  tests/validate/site_check_test.cpp
  tests/validate/sitemap_check_test.cpp
  tests/validate/validation_sarif_test.cpp
  tests/vocab/context_facts_builtin_context_test.cpp THREADS
  tests/vocab/context_facts_test.cpp
  tests/vocab/course_types_test.cpp
  tests/vocab/diwoo_index_test.cpp
  tests/vocab/link_relations_test.cpp
  tests/vocab/microdata_registry_test.cpp
  tests/vocab/rdfa_initial_context_test.cpp
  tests/vocab/term_lines_table_lines_test.cpp
  tests/vocab/term_lines_test.cpp
  tests/vocab/value_lists_test.cpp
  tests/walk/dump_walk_test.cpp
  tests/walk/sparql_partition_blank_label_check_test.cpp
  tests/walk/sparql_partition_test.cpp
  tests/walk/sparql_query_test.cpp
  tests/walk/sparql_walk_test.cpp
  tests/walk/url_trap_test.cpp
)
add_executable(semsite_tests ${SEMSITE_UNIT_TESTS} tests/support/loopback_server.cpp)
target_include_directories(semsite_tests PRIVATE tests)
target_link_libraries(semsite_tests PRIVATE semsite_warnings GTest::gtest GTest::gmock
  GTest::gtest_main LibArchive::LibArchive)
if(SEMSITE_SANITIZE STREQUAL "thread")
  # Of the commands and their rules, which have few threads, only the files that these tests are
  # of: the others take a fifth of the time of the build.
  add_library(semsite_tested_commands OBJECT)
  foreach(test IN LISTS SEMSITE_THREADED_TESTS)
    if(test MATCHES "^tests/(commands/.*)_test[.]cpp$")
      set(file ${CMAKE_SOURCE_DIR}/src/${CMAKE_MATCH_1}.cpp)
      if(EXISTS ${file})
        target_sources(semsite_tested_commands PRIVATE ${file})
      endif()
    endif()
  endforeach()
  target_include_directories(semsite_tested_commands PUBLIC
    $<TARGET_PROPERTY:room_commands,INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(semsite_tested_commands PRIVATE semsite_warnings fmt::fmt)
  target_link_libraries(semsite_tests PRIVATE semsite_tested_commands semsite_queue semsite_load semsite_index
    semsite_slice semsite_harvest semsite_rdf semsite_store semsite_io semsite_base)
else()
  target_link_libraries(semsite_tests PRIVATE semsite_core)
endif()
# Of two files only (told by their names, since each stands in this list once): a path in the
# command of each would keep a compiler's cache from knowing them in another checkout.
set(SEMSITE_TESTS_WITH_DATA ${SEMSITE_UNIT_TESTS})
list(FILTER SEMSITE_TESTS_WITH_DATA INCLUDE REGEX "/(page_survey|work_queue)_test")
set_source_files_properties(${SEMSITE_TESTS_WITH_DATA} PROPERTIES
  COMPILE_DEFINITIONS SEMSITE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data"
  SKIP_PRECOMPILE_HEADERS ON)
# The tests' own code is to be compiled quickly: matchers cost the optimizer and UBSan more
# time than they ever save. The program's code, which is what is tested, has both.
target_compile_options(semsite_tests PRIVATE $<$<CONFIG:Release>:-O0>)
if(SEMSITE_PRECOMPILE)
  target_precompile_headers(semsite_tests PRIVATE <gmock/gmock.h> <gtest/gtest.h>
    <algorithm> <chrono> <functional> <map> <memory> <optional> <span> <string> <string_view>
    <variant> <vector>)
endif()
if(SEMSITE_SANITIZE)
  # Behind those of semsite_warnings, or they would say nothing.
  add_library(semsite_test_options INTERFACE)
  target_compile_options(semsite_test_options INTERFACE -fno-sanitize=undefined
    $<$<CXX_COMPILER_ID:GNU>:--param=asan-instrumentation-with-call-threshold=0>)
  target_link_libraries(semsite_tests PRIVATE semsite_test_options)
endif()
semsite_together(semsite_tests 24)
add_test(NAME unit COMMAND semsite_tests)

# One program for each reader of untrusted bytes. With clang and SEMSITE_FUZZ it is a libFuzzer
# program (tests/fuzz/run.sh builds and runs them); without, it reads its corpus, as a test.
option(SEMSITE_FUZZ "Build the programs of tests/fuzz with libFuzzer" OFF)
# semsite_fuzz(FLOOR names): programs that need the rooms up to that floor.
set(SEMSITE_SLOW_FUZZ index state) # each run makes files
if(NOT SEMSITE_FUZZ)
  add_library(semsite_run_corpus OBJECT tests/fuzz/run_corpus.cpp)
  target_include_directories(semsite_run_corpus PRIVATE tests)
  target_link_libraries(semsite_run_corpus PRIVATE semsite_warnings)
endif()
function(semsite_fuzz floor)
  foreach(name IN LISTS ARGN)
    add_executable(fuzz_${name} tests/fuzz/fuzz_${name}.cpp)
    target_include_directories(fuzz_${name} PRIVATE tests)
    target_link_libraries(fuzz_${name} PRIVATE semsite_${floor} semsite_warnings)
    set(before)
    set(behind)
    if(SEMSITE_FUZZ)
      target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
      set(before -runs=0)
    else()
      set(behind 200)
      if(name IN_LIST SEMSITE_SLOW_FUZZ)
        set(behind 50)
      endif()
      target_link_libraries(fuzz_${name} PRIVATE semsite_run_corpus)
      if(SEMSITE_PRECOMPILE)
        target_precompile_headers(fuzz_${name} REUSE_FROM semsite_precompiled)
      endif()
    endif()
    add_test(NAME fuzz_${name}
      COMMAND fuzz_${name} ${before} ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name} ${behind})
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 900)
    if(EXISTS /dev/shm) # small files, and many
      set_tests_properties(fuzz_${name} PROPERTIES ENVIRONMENT TMPDIR=/dev/shm)
    endif()
  endforeach()
endfunction()
semsite_fuzz(rdf context element_path html jsonld mapping microdata nquads page_survey rdfa rdfxml
  sparql_results standard_sitemap trig trix turtle unpack)
semsite_fuzz(harvest coding descriptions http_header linkset robots sitemap values)
semsite_fuzz(index index request_head search)
semsite_fuzz(load answers)
semsite_fuzz(validate validate)
semsite_fuzz(commands changes link_header state)
target_link_libraries(fuzz_turtle PRIVATE PkgConfig::SERD)
target_link_libraries(fuzz_trig PRIVATE PkgConfig::SERD)

# Answers conformance cases in one process, without a network: tests/conformance/judges.py.
add_executable(semsite_conformance tests/conformance/driver.cpp)
target_link_libraries(semsite_conformance PRIVATE semsite_core semsite_warnings)

# Tests in Python: house rules, the judge and the loopback web, then the program as a
# whole. `ctest -L lint` and so on runs one kind.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(semsite_python_test name label folder)
  add_test(NAME ${name}
    COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1 SEMSITE=$<TARGET_FILE:semsite>
            ${Python3_EXECUTABLE} ${ARGN}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/${folder})
  set_tests_properties(${name} PROPERTIES LABELS ${label} SKIP_RETURN_CODE 77 TIMEOUT 900)
endfunction()

foreach(check IN ITEMS includes format lists sizes scripts paths codes types locks threads names)
  semsite_python_test(lint_${check} lint tests/lint lint.py ${check})
endforeach()
semsite_python_test(lint_itself lint tests/lint test_lint.py)
semsite_python_test(lint_results lint tests/bench results.py --check)
semsite_python_test(lint_results_itself lint tests/bench test_results.py)
semsite_python_test(lint_floors lint tests/lint test_rooms.py)
semsite_python_test(lint_rooms lint tests/lint rooms.py ${CMAKE_BINARY_DIR})
semsite_python_test(thread_safety_itself lint tests/lint test_thread_safety.py)
# A minute or two, with clang: not among the lints, which are asked often.
semsite_python_test(thread_safety clang tests/lint thread_safety.py ${CMAKE_BINARY_DIR})
semsite_python_test(judge support tests/conformance test_isomorphism.py)
semsite_python_test(loopback_web support tests/support test_web.py)
semsite_python_test(wide_web support tests/support test_wide_web.py)
semsite_python_test(server_log support tests/support test_server_log.py)
semsite_python_test(stores support tests/support test_stores.py)
semsite_python_test(conformance conformance tests/conformance
  run.py --program $<TARGET_FILE:semsite>)
semsite_python_test(contexts conformance tests/conformance
  contexts.py --program $<TARGET_FILE:semsite> --tests $<TARGET_FILE:semsite_tests>)
semsite_python_test(validate conformance tests/conformance
  validate.py --program $<TARGET_FILE:semsite>)
semsite_python_test(e2e e2e tests/e2e run.py)
