// The rules on all modules that a list names: one line each, the path, a tab, and what to call it.
#pragma once

namespace lockstep::passes {

void checkProgram(const char *list);

}  // namespace lockstep::passes
