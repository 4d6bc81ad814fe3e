#include "semantics/arguments/CallFacts.h"

namespace lockstep::semantics {

std::optional<std::int64_t> CallFacts::number(mpi::Role role) const {
  const int index = routine_.indexOf(role);
  return index < 0 ? std::nullopt : number(static_cast<std::size_t>(index));
}

int CallFacts::indexOf(std::string_view name) const {
  for (std::size_t i = 0; i < routine_.arity; ++i)
    if (isCalled(i, name)) return static_cast<int>(i);
  return -1;
}

std::optional<std::vector<std::int64_t>> CallFacts::numbers(int array) const {
  if (array < 0) return std::nullopt;
  const auto argument = static_cast<std::size_t>(array);
  std::vector<std::int64_t> values(length(argument));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = element(argument, i);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return values;
}

}  // namespace lockstep::semantics
