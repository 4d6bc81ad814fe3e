#include "engine/calls/Call.h"

#include <algorithm>
#include <utility>

#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

std::span<const std::int64_t> find(const ArrayArguments &arrays, int argument) {
  for (const ArrayArgument &array : arrays)
    if (static_cast<int>(array.argument) == argument) return array.values;
  return {};
}

constexpr std::size_t kStatusValues = 4;

Status statusFrom(std::span<const std::int64_t> values) { return {values[0], values[1], values[2], values[3]}; }

/// An argument with entries among a routine's results, and the index of its first entry.
struct Told {
  std::size_t argument = 0;
  std::size_t first = 0;
  bool isStatus = false;
};

const std::vector<Told> &resultsOf(mpi::Routine routine) {
  static const auto kResults = [] {
    std::vector<std::vector<Told>> all(mpi::kRoutineCount);
    for (const mpi::RoutineInfo &row : mpi::routines()) {
      std::size_t next = 0;
      for (std::size_t i = 0; i < row.arity; ++i) {
        const std::size_t taken = trace::resultsOf(mpi::info(row.storage[i].role).capture);
        if (taken > 0)
          all[static_cast<std::size_t>(row.routine)].push_back({i, next, row.storage[i].role == mpi::Role::Status});
        next += taken;
      }
    }
    return all;
  }();
  return kResults[static_cast<std::size_t>(routine)];
}

}  // namespace

Status statusOf(const Call &call, const Result &result, std::size_t index) {
  const auto values = result.array(call.routine->indexOf(mpi::Role::Statuses));
  if (values.size() < (index + 1) * kStatusValues) return {};
  return statusFrom(values.subspan(index * kStatusValues, kStatusValues));
}

void append(ArrayArguments &arrays, const trace::Array &record) {
  const auto values = trace::values(record);
  const auto known = std::ranges::find(arrays, record.argument, &ArrayArgument::argument);
  if (known == arrays.end())
    arrays.push_back({record.argument, {values.begin(), values.end()}});
  else
    known->values.insert(known->values.end(), values.begin(), values.end());
}

std::optional<std::int64_t> Call::argument(mpi::Role role) const {
  const int index = routine->indexOf(role);
  if (index < 0 || static_cast<std::size_t>(index) >= arguments.size()) return std::nullopt;
  return arguments[static_cast<std::size_t>(index)];
}

const Datatype *Call::datatype(std::int64_t handle) const {
  const auto named = std::ranges::find(datatypes, handle, &NamedType::handle);
  return named == datatypes.end() ? predefinedType(handle) : named->type.get();
}

std::span<const std::int64_t> Call::array(int argument) const { return find(arrays, argument); }

std::span<const std::int64_t> Result::array(int argument) const { return find(arrays, argument); }

std::optional<std::int64_t> written(const Call &call, const Result &result, mpi::Role role) {
  const int index = call.routine->indexOf(role);
  if (index < 0 || static_cast<std::size_t>(index) >= result.written.size()) return std::nullopt;
  return result.written[static_cast<std::size_t>(index)];
}

void attachTypes(Call &call, Types &types) {
  if (!types.hasDerived()) return;
  const auto name = [&](std::int64_t handle) {
    const bool isNew = std::ranges::find(call.datatypes, handle, &NamedType::handle) == call.datatypes.end();
    if (DatatypePtr type = isNew ? types.findDerived(handle) : nullptr)
      call.datatypes.push_back({handle, std::move(type)});
  };
  const auto arguments = call.routine->args();
  for (std::size_t i = 0; i < arguments.size() && i < call.arguments.size(); ++i) {
    if (mpi::elementOf(*call.routine, arguments[i].role) != mpi::Element::Datatype) continue;
    name(call.arguments[i]);
    for (const std::int64_t handle : call.array(static_cast<int>(i))) name(handle);
  }
  if (const auto freed = call.argument(mpi::Role::FreedDatatype)) types.forget(*freed);
}

Ref<Call> decode(const trace::RecordView &record, const trace::Enter &enter, ArrayArguments arrays) {
  if (enter.routine >= mpi::routines().size()) return nullptr;
  auto call = makeRef<Call>();
  call->routine = &mpi::info(static_cast<mpi::Routine>(enter.routine));
  call->thread = record.thread;
  call->site = enter.header.site;
  call->stack = enter.stack;
  call->time = enter.time;
  const auto arguments = trace::arguments(enter);
  const std::size_t arity = std::min<std::size_t>(call->routine->arity, arguments.size());
  call->arguments = ArgumentValues(arguments.first(arity));
  call->addresses.assign(arguments.begin() + static_cast<std::ptrdiff_t>(arity), arguments.end());
  call->arrays = std::move(arrays);
  return call;
}

Result decode(const trace::Leave &leave, ArrayArguments arrays) {
  Result result;
  result.code = leave.code;
  result.time = leave.time;
  result.arrays = std::move(arrays);
  if (leave.routine >= mpi::routines().size()) return result;
  const auto routine = static_cast<mpi::Routine>(leave.routine);
  result.written = ArgumentValues(mpi::info(routine).arity);
  const auto results = trace::results(leave);
  for (const Told &told : resultsOf(routine)) {
    if (told.first < results.size()) result.written[told.argument] = results[told.first];
    if (told.isStatus && told.first + kStatusValues <= results.size())
      result.status = statusFrom(results.subspan(told.first, kStatusValues));
  }
  return result;
}

}  // namespace lockstep::engine
