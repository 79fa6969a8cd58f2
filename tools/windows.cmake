# For 64-bit Windows: clang compiles, as its kernels are of all instruction sets (src/kernel/isa.h says why gcc's aren't), and
# lld links what mingw-w64 has.
#
#     cmake -DCMAKE_TOOLCHAIN_FILE=tools/windows.cmake ...
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET x86_64-w64-windows-gnu)
set(CMAKE_STRIP x86_64-w64-mingw32-strip)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)

# Where Debian has gcc's own library, which clang doesn't know.
execute_process(COMMAND x86_64-w64-mingw32-gcc -print-libgcc-file-name OUTPUT_VARIABLE libgcc
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
cmake_path(GET libgcc PARENT_PATH libgcc_folder)
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-fuse-ld=lld -B${libgcc_folder} -L${libgcc_folder}")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${CMAKE_SHARED_LINKER_FLAGS_INIT} -static")  # no DLL to ship but burl.dll
set(ZLIB_LIBRARY /usr/x86_64-w64-mingw32/lib/libz.a CACHE FILEPATH "")

set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# Of the command's libraries mingw-w64 has zlib in Debian; qoi.h is one header, which any system's is.
foreach(format PNG WEBP EXR JPEG TIFF MBTILES)
  set(BURL_${format} OFF CACHE BOOL "")
endforeach()
if(EXISTS /usr/include/qoi.h)
  file(COPY_FILE /usr/include/qoi.h ${CMAKE_BINARY_DIR}/qoi.h ONLY_IF_DIFFERENT)
  set(QOI_INCLUDE ${CMAKE_BINARY_DIR} CACHE PATH "")
endif()
