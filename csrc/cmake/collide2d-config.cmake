# The target collide2d::collide2d: the C core, compiled with the project that uses it. find_package reads this file in an
# installed Python package, which has the core in one file, and CMakeLists.txt in the source tree.
include_guard(GLOBAL)
enable_language(C)

get_filename_component(_collide2d "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)
set(_collide2d_sources "${_collide2d}/include/collide2d.c")
if(NOT EXISTS "${_collide2d_sources}")
  file(GLOB _collide2d_sources CONFIGURE_DEPENDS "${_collide2d}/core/*/*.c")
endif()

add_library(collide2d ${_collide2d_sources})
add_library(collide2d::collide2d ALIAS collide2d)
target_include_directories(collide2d PUBLIC "$<BUILD_INTERFACE:${_collide2d}/include>")
set_target_properties(
  collide2d PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
                       WINDOWS_EXPORT_ALL_SYMBOLS ON)
if(UNIX)
  target_link_libraries(collide2d PUBLIC m)
endif()

# A project without a build type gets no flags for optimization, and the core is then several times slower. Flags of your own
# count.
get_directory_property(_collide2d_options COMPILE_OPTIONS)
if(NOT "${CMAKE_C_FLAGS};${_collide2d_options}" MATCHES "(^|[ ;])[-/]O")
  if(MSVC)
    target_compile_options(collide2d PRIVATE "$<$<CONFIG:>:/O2>")
  else()
    target_compile_options(collide2d PRIVATE "$<$<CONFIG:>:-O2>")
  endif()
endif()

# What exactness needs: no operation is fused with another one, and doubles are evaluated as doubles, not by the x87.
if(MSVC)
  target_compile_options(collide2d PRIVATE /fp:precise)
else()
  target_compile_options(collide2d PRIVATE -ffp-contract=off)
  if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86|x86_64|AMD64)$")
    target_compile_options(collide2d PRIVATE -msse2 -mfpmath=sse)
  endif()
endif()
