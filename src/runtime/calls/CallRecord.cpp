#include "runtime/calls/CallRecord.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "runtime/calls/Statuses.h"
#include "runtime/handles/HandleMap.h"
#include "runtime/handles/Handles.h"
#include "runtime/plans/ArrayLength.h"
#include "runtime/plans/CallPlan.h"
#include "runtime/plans/RawBits.h"
#include "runtime/recorder/Thread.h"

namespace lockstep::runtime {
namespace {

using mpi::Capture;

constexpr std::size_t kArrayPart = 4096;   // values per Array record
constexpr std::int64_t kNullPointer = -1;  // to handles or an array; 0: unknown
HandleMap<14> gRounds;                     // by id: the collectives so far

std::int64_t readScalar(const char *at, std::uint8_t width) {
  if (width == sizeof(std::int32_t)) {
    std::int32_t value = 0;
    memcpy(&value, at, sizeof value);
    return value;
  }
  std::int64_t value = 0;
  memcpy(&value, at, sizeof value);
  return value;
}

/// The integer, or the id of the handle, at an address.
std::int64_t readElement(const ArgumentPlan &plan, const char *at) {
  const std::int64_t bits = readScalar(at, plan.width);
  return mpi::isHandle(plan.element) ? handleId(plan.element, bits) : translated(plan.special, bits);
}

std::int64_t readBehind(const ArgumentPlan &plan, std::int64_t pointer) {
  if (plan.width == 0 || !isAddress(pointer)) return 0;
  return readElement(plan, reinterpret_cast<const char *>(pointer));
}

/// Writes the elements at `at(i)`.
template <class At>
void writeElements(ThreadState &thread, const ArgumentPlan &plan, std::size_t argument, std::size_t length, At at) {
  for (std::size_t done = 0; done < length; done += kArrayPart) {
    const std::size_t part = std::min(kArrayPart, length - done);
    auto *record = thread.reserve<trace::Array>(part * sizeof(std::int64_t));
    record->argument = static_cast<std::uint32_t>(argument);
    record->count = static_cast<std::uint32_t>(part);
    record->offset = done;
    auto *values = reinterpret_cast<std::int64_t *>(record + 1);
    for (std::size_t i = 0; i < part; ++i) values[i] = readElement(plan, at(done + i));
    thread.commit();
  }
}

void writeArray(ThreadState &thread, const ArgumentPlan &plan, std::size_t argument, const char *data,
                std::size_t length) {
  writeElements(thread, plan, argument, length, [&](std::size_t index) { return data + index * plan.width; });
}

void writeStatuses(ThreadState &thread, std::size_t argument, const MPI_Status *statuses, std::size_t length,
                   std::int64_t code) {
  constexpr std::size_t kPart = kArrayPart / kStatusValues;
  for (std::size_t done = 0; done < length; done += kPart) {
    const std::size_t part = std::min(kPart, length - done);
    auto *record = thread.reserve<trace::Array>(part * kStatusValues * sizeof(std::int64_t));
    record->argument = static_cast<std::uint32_t>(argument);
    record->count = static_cast<std::uint32_t>(part * kStatusValues);
    record->offset = done * kStatusValues;
    auto *values = reinterpret_cast<std::int64_t *>(record + 1);
    for (std::size_t i = done; i < done + part; ++i, values += kStatusValues)
      describe(statuses[i], true, code == MPI_SUCCESS ? MPI_SUCCESS : statuses[i].MPI_ERROR, values);
    thread.commit();
  }
}

void writeArraysBefore(ThreadState &thread, const CallPlan &plan, const std::int64_t *raw) {
  ArrayLengths lengths(plan, raw, &thread.shortArrays);
  for (std::size_t i = 0; i < plan.arity; ++i) {
    const Capture capture = plan.arguments[i].capture;
    if (capture != Capture::ScalarArray && capture != Capture::HandleArray && capture != Capture::HandleArrayInOut)
      continue;
    writeArray(thread, plan.arguments[i], i, reinterpret_cast<const char *>(raw[i]),
               thread.shortArrays.limit(i, lengths.of(i)));
  }
}

/// False for an unsuccessful poll.
bool hasFound(const CallPlan &plan, const std::int64_t *raw) {
  return plan.found < 0 || !isAddress(raw[plan.found]) ||
         readScalar(reinterpret_cast<const char *>(raw[plan.found]), sizeof(std::int32_t)) != 0;
}

/// Which request of an array is complete, by its place among those that are; none where the call does not say.
std::optional<std::size_t> completeAt(const CallPlan &plan, const std::int64_t *raw, std::size_t place) {
  if (!isAddress(raw[plan.indices])) return std::nullopt;
  const auto *indices = reinterpret_cast<const char *>(raw[plan.indices]);
  const std::int64_t index = readScalar(indices + place * sizeof(std::int32_t), sizeof(std::int32_t));
  return index >= 0 ? std::optional(static_cast<std::size_t>(index)) : std::nullopt;
}

/// How many elements of an array the call wrote: those of complete requests.
std::size_t lengthAfter(const CallPlan &plan, const std::int64_t *raw, std::size_t argument, std::int64_t code) {
  const ArgumentPlan &array = plan.arguments[argument];
  const std::size_t length =
      array.capture == Capture::StatusArrayOut ? statedLength(array, raw) : ArrayLengths(plan, raw).of(argument);
  const bool isOfRequests = array.capture == Capture::HandleArrayInOut;
  if (isOfRequests && plan.indices < 0) return length;
  if ((code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) || !hasFound(plan, raw)) return 0;
  if (isOfRequests && plan.outCount < 0) return completeAt(plan, raw, 0).value_or(length) < length ? 1 : 0;
  if (plan.outCount < 0 || !isAddress(raw[plan.outCount])) return length;
  const auto complete = readScalar(reinterpret_cast<const char *>(raw[plan.outCount]), sizeof(std::int32_t));
  return complete > 0 ? std::min(length, static_cast<std::size_t>(complete)) : 0;
}

void writeArraysAfter(ThreadState &thread, const CallPlan &plan, const std::int64_t *raw, const MPI_Status *statuses,
                      std::int64_t code) {
  for (std::size_t i = 0; i < plan.arity; ++i) {
    const Capture capture = plan.arguments[i].capture;
    const auto *data = reinterpret_cast<const char *>(raw[i]);
    if (capture == Capture::HandleArrayInOut && plan.indices >= 0)
      writeElements(thread, plan.arguments[i], i, lengthAfter(plan, raw, i, code), [&](std::size_t place) {
        return data + completeAt(plan, raw, place).value_or(0) * plan.arguments[i].width;
      });
    else if (capture == Capture::ScalarArrayOut || capture == Capture::HandleArrayInOut)
      writeArray(thread, plan.arguments[i], i, data, thread.shortArrays.limit(i, lengthAfter(plan, raw, i, code)));
    else if (capture == Capture::StatusArrayOut && statuses != nullptr)
      writeStatuses(thread, i, statuses, thread.shortArrays.limit(i, lengthAfter(plan, raw, i, code)), code);
  }
}

/// 0: it is that of a copy.
std::int64_t pointer(std::int64_t bits, bool isCopy) {
  if (isCopy) return 0;
  return bits == 0 ? kNullPointer : bits;
}

std::int64_t enterValue(const ArgumentPlan &plan, std::int64_t bits, std::int64_t before, Copies copies) {
  switch (plan.capture) {
    case Capture::Handle:
      return handleId(plan.element, bits);
    case Capture::HandleInOut:
      return readBehind(plan, before);
    case Capture::Scalar:
    case Capture::StatusOut:
    case Capture::StatusArrayOut:
      return translated(plan.special, bits);
    case Capture::HandleOut:
      return pointer(bits, copies == Copies::All);
    case Capture::HandleArrayInOut:
      return pointer(bits, copies != Copies::None);
    case Capture::ScalarArray:
    case Capture::HandleArray:
      return pointer(bits, false);
    case Capture::ScalarOut:
    case Capture::AddressOut:
    case Capture::ScalarArrayOut:
    case Capture::Text:
    case Capture::Opaque:
      return bits;
  }
  return bits;
}

/// Every member counts equally. Unknown handles are not counted, nor more of them than fit.
void writeRound(ThreadState &thread, std::int64_t owner) {
  if (owner <= 0) return;
  const std::uint64_t number = gRounds.count(owner);
  if (number == 0) return;
  auto *record = thread.reserve<trace::Round>();
  record->owner = static_cast<std::uint64_t>(owner);
  record->number = number;
  thread.commit();
}

/// What is written meanwhile is kept where other records are dropped.
class Defining {
 public:
  Defining(ThreadState &thread, const CallPlan &plan) : thread_(thread) { thread.isDefining = plan.isDefinition; }
  ~Defining() { thread_.isDefining = false; }
  Defining(const Defining &) = delete;
  Defining &operator=(const Defining &) = delete;

