// Source lines for the text report: from disk, or in tests from memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/Document.h"

namespace lockstep::report {

class SourceText {
 public:
  virtual ~SourceText() = default;
  /// The line with this number, from 1, without its line end; nothing if there is no such file or line.
  virtual std::optional<std::string_view> line(const std::string &file, unsigned number) = 0;
};

/// Files on disk, each read once.
class SourceFiles : public SourceText {
 public:
  std::optional<std::string_view> line(const std::string &file, unsigned number) override;

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

/// The lines stored in a document, around its sites; other lines from disk.
class KeptSource : public SourceText {
 public:
  explicit KeptSource(const SourceLines &kept) : kept_(kept) {}
  std::optional<std::string_view> line(const std::string &file, unsigned number) override;

 private:
  const SourceLines &kept_;
  SourceFiles files_;
};

/// No source at all.
class NoSource : public SourceText {
 public:
  std::optional<std::string_view> line(const std::string &, unsigned) override { return std::nullopt; }
};

/// Adds the lines around the sites of the findings that are missing, if their files exist.
void keepSource(Document &document);

}  // namespace lockstep::report
