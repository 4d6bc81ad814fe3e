// LOCKSTEP_OPTIONS=key=value:key:…, taken apart; what a key means is for the one who asks.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

struct OptionEntry {
  std::string key;
  std::string value;  // empty where there is none
};

std::vector<OptionEntry> entriesOfOptionsVariable();

}  // namespace lockstep::cli
