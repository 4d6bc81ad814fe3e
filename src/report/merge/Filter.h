// Which findings are hidden as already known: by suppression files, by comments in the source, and by a baseline, an
// earlier document whose findings are accepted. Hidden findings are always counted.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "report/Document.h"
#include "report/merge/Suppressions.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

/// A message about an entry or comment itself, as "file:line: text".
struct Remark {
  bool isWarning = false;  // otherwise shown with -v only
  std::string text;
};

struct Filtered {
  Document document;
  std::vector<Remark> remarks;
};

class Filter {
 public:
  /// Errors name file and line. Unused entries that ship with the tool are not reported.
  enum class Origin { User, Tool };
  tl::expected<void, std::string> addSuppressions(const std::filesystem::path &file, Origin origin = Origin::User);
  tl::expected<void, std::string> addBaseline(const std::filesystem::path &file);

  Filtered apply(Document document, SourceText &source) const;

 private:
  struct Entry {
    Suppression suppression;
    Origin origin;
  };

  std::vector<Entry> entries_;
  std::set<std::string> knownFingerprints_;
};

}  // namespace lockstep::report
