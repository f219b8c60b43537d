# The libraries that other programs link, with the headers of include/semsite/: `semsite_rdf` (RDF
# in and out; no network, no database) and `semsite_harvest` (the same, and sites). Each holds all
# that it needs of this project, so that a program links one of them. -DBUILD_SHARED_LIBS=ON makes
# them shared: then nothing but what the headers offer can be seen in them, under a version.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
# Files for pkg-config say where they are from where they lie, wherever they are installed.
file(RELATIVE_PATH SEMSITE_UP_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(SEMSITE_PACKAGE ${CMAKE_INSTALL_LIBDIR}/cmake/semsite)

# semsite_library(NAME REQUIRES packages FLOORS floors)
function(semsite_library name)
  cmake_parse_arguments(LIBRARY "" "" "REQUIRES;FLOORS" ${ARGN})
  set(objects)
  set(outside)
  set(headers)
  foreach(floor IN LISTS LIBRARY_FLOORS)
    get_property(rooms GLOBAL PROPERTY SEMSITE_ROOMS_OF_${floor})
    foreach(room IN LISTS rooms)
      get_target_property(type room_${room} TYPE)
      if(type STREQUAL OBJECT_LIBRARY)
        list(APPEND objects $<TARGET_OBJECTS:room_${room}>)
      endif()
      get_property(libraries TARGET room_${room} PROPERTY SEMSITE_LIBRARIES)
      list(APPEND outside ${libraries})
      get_property(public TARGET room_${room} PROPERTY SEMSITE_PUBLIC)
      list(APPEND headers ${public})
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES outside)
  list(TRANSFORM headers PREPEND ${CMAKE_SOURCE_DIR}/include/semsite/)
  list(TRANSFORM headers APPEND .hpp)
  add_library(semsite_${name}_library ${objects})
  add_library(semsite::${name} ALIAS semsite_${name}_library)
  set_target_properties(semsite_${name}_library PROPERTIES
    OUTPUT_NAME semsite_${name} EXPORT_NAME ${name} LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_compile_features(semsite_${name}_library INTERFACE cxx_std_20)
  target_include_directories(semsite_${name}_library INTERFACE
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(semsite_${name}_library PRIVATE ${outside} fmt::fmt Threads::Threads)
  if(BUILD_SHARED_LIBS)
    set(symbols ${CMAKE_SOURCE_DIR}/cmake/symbols.map)
    target_link_options(semsite_${name}_library PRIVATE
      -Wl,--version-script=${symbols} -Wl,--no-undefined -Wl,-Bsymbolic)
    set_target_properties(semsite_${name}_library PROPERTIES LINK_DEPENDS ${symbols})
  endif()
  install(TARGETS semsite_${name}_library EXPORT semsite-${name} COMPONENT development)
  install(EXPORT semsite-${name} NAMESPACE semsite:: DESTINATION ${SEMSITE_PACKAGE}
          COMPONENT development)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/semsite
          COMPONENT development)
  set(SEMSITE_LIBRARY ${name})
  # Who links a static library links what it needs, too.
  set(SEMSITE_REQUIRES "")
  if(NOT BUILD_SHARED_LIBS)
    list(JOIN LIBRARY_REQUIRES " " SEMSITE_REQUIRES)
  endif()
  configure_file(cmake/semsite.pc.in ${CMAKE_BINARY_DIR}/semsite-${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/semsite-${name}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()

set(SEMSITE_RDF_REQUIRES fmt gumbo libarchive libbrotlidec libcrypto libisal liblzma libxml-2.0
    libzstd serd-0 sord-0 uchardet)
semsite_library(rdf REQUIRES ${SEMSITE_RDF_REQUIRES} FLOORS base io rdf)
semsite_library(harvest REQUIRES ${SEMSITE_RDF_REQUIRES} libcurl libpsl sqlite3
                FLOORS base io rdf store harvest)

configure_package_config_file(cmake/semsiteConfig.cmake.in
  ${CMAKE_BINARY_DIR}/semsiteConfig.cmake INSTALL_DESTINATION ${SEMSITE_PACKAGE})
# Until 1.0, each minor version may change what the headers say.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/semsiteConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/semsiteConfig.cmake
              ${CMAKE_BINARY_DIR}/semsiteConfigVersion.cmake
              cmake/dependencies.cmake
        DESTINATION ${SEMSITE_PACKAGE} COMPONENT development)
