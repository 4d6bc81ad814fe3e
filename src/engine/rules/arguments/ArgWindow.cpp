// arg-window: the window of a call exists.
#include "engine/rules/HandleRule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("arg-window");

class ArgWindow final : public HandleRule {
 public:
  ArgWindow() : HandleRule(kRule, mpi::Element::Window) {}
};

const Registration<ArgWindow> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
