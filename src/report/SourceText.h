// Where the text report gets source lines from: the disk, or in tests a text in memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::report {

class SourceText {
 public:
  virtual ~SourceText() = default;
  /// The line, counted from 1, without its end; nothing when there is no such file or line.
  virtual std::optional<std::string_view> line(const std::string &file, unsigned number) = 0;
};

/// Files on disk, each read once.
class SourceFiles : public SourceText {
 public:
  std::optional<std::string_view> line(const std::string &file, unsigned number) override;

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace lockstep::report