 private:
  ThreadState &thread_;
};

/// A status that the call did not set is undefined.
std::int64_t *writeStatus(std::int64_t *results, const MPI_Status *status, bool isOfRequest, bool isSet) {
  if (!isSet || status == nullptr) return std::fill_n(results, kStatusValues, -1);
  describe(*status, isOfRequest, MPI_SUCCESS, results);
  return results + kStatusValues;
}

}  // namespace

std::size_t handleBytes(const CallPlan &plan, const std::int64_t *raw, std::size_t argument) {
  const ArgumentPlan &handle = plan.arguments[argument];
  if (handle.capture == Capture::HandleInOut) return isAddress(raw[argument]) ? handle.width : 0;
  return ArrayLengths(plan, raw).of(argument) * handle.width;
}

void writeEnter(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const std::int64_t *before,
                const Caller &caller) {
  const CallPlan &plan = callPlan(routine);
  const Defining defining(thread, plan);
  if (gProcess.isLimited && plan.sequence >= 0) {
    const auto owner = static_cast<std::size_t>(plan.sequence);
    writeRound(thread, enterValue(plan.arguments[owner], raw[owner], before[owner], caller.copies));
  }
  if (plan.hasArrays) writeArraysBefore(thread, plan, before);
  const std::size_t count = std::size_t{plan.arity} + plan.addresses;
  auto *record = thread.reserve<trace::Enter>(count * sizeof(std::int64_t));
  record->header.site = caller.site;
  record->routine = static_cast<std::uint16_t>(routine);
  record->argumentCount = static_cast<std::uint16_t>(count);
  record->stack = caller.stack;
  record->time = now();
  auto *values = reinterpret_cast<std::int64_t *>(record + 1);
  std::int64_t *addresses = values + plan.arity;
  for (std::size_t i = 0; i < plan.arity; ++i) {
    values[i] = enterValue(plan.arguments[i], raw[i], before[i], caller.copies);
    if (plan.arguments[i].capture == Capture::HandleInOut) *addresses++ = pointer(raw[i], caller.copies == Copies::All);
  }
  thread.commit();
}

std::size_t ignoredStatuses(const CallPlan &plan, const std::int64_t *raw) {
  const auto argument = static_cast<std::size_t>(plan.status);
  if (plan.arguments[argument].capture == Capture::StatusOut)
    return raw[argument] == rawBits(MPI_STATUS_IGNORE) ? 1 : 0;
  return raw[argument] == rawBits(MPI_STATUSES_IGNORE) ? statedLength(plan.arguments[argument], raw) : 0;
}

trace::Leave *writeLeave(ThreadState &thread, mpi::Routine routine, const std::int64_t *raw, const MPI_Status *statuses,
                         std::int64_t code) {
  const CallPlan &plan = callPlan(routine);
  const Defining defining(thread, plan);
  if (statuses == nullptr && plan.status >= 0 && isAddress(raw[plan.status]))
    statuses = reinterpret_cast<const MPI_Status *>(raw[plan.status]);
  if (plan.hasArrays) writeArraysAfter(thread, plan, raw, statuses, code);
  auto *record = thread.reserve<trace::Leave>(plan.results * sizeof(std::int64_t));
  record->header.site = 0;
  record->routine = static_cast<std::uint16_t>(routine);
  record->resultCount = plan.results;
  record->code = static_cast<std::int32_t>(code);
  record->time = now();
  record->repeats = 0;
  auto *results = reinterpret_cast<std::int64_t *>(record + 1);
  for (std::size_t i = 0; i < plan.arity; ++i) {
    const ArgumentPlan &argument = plan.arguments[i];
    switch (argument.capture) {
      case Capture::ScalarOut:
      case Capture::AddressOut:
      case Capture::HandleOut:
      case Capture::HandleInOut:
        *results++ = readBehind(argument, raw[i]);
        break;
      case Capture::StatusArrayOut:
        *results++ = statuses != nullptr
                         ? static_cast<std::int64_t>(thread.shortArrays.limit(i, lengthAfter(plan, raw, i, code)))
                         : 0;
        break;
      case Capture::ScalarArrayOut:
      case Capture::HandleArrayInOut:
        *results++ = static_cast<std::int64_t>(thread.shortArrays.limit(i, lengthAfter(plan, raw, i, code)));
        break;
      case Capture::StatusOut:
        results = writeStatus(results, statuses, plan.completes, code == MPI_SUCCESS && hasFound(plan, raw));
        break;
      case Capture::Scalar:
      case Capture::Handle:
      case Capture::ScalarArray:
      case Capture::HandleArray:
      case Capture::Text:
      case Capture::Opaque:
        break;
    }
  }
  thread.commit();
  return record;
}

void writeAbandoned(ThreadState &thread, mpi::Routine routine) {
  const CallPlan &plan = callPlan(routine);
  const Defining defining(thread, plan);
  auto *record = thread.reserve<trace::Leave>(plan.results * sizeof(std::int64_t));
  record->header.site = 0;
  record->routine = static_cast<std::uint16_t>(routine);
  record->resultCount = plan.results;
  record->code = MPI_ERR_OTHER;
  record->time = now();
  record->repeats = 0;
  std::fill_n(reinterpret_cast<std::int64_t *>(record + 1), plan.results, std::int64_t{-1});
  thread.commit();
}

}  // namespace lockstep::runtime
