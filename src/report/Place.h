// How places in the code are named, so that they compare equal whichever analysis resolved them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// The file of a site, or "module+0x12" if its source line is unknown.
std::string placeName(const Site &site);

/// The file of a site, or the module if its source line is unknown.
std::string_view fileOrModule(const Site &site);

std::string_view baseName(std::string_view path);

/// Whether this is a system or compiler header. Code in it acts on behalf of the program's code.
bool isOfSystem(std::string_view file);

/// The function's unqualified name: without scope, template arguments, parameters and compiler suffixes.
std::string plainFunction(std::string_view function);

/// Whether both are the same call or access, in any role. Static analysis and debug information may spell the path
/// differently, so base names are compared; columns only if both are known.
bool isSamePlaceOfCall(const Site &a, const Site &b);
/// The same, in the same role.
bool isSamePlace(const Site &a, const Site &b);

/// The sites that constitute the error, whichever analysis found it: conflicting accesses, else calls.
std::vector<const Site *> primarySites(const Finding &finding);
/// The same, and further places with the same cause.
std::vector<const Site *> placesOf(const Finding &finding);

}  // namespace lockstep::report
