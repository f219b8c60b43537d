# cmake -DINPUT=FOLDER -DOUTPUT=FILE.cpp -P embed.cmake: turns the tables of vocab/ into a source file.
set(text "#include \"vocab/embedded_tables.hpp\"\n\nnamespace semsite {\n")
foreach(table IN ITEMS schema_terms contexts rdfa microdata_registry)
  string(REPLACE "_" "-" file ${table})
  file(READ ${INPUT}/${file}.txt content)
  string(APPEND text
    "\nstd::string_view ${table}_table() {\n  return R\"table(${content})table\";\n}\n")
endforeach()
string(APPEND text "\n}  // namespace semsite\n")
file(WRITE ${OUTPUT} "${text}")
