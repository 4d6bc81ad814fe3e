// Writes text as a gzip file.
#pragma once

#include <string>

namespace lockstep::cli {

std::string gzipped(const std::string &text);

}  // namespace lockstep::cli
