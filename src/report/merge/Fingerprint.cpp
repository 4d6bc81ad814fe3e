#include "report/merge/Fingerprint.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "report/Place.h"
#include "report/merge/Sites.h"

namespace lockstep::report {
namespace {

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

std::string fingerprint(const Finding &finding) {
  std::vector<std::string> sites;
  std::set<SiteKey> seen;
  for (const Site *site : primarySites(finding))
    if (seen.insert(keyOf(*site)).second || site->role == SiteRole::Access)
      sites.push_back(fmt::format("{}|{}|{}|{}", name(site->role), baseName(fileOrModule(*site)),
                                  plainFunction(site->function), site->call));
  std::ranges::sort(sites);
  return fmt::format("{:016x}", fnv1a(fmt::format("{}\n{}", info(finding.rule).id, fmt::join(sites, "\n"))));
}

}  // namespace lockstep::report
