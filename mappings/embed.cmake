# cmake -DINPUT=FOLDER -DOUTPUT=FILE.cpp -P embed.cmake: turns the mappings that are built
# in into a source file.
include(${INPUT}/mappings.cmake)
list(LENGTH SEMSITE_MAPPINGS count)
set(text "#include \"map/builtin_mappings.hpp\"\n\n#include <array>\n\nnamespace semsite {\n\n")
string(APPEND text "std::span<const BuiltinMapping> builtin_mapping_files() {\n")
string(APPEND text "  static constexpr std::array<BuiltinMapping, ${count}> kFiles{")
foreach(name IN LISTS SEMSITE_MAPPINGS)
  file(READ ${INPUT}/${name} content)
  string(APPEND text
    "\n      BuiltinMapping{\"${name}\", R\"mapping(${content})mapping\"},")
endforeach()
string(APPEND text "};\n  return kFiles;\n}\n\n}  // namespace semsite\n")
file(WRITE ${OUTPUT} "${text}")
