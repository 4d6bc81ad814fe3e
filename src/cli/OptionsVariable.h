// Parses LOCKSTEP_OPTIONS=key=value:key:…. The meaning of a key is up to the caller.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

struct OptionEntry {
  std::string key;
  std::string value;  // empty if there is none
};

std::vector<OptionEntry> entriesOfOptionsVariable();

}  // namespace lockstep::cli
