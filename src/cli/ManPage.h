// Manual pages in roff, made from the same definitions as the help texts.
#pragma once

#include <string>

#include "cli/Command.h"

namespace lockstep::cli {

/// lockstep(1).
std::string manPage();

/// lockstep-COMMAND(1).
std::string manPage(Command &command);

}  // namespace lockstep::cli
