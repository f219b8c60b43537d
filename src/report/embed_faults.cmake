# cmake -DINPUT=faults.md -DOUTPUT=FILE.cpp -P embed_faults.cmake: the page of the codes
# becomes part of the program, which tells their meanings in reports.
file(READ ${INPUT} content)
file(WRITE ${OUTPUT} "#include \"report/run_failures.hpp\"

namespace semsite {

std::string_view fault_page() {
  return R\"page(${content})page\";
}

}  // namespace semsite
")
