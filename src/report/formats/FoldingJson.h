// What folding needs of a finding and the document does not show, in JSON: for findings that one process of ours hands
// to another, which folds them again.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "report/Finding.h"

namespace lockstep::report {

nlohmann::ordered_json foldingJson(const Finding &finding);
/// Throws what the JSON library throws where something is missing.
void readFoldingJson(const nlohmann::ordered_json &json, Finding &finding);

}  // namespace lockstep::report
