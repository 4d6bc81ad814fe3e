// call-failed: a call returned an error, under an error handler that returns errors.
//
// Most programs check return values, so this is a note, one per place and error class; a warning if the compiler saw
// that the result is ignored. Errors that end the process belong to lifecycle. If an error is reported at the call, the
// library's message becomes a part of it.
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "engine/Rule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("call-failed");

class CallFailed final : public ProcessRule {
 public:
  void onFailed(const Call &call, const Result &result, ProcessContext &context) override {
    if (!told_.emplace(call.process, call.site, result.failure->errorClass).second) return;
    const std::string_view ignored = result.failure->isUnused ? ", and the program ignores it" : "";
    report::Finding finding =
        makeFinding(kRule, fmt::format("{} returns {}{}", call.name(), result.failure->saying(), ignored), call,
                    "returns " + result.failure->saying());
    finding.severity = result.failure->isUnused ? report::Severity::Warning : report::Severity::Note;
    finding.isConsequence = true;
    finding.help = "check the return code, or set MPI_ERRORS_ARE_FATAL";
    context.report(std::move(finding));
  }

 private:
  std::set<std::tuple<const ProcessInfo *, std::uint32_t, std::string>> told_;
};

const Registration<CallFailed> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
