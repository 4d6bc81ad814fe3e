// What of a report is known already and not to be shown: by suppression files, by comments in the source, and by a
// baseline, the document of an earlier use whose findings are accepted. Hidden findings are counted, never lost in
// silence.
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

/// Something about the entries and comments themselves, as "file:line: text".
struct Remark {
  bool isWarning = false;  // else for -v only
  std::string text;
};

struct Filtered {
  Document document;
  std::vector<Remark> remarks;
};

class Filter {
 public:
  /// The errors name file and line. Of entries that ship with the tool nobody wants to hear that they hid nothing.
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
