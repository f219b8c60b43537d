# cmake -DINPUT=FOLDER -DOUTPUT=FILE.cpp -P embed.cmake: turns the tables of vocab/ into a source file.
set(text "#include \"vocab/embedded_tables.hpp\"\n\nnamespace semsite {\n")
foreach(file IN ITEMS schema-terms.txt contexts.txt rdfa.txt microdata-registry.txt
                      link-relations.ttl diwoo-lists.ttl shared-addresses.txt)
  string(REGEX REPLACE "[.].*" "" table ${file})
  string(REPLACE "-" "_" table ${table})
  file(READ ${INPUT}/${file} content)
  string(APPEND text
    "\nstd::string_view ${table}_table() {\n  return R\"table(${content})table\";\n}\n")
endforeach()
string(APPEND text "\n}  // namespace semsite\n")
file(WRITE ${OUTPUT} "${text}")
