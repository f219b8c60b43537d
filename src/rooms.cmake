# How a room and a floor are built (CMakeLists.txt beside this has which there are). What a room
# does not use it cannot include: its compiler finds the headers of other rooms only through doors
# (links of folders) that lie in the build directory, one for each room.

# semsite_together(TARGET [COUNT]): its files are compiled so many at a time (8), as one, where
# that is asked for. With sanitizers, which are built as a whole or not at all, 24: a sixth less to
# compile.
function(semsite_together target)
  if(SEMSITE_UNITY)
    set(count 8)
    if(SEMSITE_SANITIZE)
      set(count 24)
    elseif(ARGN)
      set(count ${ARGN})
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${count})
    # The warning is of types that other units could see: there are no others.
    target_compile_options(${target} PRIVATE
      $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
endfunction()

# semsite_room(NAME [USES rooms] [PUBLIC names] [LIBRARIES outside] [SOURCES files]): the objects
# of a room, with the headers of the rooms that it uses and of those that they use. PUBLIC: which
# headers of include/semsite/ are this room's; they are behind its door, too.
function(semsite_room name)
  cmake_parse_arguments(ROOM "" "" "USES;PUBLIC;LIBRARIES;SOURCES" ${ARGN})
  set(door ${CMAKE_BINARY_DIR}/doors/${name})
  file(MAKE_DIRECTORY ${door})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${door}/${name} SYMBOLIC)
  file(REMOVE_RECURSE ${door}/semsite)
  foreach(header IN LISTS ROOM_PUBLIC)
    file(MAKE_DIRECTORY ${door}/semsite)
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/include/semsite/${header}.hpp
         ${door}/semsite/${header}.hpp SYMBOLIC)
  endforeach()
  set(scope PUBLIC)
  if(ROOM_SOURCES)
    add_library(room_${name} OBJECT ${ROOM_SOURCES})
    target_link_libraries(room_${name} PUBLIC fmt::fmt Threads::Threads
                                       PRIVATE semsite_warnings ${ROOM_LIBRARIES})
    if(SEMSITE_SANITIZE)
      # At -O1, g++ 12 needs three times as long for what UBSan adds.
      target_compile_options(room_${name} PRIVATE -Og)
    endif()
    semsite_together(room_${name})
    if(SEMSITE_PRECOMPILE)
      target_precompile_headers(room_${name} REUSE_FROM semsite_precompiled)
    endif()
  else()
    add_library(room_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(room_${name} ${scope} ${door})
  foreach(used IN LISTS ROOM_USES)
    if(NOT TARGET room_${used})
      message(FATAL_ERROR "src/${name} uses ${used}, which is no room below it")
    endif()
    target_link_libraries(room_${name} ${scope} room_${used})
  endforeach()
  set_property(TARGET room_${name} PROPERTY SEMSITE_LIBRARIES "${ROOM_LIBRARIES}")
  set_property(TARGET room_${name} PROPERTY SEMSITE_PUBLIC "${ROOM_PUBLIC}")
endfunction()

# semsite_floor(NAME ROOMS rooms [ON floors]): the library of a floor, with all its rooms.
function(semsite_floor name)
  cmake_parse_arguments(FLOOR "" "" "ROOMS;ON" ${ARGN})
  add_library(semsite_${name} STATIC)
  set_property(GLOBAL PROPERTY SEMSITE_ROOMS_OF_${name} "${FLOOR_ROOMS}")
  foreach(room IN LISTS FLOOR_ROOMS)
    add_subdirectory(${room})
    get_property(libraries TARGET room_${room} PROPERTY SEMSITE_LIBRARIES)
    target_link_libraries(semsite_${name} PUBLIC room_${room} PRIVATE ${libraries})
  endforeach()
  list(TRANSFORM FLOOR_ON PREPEND semsite_)
  target_link_libraries(semsite_${name} PUBLIC ${FLOOR_ON})
endfunction()
