#pragma once

#include "map/functions.hpp"

// What stands behind the names in functions.cpp; docs/mappings.md says what each gives.
// Arguments come in the order of the table there.
namespace semsite::functions {

// function_link.cpp
void relation(const FunctionCall& call, FunctionSink& sink);
void relation_term(const FunctionCall& call, FunctionSink& sink);
void if_relation(const FunctionCall& call, FunctionSink& sink);
void property(const FunctionCall& call, FunctionSink& sink);
void unless_property(const FunctionCall& call, FunctionSink& sink);

// function_iri.cpp
void iri(const FunctionCall& call, FunctionSink& sink);
void unless_iri(const FunctionCall& call, FunctionSink& sink);
void iris(const FunctionCall& call, FunctionSink& sink);
void listed_iri(const FunctionCall& call, FunctionSink& sink);
void reference(const FunctionCall& call, FunctionSink& sink);
void unless_reference(const FunctionCall& call, FunctionSink& sink);
void other_than(const FunctionCall& call, FunctionSink& sink);

// function_choice.cpp
void first(const FunctionCall& call, FunctionSink& sink);
void only_if(const FunctionCall& call, FunctionSink& sink);
void unless(const FunctionCall& call, FunctionSink& sink);
void parts(const FunctionCall& call, FunctionSink& sink);

// function_literal.cpp
void date(const FunctionCall& call, FunctionSink& sink);
void seconds(const FunctionCall& call, FunctionSink& sink);
void boolean(const FunctionCall& call, FunctionSink& sink);
void number(const FunctionCall& call, FunctionSink& sink);

// function_file.cpp
void byte_size(const FunctionCall& call, FunctionSink& sink);
void media_type(const FunctionCall& call, FunctionSink& sink);
void checksum(const FunctionCall& call, FunctionSink& sink);
void checksum_node(const FunctionCall& call, FunctionSink& sink);

// function_course.cpp
void course_type(const FunctionCall& call, FunctionSink& sink);
void course_type_text(const FunctionCall& call, FunctionSink& sink);
void markup_format(const FunctionCall& call, FunctionSink& sink);
void markup_format_text(const FunctionCall& call, FunctionSink& sink);

// function_document.cpp
void node(const FunctionCall& call, FunctionSink& sink);
void document_url(const FunctionCall& call, FunctionSink& sink);
void document_language(const FunctionCall& call, FunctionSink& sink);
void index_url(const FunctionCall& call, FunctionSink& sink);
void index_category(const FunctionCall& call, FunctionSink& sink);

}  // namespace semsite::functions
