// Text as a file of gzip's.
#pragma once

#include <string>

namespace lockstep::cli {

std::string gzipped(const std::string &text);

}  // namespace lockstep::cli
