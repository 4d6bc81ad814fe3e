// The findings as one HTML page, to be mailed or kept by a CI server: it needs no other file and no network. Every
// finding with the source around its places, what happened there on which ranks, and what to do; those of a severity or
// rule can be hidden.
#pragma once

#include <string>

#include "report/Document.h"
#include "report/text/ShownPath.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

std::string toHtml(const Document &document, SourceText &source, const ShownPath &paths);

}  // namespace lockstep::report
