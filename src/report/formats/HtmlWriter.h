// The findings as one self-contained HTML page, for mail or as an artifact of a CI job. Every finding is shown with the
// source around its places, what happened there on which ranks, and the advice; findings can be hidden by severity and
// rule.
#pragma once

#include <string>

#include "report/Document.h"
#include "report/text/ShownPath.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

std::string toHtml(const Document &document, SourceText &source, const ShownPath &paths);

}  // namespace lockstep::report
