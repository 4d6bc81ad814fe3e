// Describes an error of the JSON library to the user.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace lockstep::report {

/// "broken JSON at line 3, column 7", "key 'schema' not found". `text` is the document.
std::string describeJsonError(const nlohmann::json::exception &error, std::string_view text);

}  // namespace lockstep::report
