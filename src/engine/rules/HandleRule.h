// A rule on the handles of one kind, judged by HandleCheck (Arguments.h). A rule that checks more about the arguments
// overrides onArguments, and calls that of HandleRule first.
#pragma once

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"

namespace lockstep::engine {

class HandleRule : public Rule {
 public:
  HandleRule(report::Rule rule, mpi::Element kind) : handles_(rule, kind) {}

  bool isAbout(const mpi::RoutineInfo &routine) const override { return handles_.isAbout(routine); }
  void onArguments(const Call &call, Context &context) override { handles_.enter(call, context); }
  void onLeave(const Call &call, const Result &result, Context &context) override {
    handles_.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, Context &context) override { handles_.end(process, context); }

 private:
  HandleCheck handles_;
};

}  // namespace lockstep::engine
