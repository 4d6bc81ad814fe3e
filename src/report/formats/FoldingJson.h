// JSON for the fields of a finding that folding needs and the document omits: a process passes findings to another
// process, which folds them again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/Finding.h"

namespace lockstep::report {

nlohmann::ordered_json foldingJson(const Finding &finding);
/// Throws as the JSON library does if a field is missing.
void readFoldingJson(const nlohmann::ordered_json &json, Finding &finding);

}  // namespace lockstep::report
