// arg-window: the window of a call exists.
#include "engine/Rule.h"
#include "engine/rules/Arguments.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("arg-window");

class ArgWindow final : public Rule {
  void onArguments(const Call &call, Context &context) override { handles_.enter(call, context); }
  bool isAbout(const mpi::RoutineInfo &routine) const override { return handles_.isAbout(routine); }
  void onLeave(const Call &call, const Result &result, Context &context) override {
    handles_.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, Context &context) override { handles_.end(process, context); }

  HandleCheck handles_{kRule, mpi::Element::Window};
};

const Registration<ArgWindow> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
