// arg-datatype: the datatypes of a call exist, are committed where data moves, and are such as the call allows.
//
// Commits are followed call by call; a type whose making was not seen is taken as committed.
#include <utility>

#include "engine/rules/Arguments.h"
#include "engine/rules/HandleRule.h"
#include "semantics/arguments/TypeArguments.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

constexpr report::Rule kRule = report::rule("arg-datatype");

const mpi::PredefinedTypeInfo *predefinedOf(std::int64_t type) {
  return mpi::predefinedType(static_cast<std::uint64_t>(type));
}

class ArgDatatype final : public HandleRule {
 public:
  ArgDatatype() : HandleRule(kRule, mpi::Element::Datatype) {}

  void onArguments(const Call &call, ProcessContext &context) override {
    HandleRule::onArguments(call, context);
    if (semantics::movesData(*call.routine))
      forEachSignificant(call, semantics::mustBeCommitted, [&](std::size_t argument, Role) {
        const auto types = valuesOf(call, argument);
        for (std::size_t i = 0; i < types.size(); ++i)
          if (isUsed(call, argument, i)) judgeUse(call, argument, types[i], context);
      });
    judgeFree(call, context);
    judgeFetch(call, context);
  }

 private:
  static void judgeUse(const Call &call, std::size_t argument, std::int64_t type, ProcessContext &context) {
    if (auto complaint = semantics::judgeUse({.predefined = predefinedOf(type)}))
      return context.report(makeFinding(kRule, call, argument, std::move(*complaint)));
    if (context.objects().isCommitted(*call.process, type).value_or(true)) return;
    report::Finding finding = makeFinding(kRule, call, argument, semantics::notCommitted());
    addCreation(finding, call, type, context);
    context.report(std::move(finding));
  }

  static void addCreation(report::Finding &finding, const Call &call, std::int64_t type,
                          const ProcessContext &context) {
    const Object *object = context.objects().find(*call.process, mpi::Element::Datatype, type);
    if (object == nullptr || object->makings.empty()) return;
    finding.sites.push_back(siteOf(*call.process, object->makings.front(), "made here"));
  }

  static void judgeFree(const Call &call, ProcessContext &context) {
    const int freed = call.routine->indexOf(Role::FreedDatatype);
    if (freed < 0) return;
    const auto argument = static_cast<std::size_t>(freed);
    if (auto complaint = semantics::judgeFree({.predefined = predefinedOf(call.arguments[argument])}))
      context.report(makeFinding(kRule, call, argument, std::move(*complaint)));
  }

  static void judgeFetch(const Call &call, ProcessContext &context) {
    if (!semantics::fetchesOne(*call.routine)) return;
    const auto index = static_cast<std::size_t>(call.routine->indexOf(Role::Datatype));
    if (!isSignificant(call, index)) return;
    if (auto complaint = semantics::judgeFetch(*call.routine, typeFacts(call, call.arguments[index])))
      context.report(makeFinding(kRule, call, index, std::move(*complaint)));
  }
};

const Registration<ArgDatatype> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
