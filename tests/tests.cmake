find_package(GTest REQUIRED)

# One program for all unit tests; its files mirror src/. First those in which threads work
# together: ThreadSanitizer would find nothing in the others.
set(SEMSITE_THREADED_TESTS
  tests/app/file_changes_test.cpp
  tests/app/update_changes_test.cpp
  tests/app/run_budget_test.cpp
  tests/app/signals_test.cpp
  tests/base/block_pool_test.cpp
  tests/base/bounded_queue_test.cpp
  tests/base/file_claim_test.cpp
  tests/base/part_in_use_test.cpp
  tests/base/part_mark_test.cpp
  tests/base/file_io_test.cpp
  tests/base/read_ahead_test.cpp
  tests/crawl/triple_count_test.cpp
  tests/crawl/crawl_lanes_test.cpp
  tests/crawl/crawl_lanes_model_test.cpp
  tests/crawl/crawl_lanes_retries_test.cpp
  tests/crawl/dataset_run_test.cpp
  tests/crawl/dataset_run_kept_test.cpp
  tests/crawl/endpoint_run_test.cpp
  tests/crawl/harvest_breaks_test.cpp
  tests/crawl/harvest_test.cpp
  tests/crawl/option_run_test.cpp
  tests/crawl/page_crawl_links_test.cpp
  tests/crawl/page_crawl_refresh_test.cpp
  tests/crawl/page_crawl_resume_test.cpp
  tests/crawl/page_crawl_test.cpp
  tests/crawl/parse_slots_test.cpp
  tests/crawl/query_turn_test.cpp
  tests/base/pause_test.cpp
  tests/crawl/coded_body_test.cpp
  tests/crawl/resuming_body_test.cpp
  tests/crawl/resuming_body_end_test.cpp
  tests/crawl/rewindable_test.cpp
  tests/crawl/second_try_test.cpp
  tests/crawl/retrieve_test.cpp
  tests/crawl/answer_links_test.cpp
  tests/crawl/retrieve_failures_test.cpp
  tests/crawl/retrieve_redirects_test.cpp
  tests/crawl/prefix_index_test.cpp
  tests/crawl/run_contexts_test.cpp
  tests/crawl/standard_tour_test.cpp
  tests/crawl/text_output_test.cpp
  tests/crawl/unmatched_include_test.cpp
  tests/fetch/body_pipe_test.cpp
  tests/fetch/curl_transport_test.cpp
  tests/fetch/curl_transport_addresses_test.cpp
  tests/fetch/curl_transport_failures_test.cpp
  tests/fetch/curl_transport_limits_test.cpp
  tests/fetch/curl_transport_transfers_test.cpp
  tests/fetch/file_transport_test.cpp
  tests/fetch/socket_book_test.cpp
  tests/fetch/politeness_test.cpp
  tests/index/index_writer_test.cpp
  tests/index/search_test.cpp
  tests/load/blank_spool_test.cpp
  tests/load/send_queue_test.cpp
  tests/load/store_turns_test.cpp
  tests/load/waiting_batch_test.cpp
  tests/markup/xml_charset_test.cpp
  tests/markup/xml_reader_test.cpp
  tests/parse/jsonld_context_reader_test.cpp
  tests/parse/measured_test.cpp
  tests/parse/split_parse_test.cpp
  tests/report/console_test.cpp
  tests/report/progress_test.cpp
  tests/report/term_census_test.cpp
  tests/serve/connection_test.cpp
  tests/serve/connection_threads_test.cpp
  tests/serve/http_server_test.cpp
  tests/serve/reader_pool_test.cpp
  tests/io/direct_writer_test.cpp
  tests/sink/nquads_sink_test.cpp
  tests/io/output_file_test.cpp
  tests/io/output_file_sections_test.cpp
  tests/sink/relay_sink_test.cpp
  tests/sink/turn_sink_test.cpp
  tests/io/intake_test.cpp
  tests/slice/slicer_test.cpp
  tests/slice/slice_sink_test.cpp
  tests/io/sorter_test.cpp
  tests/state/listed_pages_test.cpp
  tests/state/page_table_test.cpp
  tests/state/output_mark_test.cpp
  tests/state/page_table_changes_test.cpp
  tests/state/page_table_documents_test.cpp
  tests/state/page_table_failures_test.cpp
  tests/state/page_table_lastmod_test.cpp
  tests/state/page_table_texts_test.cpp
  tests/state/run_state_test.cpp
  tests/store/run_lock_test.cpp
  tests/state/state_summary_test.cpp
  tests/state/undo_crawl_test.cpp
  tests/unpack/byte_sum_test.cpp
  tests/unpack/filter_source_test.cpp
  tests/unpack/gzip_source_test.cpp
  tests/unpack/idle_bound_test.cpp
  tests/unpack/unpacker_test.cpp
  tests/unpack/unpacker_damage_test.cpp
  tests/unpack/unpacker_limits_test.cpp
  tests/unpack/zip_ledger_test.cpp
  tests/unpack/zip_source_test.cpp
  tests/unpack/stub_test.cpp
  tests/unpack/archive_end_test.cpp
  tests/vocab/builtin_context_test.cpp
  tests/support/loopback_server.cpp
)
set(SEMSITE_OTHER_TESTS
  tests/io/output_file_resume_test.cpp
  tests/base/arena_test.cpp
  tests/base/ascii_test.cpp
  tests/base/uri_parts_test.cpp
  tests/base/counting_source_test.cpp
  tests/base/byte_scan_test.cpp
  tests/base/byte_source_test.cpp
  tests/base/c_guard_test.cpp
  tests/base/clock_test.cpp
  tests/base/counts_test.cpp
  tests/base/hash_test.cpp
  tests/base/json_writer_test.cpp
  tests/base/named_by_test.cpp
  tests/base/secrets_test.cpp
  tests/base/section_watch_test.cpp
  tests/base/shown_text_test.cpp
  tests/base/text_buffer_test.cpp
  tests/base/text_hash_test.cpp
  tests/base/text_test.cpp
  tests/base/date_test.cpp
  tests/base/url_test.cpp
  tests/base/web_mark_test.cpp
  tests/base/holder_test.cpp
  tests/base/last_act_test.cpp
  tests/base/utf8_test.cpp
  tests/rdf/iri_reference_test.cpp
  tests/rdf/iri_repair_test.cpp
  tests/rdf/iri_test.cpp
  tests/rdf/nquads_text_test.cpp
  tests/rdf/triple_term_test.cpp
  tests/rdf/compared_text_test.cpp
  tests/rdf/quad_batch_test.cpp
  tests/rdf/page_meter_test.cpp
  tests/rdf/literal_length_test.cpp
  tests/rdf/quad_builder_test.cpp
  tests/rdf/quad_check_test.cpp
  tests/rdf/sparql_text_test.cpp
  tests/rdf/xsd_lexical_test.cpp
  tests/vocab/table_lines_test.cpp
  tests/vocab/context_facts_test.cpp
  tests/vocab/microdata_registry_test.cpp
  tests/vocab/rdfa_initial_context_test.cpp
  tests/vocab/term_lines_test.cpp
  tests/vocab/link_relations_test.cpp
  tests/vocab/value_lists_test.cpp
  tests/vocab/course_types_test.cpp
  tests/markup/element_path_test.cpp
  tests/markup/table_reader_test.cpp
  tests/markup/xml_escape_test.cpp
  tests/markup/page_format_test.cpp
  tests/markup/sitemap_dialect_test.cpp
  tests/markup/sitemap_fragment_test.cpp
  tests/markup/html_charset_test.cpp
  tests/markup/html_encoding_test.cpp
  tests/markup/html_condense_test.cpp
  tests/markup/html_tags_test.cpp
  tests/markup/html_references_test.cpp
  tests/markup/html_quick_test.cpp
  tests/markup/html_tree_test.cpp
  tests/markup/html_links_test.cpp
  tests/markup/link_header_test.cpp
  tests/markup/xml_reader_entities_test.cpp
  tests/markup/xml_reader_limits_test.cpp
  tests/discover/robots_test.cpp
  tests/discover/robots_line_test.cpp
  tests/discover/robots_match_test.cpp
  tests/discover/sitemap_reader_test.cpp
  tests/parse/standard_location_test.cpp
  tests/parse/standard_sitemap_test.cpp
  tests/discover/sitemap_dataset_test.cpp
  tests/discover/sitemap_text_test.cpp
  tests/discover/data_format_test.cpp
  tests/discover/description_terms_test.cpp
  tests/discover/description_graph_test.cpp
  tests/discover/void_reader_test.cpp
  tests/discover/dcat_reader_test.cpp
  tests/discover/schema_dataset_reader_test.cpp
  tests/discover/service_description_test.cpp
  tests/discover/distribution_choice_test.cpp
  tests/discover/draft_files_test.cpp
  tests/discover/dataset_description_test.cpp
  tests/discover/paging_test.cpp
  tests/discover/metalink_test.cpp
  tests/discover/directory_listing_test.cpp
  tests/discover/sitemap_extensions_test.cpp
  tests/discover/resource_sync_test.cpp
  tests/discover/signpost_descriptions_test.cpp
  tests/discover/signposting_test.cpp
  tests/discover/fair_signposting_test.cpp
  tests/discover/sitemap_reader_faults_test.cpp
  tests/discover/sitemap_reader_limits_test.cpp
  tests/parse/linkset_test.cpp
  tests/parse/linkset_parser_test.cpp
  tests/parse/link_quads_test.cpp
  tests/crawl/pair_source_test.cpp
  tests/crawl/query_limit_test.cpp
  tests/crawl/sitemap_collector_test.cpp
  tests/crawl/entry_robots_test.cpp
  tests/crawl/harvest_account_test.cpp
  tests/crawl/resource_sync_links_test.cpp
  tests/map/functions_test.cpp
  tests/map/builtin_mappings_test.cpp
  tests/map/functions_iri_test.cpp
  tests/map/functions_link_test.cpp
  tests/map/path_test.cpp
  tests/map/turtle_graph_test.cpp
  tests/map/mapping_reader_test.cpp
  tests/map/xml_matcher_test.cpp
  tests/map/mapping_run_test.cpp
  tests/parse/sitemap_parser_test.cpp
  tests/plan/graph_stores_test.cpp
  tests/plan/gather_plans_test.cpp
  tests/plan/make_plan_test.cpp
  tests/plan/mirror_pools_test.cpp
  tests/plan/mirror_draw_test.cpp
  tests/plan/scope_test.cpp
  tests/crawl/sparql_rows_test.cpp
  tests/walk/dump_walk_test.cpp
  tests/walk/url_trap_test.cpp
  tests/walk/blank_label_check_test.cpp
  tests/walk/sparql_partition_test.cpp
  tests/walk/sparql_query_test.cpp
  tests/walk/sparql_walk_test.cpp
  tests/parse/standard_walk_test.cpp
  tests/fetch/address_policy_test.cpp
  tests/fetch/host_mapping_test.cpp
  tests/fetch/http_header_test.cpp
  tests/fetch/length_book_test.cpp
  tests/fetch/lowest_rate_test.cpp
  tests/fetch/mapped_transport_test.cpp
  tests/fetch/published_digest_test.cpp
  tests/fetch/rate_budget_test.cpp
  tests/fetch/retry_test.cpp
  tests/base/sha256_test.cpp
  tests/fetch/bot_wall_test.cpp
  tests/unpack/sniff_test.cpp
  tests/unpack/unpacker_names_test.cpp
  tests/parse/syntax_test.cpp
  tests/parse/detect_syntax_test.cpp
  tests/parse/format_check_test.cpp
  tests/parse/json_encoding_test.cpp
  tests/parse/json_number_test.cpp
  tests/parse/json_reader_test.cpp
  tests/parse/json_repair_test.cpp
  tests/parse/json_scanner_test.cpp
  tests/parse/json_text_test.cpp
  tests/parse/jsonld_block_test.cpp
  tests/parse/jsonld_link_test.cpp
  tests/parse/jsonld_parser_test.cpp
  tests/parse/jsonld_splitter_test.cpp
  tests/turtle/line_splitter_test.cpp
  tests/turtle/nquads_parser_test.cpp
  tests/parse/piece_parts_test.cpp
  tests/turtle/turtle_grammar_test.cpp
  tests/turtle/turtle_splitter_test.cpp
  tests/turtle/turtle_env_test.cpp
  tests/turtle/turtle_parser_test.cpp
  tests/parse/rdfxml_names_test.cpp
  tests/parse/rdfxml_parser_test.cpp
  tests/parse/seen_ids_test.cpp
  tests/parse/trix_parser_test.cpp
  tests/parse/sparql_results_parser_test.cpp
  tests/parse/standard_parser_test.cpp
  tests/load/graph_rights_test.cpp
  tests/load/batch_cutter_test.cpp
  tests/load/graph_check_test.cpp
  tests/load/lines_by_predicate_test.cpp
  tests/load/distinct_count_test.cpp
  tests/load/sniff_guard_test.cpp
  tests/load/turtle_body_test.cpp
  tests/load/store_test.cpp
  tests/parse/microdata_test.cpp
  tests/parse/microdata_hostile_test.cpp
  tests/parse/microdata_itemref_test.cpp
  tests/parse/rdfa_test.cpp
  tests/parse/page_parser_test.cpp
  tests/parse/page_survey_test.cpp
  tests/parse/rdfxml_parser_faults_test.cpp
  tests/sink/turtle_sink_test.cpp
  tests/sink/older_rdf_test.cpp
  tests/io/string_sort_test.cpp
  tests/slice/components_test.cpp
  tests/index/change_reader_test.cpp
  tests/feed/bulk_document_test.cpp
  tests/feed/entity_triples_test.cpp
  tests/feed/shards_test.cpp
  tests/index/dataset_rank_test.cpp
  tests/index/document_record_test.cpp
  tests/index/index_key_test.cpp
  tests/index/index_ranking_test.cpp
  tests/index/link_counts_test.cpp
  tests/index/ntriple_query_test.cpp
  tests/index/posting_block_test.cpp
  tests/index/posting_runs_test.cpp
  tests/index/query_test.cpp
  tests/index/record_reader_test.cpp
  tests/index/statement_text_test.cpp
  tests/index/stored_record_test.cpp
  tests/index/text_tokens_test.cpp
  tests/slice/slice_rules_test.cpp
  tests/io/temporary_files_test.cpp
  tests/serve/gzip_text_test.cpp
  tests/serve/host_names_test.cpp
  tests/serve/listen_address_test.cpp
  tests/serve/prefixed_name_test.cpp
  tests/serve/request_head_test.cpp
  tests/serve/response_test.cpp
  tests/serve/search_parameters_test.cpp
  tests/serve/site_test.cpp
  tests/serve/url_query_test.cpp
  tests/report/progress_meter_test.cpp
  tests/report/input_tally_test.cpp
  tests/report/terminal_test.cpp
  tests/report/plan_json_test.cpp
  tests/report/plan_text_test.cpp
  tests/app/report_files_test.cpp
  tests/report/charts_test.cpp
  tests/report/fault_meanings_test.cpp
  tests/html/html_text_test.cpp
  tests/html/html_writer_test.cpp
  tests/validate/entry_check_test.cpp
  tests/validate/sitemap_check_test.cpp
  tests/validate/extension_check_test.cpp
  tests/validate/diwoo_check_test.cpp
  tests/validate/robots_check_test.cpp
  tests/validate/findings_test.cpp
  tests/html/html_page_test.cpp
  tests/report/changed_quad_test.cpp
  tests/report/changes_test.cpp
  tests/report/plan_turtle_test.cpp
  tests/report/provenance_test.cpp
  tests/report/iri_counts_test.cpp
  tests/report/run_page_test.cpp
  tests/report/run_report_test.cpp
  tests/report/run_summary_test.cpp
  tests/report/term_counts_test.cpp
  tests/report/terms_json_test.cpp
  tests/report/statistics_test.cpp
  tests/crawl/lastmod_trust_test.cpp
  tests/crawl/authority_test.cpp
  tests/crawl/document_folder_test.cpp
  tests/crawl/entries_beside_test.cpp
  tests/crawl/entry_groups_test.cpp
  tests/crawl/entry_targets_test.cpp
  tests/crawl/held_markup_test.cpp
  tests/crawl/hidden_host_test.cpp
  tests/crawl/fault_log_test.cpp
  tests/crawl/graph_claims_test.cpp
  tests/crawl/graph_policy_test.cpp
  tests/crawl/output_notes_test.cpp
  tests/crawl/page_content_test.cpp
  tests/crawl/page_faults_test.cpp
  tests/crawl/page_task_test.cpp
  tests/crawl/catalogue_pages_test.cpp
  tests/crawl/checked_body_test.cpp
  tests/crawl/discovery_test.cpp
  tests/crawl/probe_test.cpp
  tests/crawl/robots_cache_test.cpp
  tests/crawl/crawl_test.cpp
  tests/crawl/signpost_links_test.cpp
  tests/crawl/linkset_watch_test.cpp
  tests/crawl/sitemap_tour_test.cpp
  tests/store/database_test.cpp
  tests/state/file_table_test.cpp
  tests/state/load_table_test.cpp
  tests/io/packed_text_test.cpp
  tests/state/page_table_fallbacks_test.cpp
  tests/state/page_table_linksets_test.cpp
  tests/app/document_map_file_test.cpp
  tests/app/fetch_identity_test.cpp
  tests/app/help_test.cpp
  tests/app/inspect_test.cpp
  tests/app/index_options_test.cpp
  tests/app/inspect_description_test.cpp
  tests/app/inspect_links_test.cpp
  tests/app/inspect_profile_test.cpp
  tests/app/search_options_test.cpp
  tests/app/secrets_test.cpp
  tests/app/mapping_files_test.cpp
  tests/app/mappings_test.cpp
  tests/app/option_roles_test.cpp
  tests/app/option_table_test.cpp
  tests/app/config_file_test.cpp
  tests/app/value_forms_test.cpp
  tests/app/completion_test.cpp
  tests/app/roff_test.cpp
  tests/app/man_page_test.cpp
  tests/app/after_fetch_test.cpp
  tests/app/options_test.cpp
  tests/app/output_form_test.cpp
  tests/app/form_options_test.cpp
  tests/app/rdf_options_test.cpp
  tests/jsonld/compaction_test.cpp
  tests/jsonld/dataset_nodes_test.cpp
  tests/jsonld/jsonld_sink_test.cpp
  tests/table/separated_text_test.cpp
  tests/table/table_sink_test.cpp
  tests/app/options_files_test.cpp
  tests/app/options_refusals_test.cpp
  tests/app/serve_options_test.cpp
  tests/app/slice_options_test.cpp
  tests/app/values_test.cpp
)
set(SEMSITE_UNIT_TESTS ${SEMSITE_THREADED_TESTS})
if(NOT SEMSITE_SANITIZE STREQUAL "thread")
  list(APPEND SEMSITE_UNIT_TESTS ${SEMSITE_OTHER_TESTS})
