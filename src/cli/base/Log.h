// What the tool says on stderr. That nobody reads it is no failure: the report's files are still written.
#pragma once

#include <cstdio>

#include <fmt/format.h>

namespace lockstep::cli {

template <class... Args>
void say(fmt::format_string<Args...> format, Args &&...args) {
  std::fputs(fmt::format(format, std::forward<Args>(args)...).c_str(), stderr);
}

}  // namespace lockstep::cli
