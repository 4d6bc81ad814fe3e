#include "report/Help.h"

namespace lockstep::report {

Help composeOf(std::string_view form, std::initializer_list<Help> parts) {
  Help help;
  for (const Help &part : parts) {
    const std::size_t mark = form.find("{}");
    help += Help(form.substr(0, mark));
    help += part;
    form.remove_prefix(mark + 2);
  }
  help += Help(form);
  return help;
}

}  // namespace lockstep::report
