// Data that collectives give to all ranks alike, in a joint run (JointRun.h): what the root of a broadcast has, and the
// results of reductions and gatherings for all. Numbers that are known are computed; the rest is one unknown on all
// ranks, by the call and the place in its buffer.
#include <algorithm>
#include <set>

#include "passes/symex/mpi/Memberships.h"
#include "passes/symex/mpi/MpiModel.h"
#include "trace/CommId.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Role;
using mpi::Routine;

constexpr std::int64_t kMostElements = 64;

/// A contiguous buffer.
struct Region {
  std::uint32_t object = 0;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

std::optional<Region> regionOf(const CallView &view, std::size_t argument) {
  const auto passed = view.value(argument);
  const auto place = passed ? view.interpreter().placeOf(view.state(), *passed) : std::nullopt;
  if (!place || place->number == Value::kSomewhere) return std::nullopt;
  const Footprint print = footprintsOf(view, argument).front();
  if (!print.isWhole || print.runs.size() != 1) return std::nullopt;
  const semantics::StridedRun &run = print.runs.front();
  return Region{place->id, place->number + run.offset, endOfBytes(run) - run.offset};
}

std::uint64_t originOf(const CallView &view) { return trace::IdHash("exchanged").add(view.state().exchange).id(); }

UniformPart resultAt(const CallView &view, std::int64_t low, std::int64_t high, std::int64_t base) {
  return {low, high, base, originOf(view), Uniformity::Result};
}

/// What the root has; by a part without origin, zero.
Content contentOf(const CallView &view, const Region &region) {
  const ExprPool &terms = view.interpreter().terms();
  const Object &object = view.state().memory[region.object];
  const std::int64_t end = region.offset + region.bytes;
  Content content;
  UniformPart rest = resultAt(view, 0, region.bytes, 0);
  if (object.rest == Object::Rest::Zero) rest.origin = 0;
  content.parts.push_back(rest);
  for (UniformPart part : object.uniform) {
    part.low = std::max(part.low, region.offset) - region.offset;
    part.high = std::min(part.high, end) - region.offset;
    part.base -= region.offset;
    if (part.low < part.high) content.parts.push_back(part);
  }
  for (const auto &[offset, cell] : object.cells) {
    if (offset + cell.size <= region.offset || offset >= end) continue;
    const bool isInside = offset >= region.offset && offset + cell.size <= end;
    const bool isCommon = terms.uniformityOf(cell.value) != Uniformity::None;
    if (isInside && isCommon) {
      content.cells.emplace_back(offset - region.offset, cell);
    } else {
      const std::int64_t low = std::max(offset, region.offset) - region.offset;
      content.parts.push_back(resultAt(view, low, std::min(offset + cell.size, end) - region.offset, 0));
    }
  }
  return content;
}

void write(const CallView &view, const Region &region, const Content &content) {
  Memory &memory = view.state().memory;
  ExprPool &terms = view.interpreter().terms();
  for (UniformPart part : content.parts) {
    part.low += region.offset;
    part.high += region.offset;
    part.base += region.offset;
    if (part.origin == 0)
      memory.fill(region.object, part.low, part.high - part.low, 0, terms);
    else
      memory.forgetUniformly(region.object, part, terms);
  }
  for (const auto &[offset, cell] : content.cells)
    memory.store(region.object, region.offset + offset, cell.size, cell.value, terms);
}

void broadcast(const CallView &view) {
  const auto argument = static_cast<std::size_t>(view.routine().indexOf(Role::BcastBuffer));
  const auto root = view.number(Role::Root);
  const mpi::Standing standing = view.standing();
  const auto region = regionOf(view, argument);
  if (!root || !standing.ownRank || !region || region->bytes <= 0) return;
  JointRun &joint = *view.interpreter().joint();
  if (*root == *standing.ownRank) {
    const Content content = contentOf(view, *region);
    joint.tellContent(view.state().exchange, content);
    return write(view, *region, content);
  }
  const Content *told = joint.toldContent(view.state().exchange);
  write(view, *region, told ? *told : Content{{resultAt(view, 0, region->bytes, 0)}, {}});
}

std::optional<std::int64_t> reduced(mpi::PredefinedOp op, std::int64_t a, std::int64_t b) {
  using mpi::PredefinedOp;
  std::int64_t result = 0;
  switch (op) {
    case PredefinedOp::Sum:
      return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case PredefinedOp::Prod:
      return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional(result);
    case PredefinedOp::Max:
      return std::max(a, b);
    case PredefinedOp::Min:
      return std::min(a, b);
    case PredefinedOp::Land:
      return a != 0 && b != 0 ? 1 : 0;
    case PredefinedOp::Lor:
      return a != 0 || b != 0 ? 1 : 0;
    case PredefinedOp::Band:
      return a & b;
    case PredefinedOp::Bor:
      return a | b;
    default:
      return std::nullopt;
  }
}

/// The whole numbers of a buffer that are known on this rank.
std::optional<JointRun::Numbers> numbersIn(const CallView &view, const Region &region, std::int64_t bytes) {
  JointRun::Numbers numbers;
  if (region.bytes / bytes > kMostElements) return std::nullopt;
  for (std::int64_t at = 0; at < region.bytes; at += bytes) {
    const Value value =
        view.interpreter().load(view.state(), Value::ofPointer(region.object, region.offset + at), bytes);
    const auto number = view.interpreter().numberOf(view.state(), value);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// Of a basic type of whole numbers.
std::optional<std::int64_t> bytesOfNumbers(const CallView &view) {
  const auto passed = view.value(Role::Datatype);
  const auto type = passed ? view.predefinedType(*passed) : std::nullopt;
  if (!type) return std::nullopt;
  switch (*type) {
    case mpi::PredefinedType::Int:
    case mpi::PredefinedType::Unsigned:
    case mpi::PredefinedType::Integer:
      return 4;
    case mpi::PredefinedType::Long:
    case mpi::PredefinedType::LongLong:
    case mpi::PredefinedType::UnsignedLong:
      return 8;
    default:
      return std::nullopt;
  }
}

/// What all ranks together give; nothing where some of them does not know its part.
std::optional<JointRun::Numbers> resultOf(const CallView &view, const JointRun::Numbers &own) {
  JointRun &joint = *view.interpreter().joint();
  joint.tell(view.state().exchange, view.interpreter().config().rank, own);
  const auto &told = joint.told(view.state().exchange);
  const auto members = membersOf(view);
  const bool isReduction = view.routine().base == Routine::Allreduce;
  const auto op = isReduction ? view.predefinedOp() : std::nullopt;
  if (isReduction && !op) return std::nullopt;  // of the program's own, or not known
  JointRun::Numbers result;
  for (const int rank : members->ranks) {
    const auto theirs = told.find(rank);
    if (theirs == told.end() || theirs->second.size() != own.size()) return std::nullopt;
    if (!op || result.empty()) {
      result.insert(result.end(), theirs->second.begin(), theirs->second.end());
      continue;
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto next = reduced(*op, result[i], theirs->second[i]);
      if (!next) return std::nullopt;
      result[i] = *next;
    }
  }
  return result;
}

}  // namespace

bool isExchange(const CallView &view) {
  if (!view.interpreter().joint() || view.state().exchange == 0 || view.standing().isInter) return false;
  switch (view.routine().base) {
    case Routine::Bcast:
    case Routine::Allreduce:
    case Routine::Allgather:
    case Routine::Allgatherv:
      return membersOf(view) != nullptr;
    default:
      return false;
  }
}

void applyExchange(const CallView &view, const std::optional<JointRun::Numbers> &own) {
  if (view.routine().base == Routine::Bcast) return broadcast(view);
  const int target = view.routine().indexOf(Role::WriteBuffer);
  const auto region = target < 0 ? std::nullopt : regionOf(view, static_cast<std::size_t>(target));
  if (!region || region->bytes <= 0) return;
  const auto result = own ? resultOf(view, *own) : std::nullopt;
  const auto count = result ? static_cast<std::int64_t>(result->size()) : 0;
  Memory &memory = view.state().memory;
  ExprPool &terms = view.interpreter().terms();
  if (!result || count == 0 || region->bytes % count != 0 || region->bytes / count > 8)
    return memory.forgetUniformly(
        region->object, resultAt(view, region->offset, region->offset + region->bytes, region->offset), terms);
  const std::int64_t bytes = region->bytes / count;
  for (std::int64_t i = 0; i < count; ++i)
    memory.store(region->object, region->offset + i * bytes, bytes,
                 Value::ofNumber((*result)[static_cast<std::size_t>(i)]), terms);
}

std::optional<JointRun::Numbers> contributionOf(const CallView &view) {
  const auto bytes = bytesOfNumbers(view);
  const bool isReduction = view.routine().base == Routine::Allreduce;
  if (!bytes || (!isReduction && view.routine().base != Routine::Allgather)) return std::nullopt;
  int buffer = view.routine().indexOf(Role::ReadBuffer);
  if (buffer >= 0 && view.number(static_cast<std::size_t>(buffer)) == mpi::kInPlace)
    buffer = isReduction ? view.routine().indexOf(Role::WriteBuffer) : -1;
  const auto region = buffer < 0 ? std::nullopt : regionOf(view, static_cast<std::size_t>(buffer));
  return region ? numbersIn(view, *region, *bytes) : std::nullopt;
}

}  // namespace lockstep::passes::symex
