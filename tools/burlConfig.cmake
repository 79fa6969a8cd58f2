# find_package(burl) gives burl::burl_static, burl::burl_shared where it was built, and burl::burl, the
# shared one of the two if there is one.
include(${CMAKE_CURRENT_LIST_DIR}/burlTargets.cmake)
if(TARGET burl::burl_shared)
  add_library(burl::burl ALIAS burl::burl_shared)
else()
  add_library(burl::burl ALIAS burl::burl_static)
endif()
