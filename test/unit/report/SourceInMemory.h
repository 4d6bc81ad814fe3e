// The test double of the disk: files as text.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "report/text/SourceText.h"

namespace lockstep::report::samples {

class SourceInMemory : public SourceText {
 public:
  void add(const std::string &file, const std::string &text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) files_[file].push_back(line);
  }
  std::optional<std::string_view> line(const std::string &file, unsigned number) override {
    const auto found = files_.find(file);
    if (found == files_.end() || number == 0 || number > found->second.size()) return std::nullopt;
    return found->second[number - 1];
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace lockstep::report::samples
