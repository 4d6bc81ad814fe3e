#include "engine/calls/RmaOperation.h"

#include <algorithm>

namespace lockstep::engine {
namespace {

using mpi::Class;
using mpi::Role;

std::optional<Elements> targetElements(const Call &call) {
  const auto own = call.argument(Role::TargetDatatype);
  const Datatype *type = call.datatype(own ? *own : call.argument(Role::Datatype).value_or(trace::kNullHandle));
  const std::int64_t count = call.argument(Role::TargetCount).value_or(1);
  if (type == nullptr || count <= 0 || type->size == 0) return std::nullopt;
  return Elements{static_cast<std::uint64_t>(count), type};
}

constexpr std::int64_t kAnyBeginning = std::int64_t{1} << 60;
constexpr std::int64_t kFarAway = std::int64_t{1} << 61;  // larger than any window

}  // namespace

bool reachesOutside(const MemoryPart &part, std::vector<Span> spans) {
  std::ranges::sort(spans, {}, &Span::first);
  std::uint64_t outside = 0;
  forEachRun(part, [&](const ByteRun &run) {
    std::uint64_t next = 0;
    const auto count = [&](const ByteRun &piece) { outside += piece.length * piece.count; };
    for (const Span &span : spans) {
      if (span.first > next) forEachWithin(run, {next, span.first}, count);
      next = std::max(next, span.end);
    }
    forEachWithin(run, {next, INT64_MAX}, count);
  });
  return outside > 0;
}

std::optional<RmaOperation> rmaOperation(const Call &call) {
  if (!isRma(call.routine->cls)) return std::nullopt;
  RmaOperation operation;
  const auto elements = targetElements(call);
  if (!elements) return std::nullopt;
  operation.elements = *elements;
  operation.displacement = call.argument(Role::Displacement).value_or(0);
  switch (call.routine->cls) {
    case Class::RmaPut:
      operation.accessClass = AccessClass::Put;
      operation.writesTarget = true;
      return operation;
    case Class::RmaGet:
      operation.accessClass = AccessClass::Get;
      operation.readsTarget = true;
      return operation;
    default:
      break;
  }
  operation.accessClass = AccessClass::Accumulate;
  operation.op = call.argument(Role::Op).value_or(kSwap);
  operation.writesTarget = operation.op != static_cast<std::int64_t>(mpi::PredefinedOp::NoOp);
  operation.readsTarget = call.routine->cls == Class::RmaFetch;
  if (!elements->type->pattern.empty()) {
    operation.basic = elements->type->pattern.front().basic;
    operation.basicBytes = mpi::predefinedType(static_cast<std::uint64_t>(operation.basic))->bytes;
  }
  return operation;
}

std::optional<RmaOperation> rmaOperation(const Call &call, const Windows &windows) {
  if (!isRma(call.routine->cls)) return std::nullopt;
  const Window *window = windows.find(call.argument(Role::Window).value_or(trace::kNullHandle));
  const auto target = windows.targetOf(call);
  if (window == nullptr || !target) return std::nullopt;
  auto operation = rmaOperation(call);
  if (!operation) return std::nullopt;
  operation->window = window;
  operation->target = *target;
  return operation;
}

std::optional<MemoryPart> targetMemory(const RmaOperation &operation, const WindowPart &part) {
  const bool isDynamic = operation.window->isDynamic();
  const std::int64_t base = isDynamic ? 0 : static_cast<std::int64_t>(part.memory.first);
  const auto unit = isDynamic ? 1 : static_cast<std::int64_t>(part.displacementUnit);
  return memoryPart(moved(base, static_cast<std::uint64_t>(operation.displacement), unit), operation.elements);
}

std::optional<Overrun> overrunOf(const RmaOperation &operation, const WindowPart &part) {
  if (operation.window->isDynamic()) {
    const auto memory = targetMemory(operation, part);
    if (!memory || !reachesOutside(*memory, part.attached)) return std::nullopt;
    return Overrun{static_cast<std::int64_t>(memory->first), static_cast<std::int64_t>(memory->end)};
  }
  std::int64_t begin = 0;
  const auto unit = static_cast<std::int64_t>(part.displacementUnit);
  if (__builtin_mul_overflow(operation.displacement, unit, &begin) || begin > kFarAway)
    return Overrun{std::min(operation.displacement, kFarAway), INT64_MAX};
  const auto memory = memoryPart(kAnyBeginning + begin, operation.elements);
  if (!memory) return std::nullopt;
  const Overrun bytes{static_cast<std::int64_t>(memory->first) - kAnyBeginning,
                      static_cast<std::int64_t>(memory->end) - kAnyBeginning};
  const auto size = static_cast<std::int64_t>(part.memory.bytes());
  return bytes.first >= 0 && bytes.end <= size ? std::nullopt : std::optional(bytes);
}

}  // namespace lockstep::engine
