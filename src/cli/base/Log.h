// Messages of the tool on stderr. A closed stderr is not a failure: the report's files are still written.
#pragma once

#include <cstdio>

#include <fmt/format.h>

namespace lockstep::cli {

template <class... Args>
void say(fmt::format_string<Args...> format, Args &&...args) {
  std::fputs(fmt::format(format, std::forward<Args>(args)...).c_str(), stderr);
}

}  // namespace lockstep::cli
