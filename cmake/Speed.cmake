# What makes building quicker, the compiler cache and precompiled headers, and what makes the tool quicker. More than
# half of a build without precompiled headers goes into reading the same headers again.
#
# No file may lean on a precompiled header: each includes what it uses, and the preset no-pch builds without them.
find_program(CCACHE ccache)
if(CCACHE)
  # The cache takes a precompiled header only when told that the macros of its date and time do not matter. It learns
  # what a file includes from the compiler, instead of running the preprocessor first, which slows down a first build.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()

# Without the time of the headers in it, the same precompiled header is found in the cache again.
if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()

# What nearly every file outside the recorder reads; parts add their own headers that most of their files include.
set(LOCKSTEP_COMMON_HEADERS
    <algorithm> <array> <cstddef> <cstdint> <cstdlib> <cstring> <deque> <filesystem> <fstream> <functional> <map> <memory>
    <optional> <set> <span> <sstream> <string> <string_view> <tuple> <unordered_map> <utility> <vector>
    <fmt/format.h> <tl/expected.hpp>)

# An analysis takes a tenth less time when the parts that it spends it in are optimized as one program. Only the tool
# itself is linked so; tests and the other programs take the same objects as they are.
find_program(LOCKSTEP_LLD ld.lld-19)
if(LOCKSTEP_LLD AND CMAKE_CXX_COMPILER_ID MATCHES Clang AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
  set(LOCKSTEP_AS_ONE -flto=thin -ffat-lto-objects)
  set(LOCKSTEP_LINK_AS_ONE ${LOCKSTEP_AS_ONE} -fuse-ld=lld -Wl,--thinlto-cache-dir=${CMAKE_BINARY_DIR}/as-one)
endif()
