// The findings as JUnit XML, which every CI server shows as tests.
//
// The program is the test suite, each finding a test case: an error is a failure, a warning or note passes with its
// text as output. A program that failed adds a test case of its own; one without findings is a single passing test, so
// that the suite is never empty. CI servers track a test across builds by its name, so the name has rule, function and
// file but no line.
#pragma once

#include <string>

#include "report/Document.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

std::string toJunit(const Document &document, SourceText &source);

}  // namespace lockstep::report
