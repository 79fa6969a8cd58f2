# find_package(burl) gives burl::burl_static, burl::burl_shared where it was built, and burl::burl, the
# shared one of the two if there is one.
include(${CMAKE_CURRENT_LIST_DIR}/burlTargets.cmake)
if(MSVC AND TARGET burl::burl_shared)  # libburl.dll.a is for the linkers of gcc and clang
  get_target_property(implib burl::burl_shared IMPORTED_IMPLIB_RELEASE)
  string(REPLACE libburl.dll.a burl.lib implib "${implib}")
  set_target_properties(burl::burl_shared PROPERTIES IMPORTED_IMPLIB_RELEASE "${implib}")
endif()
if(TARGET burl::burl_shared)
  add_library(burl::burl ALIAS burl::burl_shared)
else()
  add_library(burl::burl ALIAS burl::burl_static)
endif()
