// The findings as JUnit XML, which every CI server shows as tests.
//
// The program is the test suite, each finding a test case: an error is a failure, a warning or note passes with its
// text as output. A program that did not end well is a test case of its own, and one without any finding passes as one
// test, so that the suite is never empty. Servers follow a test over builds by its name, which therefore tells rule,
// function and file but no line.
#pragma once

#include <string>

#include "report/Document.h"
#include "report/text/SourceText.h"

namespace lockstep::report {

std::string toJunit(const Document &document, SourceText &source);

}  // namespace lockstep::report
