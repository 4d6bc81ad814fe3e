// arg-group: the groups of a call exist.
#include "engine/rules/HandleRule.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("arg-group");

class ArgGroup final : public HandleRule {
 public:
  ArgGroup() : HandleRule(kRule, mpi::Element::Group) {}
};

const Registration<ArgGroup> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
