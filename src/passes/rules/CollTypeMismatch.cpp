// coll-type-mismatch: ranks pass different predefined datatypes to a collective.
#include "mpi/Constants.h"
#include "passes/rules/CollectiveArgument.h"

namespace lockstep::passes {

namespace {

using report::Severity;

constexpr auto kRule = report::rule("coll-type-mismatch");

mpi::PredefinedType typeOf(const RankValue &value) {
  if (const auto number = value.integer())
    return predefinedTypeOf(mpi::Library::Mpich, {.number = *number, .symbol = {}});
  return predefinedTypeOf(mpi::Library::OpenMpi, {.symbol = std::string_view(value.base->getName())});
}

/// MPI_BYTE against any type, or two names for 64-bit integers: forbidden, but they describe the same data.
bool areLooselyAlike(mpi::PredefinedType first, mpi::PredefinedType second) {
  using Type = mpi::PredefinedType;
  const auto isRaw = [](Type type) { return type == Type::Byte || type == Type::Packed; };
  const auto isLong = [](Type type) { return type == Type::Long || type == Type::LongLong; };
  return isRaw(first) || isRaw(second) || (isLong(first) && isLong(second));
}

/// If no data is transferred, types do not matter.
std::optional<Severity> judge(const Mismatch &calls) {
  const std::optional<std::int64_t> one = calls.first.count.integer();
  const std::optional<std::int64_t> other = calls.second.count.integer();
  if (!one || !other || *one <= 0 || *other <= 0) return std::nullopt;
  return areLooselyAlike(typeOf(calls.first.type), typeOf(calls.second.type)) ? Severity::Warning : calls.severity;
}

const StaticRule registered(kRule, [](const ModuleView &view) {
  return checkArgument(view, kRule, &RankCall::type, "datatype", judge);
});

}  // namespace

}  // namespace lockstep::passes
