// The sites of findings that become one: whether they are the same place, and what of both is kept.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "report/Finding.h"

namespace lockstep::report {

/// Which places are the same when ranks and threads do not matter.
using SiteKey = std::tuple<SiteRole, std::string, unsigned, unsigned, std::string>;
SiteKey keyOf(const Site &site);

void unite(std::vector<int> &ranks, const std::vector<int> &more);

/// Unites ranks and callers of two sites that are the same place.
void unite(Site &site, const Site &other);

/// Both say what happens there, and not the same: what is true of the ranks of the one need not be of the other's.
bool haveDifferentLabels(const Site &a, const Site &b);

/// Unites the ranks of `sites` with those of the same places in `more`; the n-th of equal places in one goes with the
/// n-th in the other, since a race may have the same place twice. Places that `sites` lacks are appended, but not where
/// they only say something else of a place.
void absorbSites(std::vector<Site> &sites, const std::vector<Site> &more, bool (*isSame)(const Site &, const Site &));

/// Makes places that the finding names several times one site, but never the two accesses of a race, nor calls of a
/// function that has different callers.
void foldSites(std::vector<Site> &sites);

/// Adds the places that the finding lacks to those that are only counted.
void absorbFurther(Finding &finding, const std::vector<Site> &more);

}  // namespace lockstep::report
