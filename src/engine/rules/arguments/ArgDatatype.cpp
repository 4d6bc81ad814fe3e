// arg-datatype: the datatypes of a call exist, are committed where data moves, and are such as the call allows.
//
// Commits are followed call by call; a type whose making was not seen is taken as committed. Markers carry no data. The
// operations on single values of a window take predefined types only, a compare-and-swap only those with exact
// equality.
#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/rules/Arguments.h"
#include "mpi/Predefined.h"
#include "mpi/Significance.h"

namespace lockstep::engine {
namespace {

using mpi::Role;
using mpi::TypeCategory;

constexpr report::Rule kRule = report::rule("arg-datatype");

bool movesData(const mpi::RoutineInfo &routine) {
  for (const mpi::Argument &argument : routine.args())
    if (mpi::isDataBuffer(argument.role) || argument.role == Role::File) return true;
  return false;
}

bool mustBeCommitted(Role role) {
  return role == Role::Datatype || role == Role::TargetDatatype || role == Role::DatatypesPerRank;
}

/// Fetches one value: has a datatype and no count.
bool fetchesOne(const mpi::RoutineInfo &routine) {
  return routine.cls == mpi::Class::RmaFetch && routine.indexOf(Role::Count) < 0;
}

bool canBeSwapped(TypeCategory category) {
  switch (category) {
    case TypeCategory::CInteger:
    case TypeCategory::FortranInteger:
    case TypeCategory::Logical:
    case TypeCategory::MultiLanguage:
    case TypeCategory::Byte:
      return true;
    case TypeCategory::Floating:
    case TypeCategory::Complex:
    case TypeCategory::Character:
    case TypeCategory::Packed:
    case TypeCategory::Pair:
    case TypeCategory::Marker:
      return false;
  }
  return false;
}

class ArgDatatype final : public Rule {
  void onArguments(const Call &call, Context &context) override {
    handles_.enter(call, context);
    if (movesData(*call.routine))
      forEachSignificant(call, mustBeCommitted, [&](std::size_t argument, Role) {
        const auto types = valuesOf(call, argument);
        for (std::size_t i = 0; i < types.size(); ++i)
          if (isUsed(call, argument, i)) judgeUse(call, argument, types[i], context);
      });
    judgeFree(call, context);
    if (fetchesOne(*call.routine)) judgeFetch(call, context);
  }
  bool isAbout(const mpi::RoutineInfo &routine) const override { return handles_.isAbout(routine); }
  void onLeave(const Call &call, const Result &result, Context &context) override {
    handles_.leave(call, result, context);
  }
  void onProcessEnd(const Process &process, Context &context) override { handles_.end(process, context); }

  static void judgeUse(const Call &call, std::size_t argument, std::int64_t type, Context &context) {
    const mpi::PredefinedTypeInfo *predefined = mpi::predefinedType(static_cast<std::uint64_t>(type));
    if (predefined != nullptr && predefined->category == TypeCategory::Marker)
      return context.report(makeFinding(
          kRule, call, argument, fmt::format("is {}, which stands for no data", predefined->name),
          "give the type its bounds with " + std::string(mpi::info(mpi::Routine::Type_create_resized).name)));
    if (context.objects().isCommitted(*call.process, type).value_or(true)) return;
    const std::string_view commit = mpi::info(mpi::Routine::Type_commit).name;
    report::Finding finding = makeFinding(kRule, call, argument, "is a datatype that is not committed",
                                          fmt::format("call {} before the type is used", commit));
    addCreation(finding, call, type, context);
    context.report(std::move(finding));
  }

  static void addCreation(report::Finding &finding, const Call &call, std::int64_t type, const Context &context) {
    const Object *object = context.objects().find(*call.process, mpi::Element::Datatype, type);
    if (object == nullptr || object->makings.empty()) return;
    finding.sites.push_back(siteOf(*call.process, object->makings.front(), "made here"));
  }

  static void judgeFree(const Call &call, Context &context) {
    const int freed = call.routine->indexOf(Role::FreedDatatype);
    const auto type = call.argument(Role::FreedDatatype);
    const auto *predefined = type ? mpi::predefinedType(static_cast<std::uint64_t>(*type)) : nullptr;
    if (predefined == nullptr) return;
    context.report(makeFinding(kRule, call, static_cast<std::size_t>(freed),
                               fmt::format("is {}, which must not be freed", predefined->name),
                               "free datatypes that the program has made, and no others"));
  }

  static void judgeFetch(const Call &call, Context &context) {
    const auto index = static_cast<std::size_t>(call.routine->indexOf(Role::Datatype));
    if (!isSignificant(call, index)) return;
    const std::int64_t type = call.arguments[index];
    const auto *predefined = mpi::predefinedType(static_cast<std::uint64_t>(type));
    const bool isSwap = call.routine->indexOf(Role::Op) < 0;
    const bool isDerived = type != trace::kNullHandle && type != trace::kUnknownHandle && !isSingle(call, type);
    if (predefined == nullptr && isDerived)
      context.report(makeFinding(kRule, call, index, "is a derived datatype, but only a predefined one is allowed",
                                 "pass the predefined datatype of the one value"));
    if (predefined != nullptr && isSwap && !canBeSwapped(predefined->category))
      context.report(
          makeFinding(kRule, call, index,
                      fmt::format("is {}, but only integers, logicals and bytes can be compared", predefined->name),
                      "compare and swap an integer of the same size"));
  }

  HandleCheck handles_{kRule, mpi::Element::Datatype};
};

const Registration<ArgDatatype> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
