#include "report/text/Color.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace lockstep::report {

bool wantsColor(int descriptor) {
  const auto variable = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string_view(value != nullptr ? value : "");
  };
  const std::string_view term = variable("TERM");
  return isatty(descriptor) == 1 && variable("NO_COLOR").empty() && !term.empty() && term != "dumb";
}

}  // namespace lockstep::report