endif()
add_executable(semsite_tests ${SEMSITE_UNIT_TESTS})
target_include_directories(semsite_tests PRIVATE tests)
target_link_libraries(semsite_tests PRIVATE
  semsite_core semsite_warnings GTest::gtest GTest::gmock GTest::gtest_main
  LibArchive::LibArchive)
# Of one file only (told by its folder, since each stands in this list once): a path in the
# command of each would keep a compiler's cache from knowing them in another checkout.
set(SEMSITE_TESTS_WITH_DATA ${SEMSITE_UNIT_TESTS})
list(FILTER SEMSITE_TESTS_WITH_DATA INCLUDE REGEX "/page_survey_test")
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
add_test(NAME unit COMMAND semsite_tests)

# One program for each reader of untrusted bytes. With clang and SEMSITE_FUZZ it is a libFuzzer
# program (tests/fuzz/run.sh builds and runs them); without, it reads its corpus, as a test.
option(SEMSITE_FUZZ "Build the programs of tests/fuzz with libFuzzer" OFF)
# semsite_fuzz(FLOOR names): programs that need the rooms up to that floor.
set(SEMSITE_SLOW_FUZZ index state) # each run makes files
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
      target_sources(fuzz_${name} PRIVATE tests/fuzz/run_corpus.cpp)
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

foreach(check IN ITEMS includes format lists sizes scripts paths codes types)
  semsite_python_test(lint_${check} lint tests/lint lint.py ${check})
endforeach()
semsite_python_test(lint_itself lint tests/lint test_lint.py)
semsite_python_test(lint_results lint tests/bench results.py --check)
semsite_python_test(lint_floors lint tests/lint test_rooms.py)
semsite_python_test(lint_rooms lint tests/lint rooms.py ${CMAKE_BINARY_DIR})
semsite_python_test(judge support tests/conformance test_isomorphism.py)
semsite_python_test(loopback_web support tests/support test_web.py)
semsite_python_test(server_log support tests/support test_server_log.py)
semsite_python_test(stores support tests/support test_stores.py)
semsite_python_test(conformance conformance tests/conformance
  run.py --program $<TARGET_FILE:semsite>)
semsite_python_test(contexts conformance tests/conformance
  contexts.py --program $<TARGET_FILE:semsite> --tests $<TARGET_FILE:semsite_tests>)
semsite_python_test(validate conformance tests/conformance
  validate.py --program $<TARGET_FILE:semsite>)
semsite_python_test(e2e e2e tests/e2e run.py)
