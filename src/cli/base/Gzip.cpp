#include "cli/base/Gzip.h"

#include <zlib.h>

#include "cli/Command.h"
#include "cli/base/TemporaryDirectory.h"
#include "report/text/WholeFile.h"

namespace lockstep::cli {

std::string gzipped(const std::string &text) {
  const TemporaryDirectory scratch(temporaryFolder());
  const std::filesystem::path file = scratch.path() / "packed";
  gzFile packed = gzopen(file.c_str(), "wb");
  const bool isWritten = packed != nullptr && gzfwrite(text.data(), 1, text.size(), packed) == text.size();
  if (packed == nullptr || gzclose(packed) != Z_OK || !isWritten)
    throw usageError("no room left in {} to compress the report; set TMPDIR to another folder",
                     temporaryFolder().string());
  return report::readWholeFile(file).value();
}

}  // namespace lockstep::cli
