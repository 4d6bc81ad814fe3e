// The rules arg-* (semantics/arguments/ArgumentRules.h) on recorded calls, all at once: whatever is wrong with a call
// is found in one pass over its arguments.
#include <algorithm>
#include <utility>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "engine/rules/arguments/ArgumentHistory.h"
#include "engine/rules/arguments/Doubts.h"
#include "engine/rules/arguments/RecordedFacts.h"
#include "semantics/arguments/ArgumentRules.h"

namespace lockstep::engine {
namespace {

/// Where the object of the handle was made, as far as that is known.
void addCreation(report::Finding &finding, const Call &call, std::int64_t type, const ProcessContext &context) {
  const Object *object = context.objects().find(*call.process, mpi::Element::Datatype, type);
  if (object == nullptr || object->makings.empty()) return;
  finding.sites.push_back(siteOf(*call.process, object->makings.front(), "created here"));
}

class ArgumentRules final : public ProcessRule {
 public:
  bool isAbout(const mpi::RoutineInfo &routine) const override {
    return ArgumentHistory::isAbout(routine) || std::ranges::any_of(routine.args(), [](const mpi::Argument &argument) {
             return mpi::isHandle(mpi::handleKind(argument.role));
           });
  }

  void onArguments(const Call &call, ProcessContext &context) override {
    const RecordedFacts facts(call, context, history_);
    for (semantics::ArgumentError &error : semantics::judgeArguments(facts)) {
      const bool isUncommitted = error.complaint.cause.kind == report::Cause::Kind::NotCommitted;
      report::Finding finding = makeFinding(error.rule, call, error.argument, std::move(error.complaint));
      if (isUncommitted) addCreation(finding, call, facts.handleAt(error.argument, error.element), context);
      if (error.isDoubtful)
        doubts_.add(call, std::move(finding));
      else
        context.report(std::move(finding));
    }
  }

  void onLeave(const Call &call, const Result &result, ProcessContext &context) override {
    history_.leave(call, result);
    doubts_.leave(call, result, context);
  }

  void onProcessEnd(const Process &process, ProcessContext &context) override {
    history_.end(process);
    doubts_.end(process, context);
  }

 private:
  ArgumentHistory history_;
  Doubts doubts_;
};

// One rule judges all of them; it is called in the place of arg-buffer.
const Registration<ArgumentRules> kRegistration(report::rule("arg-buffer"));

}  // namespace
}  // namespace lockstep::engine
