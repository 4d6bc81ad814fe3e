// lockstep-records DIR [NAME...]: prints the records of a run, rank by rank, one line each; with names, only calls of
// these routines and records of these kinds ("type", "neighbors", "communicator", "group", "window", "part", "access",
// "value", "order").
//
//   rank 0: MPI_Recv buf=* count=1 datatype=MPI_INT source=ANY_SOURCE tag=ANY_TAG comm=0 status=*
//   rank 0: MPI_Recv -> status={1,5,0,4}
//   rank 0: type 1 lb=0 extent=8 size=4: 1x1 MPI_INT at 0
//   rank 0: access site=0 store 4 bytes at window 0 + 8, 3 times by 16
//
// Addresses are `*` or 0, handles are numbered in the order in which they appear, an array shows its elements. Behind
// an Enter stands "own" for every handle in a variable of the program, "copy" for one that a binding has copied.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "mpi/Significance.h"
#include "mpi/Special.h"
#include "trace/AccessRuns.h"
#include "trace/Parts.h"
#include "trace/file/Reader.h"

namespace {

using namespace lockstep;
using mpi::Capture;

struct Recorded {
  int rank = -1;
  std::size_t buffers = 0;
  std::map<unsigned, std::map<unsigned, std::vector<std::int64_t>>> arrays;  // by thread and argument
  std::map<mpi::Element, std::map<std::int64_t, std::size_t>> numbers;
  std::map<std::uint64_t, std::size_t> objects;                           // of thread order
  std::map<std::uint32_t, std::size_t> sites;                             // of accesses
  std::map<std::uint64_t, std::pair<std::string, std::uint64_t>> memory;  // by address: name and size
  std::vector<std::pair<std::string, std::string>> lines;                 // name, text
};

std::string number(std::int64_t value) {
  const std::map<std::int64_t, std::string> names = {
      {mpi::kProcNull, "PROC_NULL"},   {mpi::kAnySource, "ANY_SOURCE"}, {mpi::kRootHere, "ROOT"},
      {mpi::kAnyTag, "ANY_TAG"},       {mpi::kUndefined, "UNDEFINED"},  {mpi::kMessageNoProc, "NO_PROC"},
      {mpi::kErrorsAreFatal, "FATAL"}, {mpi::kErrorsReturn, "RETURN"},  {mpi::kErrorsAbort, "ABORT"},
      {mpi::kInfoEnv, "ENV"},          {mpi::kSharedRequest, "SHARED"}};
  const auto found = names.find(value);
  return found != names.end() ? found->second : std::to_string(value);
}

std::string address(std::int64_t value) { return value == 0 ? "0" : value == mpi::kInPlace ? "IN_PLACE" : "*"; }

/// Where in which window or buffer.
std::string place(const Recorded &process, std::uint64_t address) {
  auto after = process.memory.upper_bound(address);
  if (after == process.memory.begin()) return "*";
  const auto &[base, what] = *--after;
  return address - base < what.second ? fmt::format("{} + {}", what.first, address - base) : "*";
}

std::string handle(Recorded &process, mpi::Element kind, std::int64_t id) {
  if (id == trace::kNullHandle) return "null";
  if (id == trace::kUnknownHandle) return "unknown";
  if (number(id) != std::to_string(id)) return number(id);
  if (kind == mpi::Element::Datatype)
    if (const auto *type = mpi::predefinedType(static_cast<std::uint64_t>(id))) return std::string(type->name);
  if (kind == mpi::Element::Op && !mpi::predefinedOpName(static_cast<std::uint64_t>(id)).empty())
    return std::string(mpi::predefinedOpName(static_cast<std::uint64_t>(id)));
  auto &known = process.numbers[kind];
  return std::to_string(known.try_emplace(id, known.size()).first->second);
}

bool isAddress(const mpi::Argument &argument) { return mpi::info(argument.role).type.find('*') != std::string::npos; }

std::string element(Recorded &process, mpi::Element kind, std::int64_t value) {
  return mpi::isHandle(kind) ? handle(process, kind, value) : number(value);
}

std::string elements(Recorded &process, mpi::Element kind, const std::vector<std::int64_t> &values) {
  std::vector<std::string> texts;
  for (const std::int64_t value : values) texts.push_back(element(process, kind, value));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string statuses(std::span<const std::int64_t> values) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i + 4 <= values.size(); i += 4)
    texts.push_back(
        fmt::format("{{{},{},{},{}}}", number(values[i]), number(values[i + 1]), values[i + 2], values[i + 3]));
  return fmt::format("{}", fmt::join(texts, " "));
}

/// Buffers get names in the order in which calls bring them: "buffer 0".
void noteBuffers(Recorded &process, const mpi::RoutineInfo &routine, std::span<const std::int64_t> values) {
  constexpr std::uint64_t kReach = 1U << 20;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    if (!mpi::isDataBuffer(routine.storage[i].role) || values[i] <= 0) continue;
    const auto at = static_cast<std::uint64_t>(values[i]);
    if (place(process, at) != "*") continue;
    const std::string name = fmt::format("buffer {}", process.buffers++);
    process.memory.emplace(at, std::pair(name, kReach));
  }
}

void addEnter(Recorded &process, unsigned thread, const trace::Enter &enter) {
  const mpi::RoutineInfo &routine = mpi::info(mpi::Routine{enter.routine});
  const auto values = trace::arguments(enter);
  auto &arrays = process.arrays[thread];
  std::string line(routine.name);
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const mpi::Argument &argument = routine.storage[i];
    const mpi::Element kind = mpi::elementOf(routine, argument.role);
    const Capture capture = mpi::info(argument.role).capture;
    const auto array = arrays.find(static_cast<unsigned>(i));
    const bool isValue = capture == Capture::Handle || capture == Capture::HandleInOut || !isAddress(argument);
    line += fmt::format(" {}={}", argument.name,
                        array != arrays.end() ? elements(process, kind, array->second)
                        : isValue             ? element(process, kind, values[i])
                                              : address(values[i]));
    if (capture == Capture::HandleArrayInOut) line += values[i] == 0 ? " copy" : " own";
  }
  for (std::size_t i = routine.arity; i < values.size(); ++i) line += values[i] == 0 ? " copy" : " own";
  arrays.clear();
  noteBuffers(process, routine, values);
  process.lines.emplace_back(routine.name, line);
}

void addLeave(Recorded &process, unsigned thread, const trace::Leave &leave) {
  const mpi::RoutineInfo &routine = mpi::info(mpi::Routine{leave.routine});
  auto values = trace::results(leave);
  auto &arrays = process.arrays[thread];
  std::string line(routine.name);
  line += " ->";
  if (leave.code != 0) line += " failed";
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const mpi::Argument &argument = routine.storage[i];
    const mpi::Element kind = mpi::elementOf(routine, argument.role);
    const Capture capture = mpi::info(argument.role).capture;
    const std::size_t taken = trace::resultsOf(capture);
    if (taken == 0) continue;
    const auto array = arrays.find(static_cast<unsigned>(i));
    std::string text = capture == Capture::AddressOut ? address(values[0]) : element(process, kind, values[0]);
    if (taken == 4) text = statuses(values.first(4));
    if (array != arrays.end())
      text = capture == Capture::StatusArrayOut ? statuses(array->second) : elements(process, kind, array->second);
    line += fmt::format(" {}={}", argument.name, text);
    values = values.subspan(taken);
  }
  arrays.clear();
  process.lines.emplace_back(routine.name, line);
}

void addType(Recorded &process, const trace::Type &type) {
  std::vector<std::string> texts;
  for (const trace::TypeBlock &block : trace::blocks(type))
    texts.push_back(fmt::format("{}x{} {} at {}{}", block.count, block.elements,
                                handle(process, mpi::Element::Datatype, block.basic), block.displacement,
                                block.count > 1 ? fmt::format(" by {}", block.stride) : ""));
  process.lines.emplace_back(
      "type", fmt::format("type {} lb={} extent={} size={}{}{}: {}",
                          handle(process, mpi::Element::Datatype, static_cast<std::int64_t>(type.id)), type.lowerBound,
                          type.extent, type.size, type.isCommitted != 0 ? " committed" : "",
                          type.more != 0 ? " more" : "", fmt::join(texts, ", ")));
}

void addNeighbors(Recorded &process, const trace::Neighbors &neighbors) {
  const auto texts = [&](std::span<const std::int64_t> ranks) {
    return elements(process, mpi::Element::Int, {ranks.begin(), ranks.end()});
  };
  process.lines.emplace_back("neighbors",
                             fmt::format("neighbors comm={} from {} to {}",
                                         handle(process, mpi::Element::Comm, static_cast<std::int64_t>(neighbors.comm)),
                                         texts(trace::sources(neighbors)), texts(trace::destinations(neighbors))));
}

void addComm(Recorded &process, const trace::Comm &comm) {
  process.lines.emplace_back(
      "communicator",
      fmt::format("communicator {} topology={}",
                  handle(process, mpi::Element::Comm, static_cast<std::int64_t>(comm.id)), comm.topology));
}

void addGroup(Recorded &process, const trace::Group &group) {
  std::vector<std::int64_t> members;
  for (const trace::RankRange &range : trace::ranges(group))
    for (std::int64_t i = 0; i < range.count; ++i) members.push_back(range.first + range.stride * i);
  process.lines.emplace_back(
      "group",
      fmt::format("group {} members={}", handle(process, mpi::Element::Group, static_cast<std::int64_t>(group.id)),
                  elements(process, mpi::Element::Int, members)));
}

std::string accumulateOrder(std::uint8_t bits) {
  std::vector<std::string> texts;
  if ((bits & trace::kReadAfterRead) != 0) texts.push_back("rar");
  if ((bits & trace::kReadAfterWrite) != 0) texts.push_back("raw");
  if ((bits & trace::kWriteAfterRead) != 0) texts.push_back("war");
  if ((bits & trace::kWriteAfterWrite) != 0) texts.push_back("waw");
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ","));
}

std::string flavor(trace::WindowFlavor flavor) {
  switch (flavor) {
    case trace::WindowFlavor::Create:
      return "create";
    case trace::WindowFlavor::Allocate:
      return "allocate";
    case trace::WindowFlavor::Dynamic:
      return "dynamic";
    case trace::WindowFlavor::Shared:
      return "shared";
  }
  return "unknown";
}

void addWindow(Recorded &process, const trace::Window &window) {
  process.lines.emplace_back(
      "window",
      fmt::format("window {} {} comm={} base={} size={} unit={} order={}",
                  handle(process, mpi::Element::Window, static_cast<std::int64_t>(window.id)), flavor(window.flavor),
                  handle(process, mpi::Element::Comm, static_cast<std::int64_t>(window.comm)),
                  address(static_cast<std::int64_t>(window.base)), window.size, window.displacementUnit,
                  accumulateOrder(window.accumulateOrder)));
  if (window.size > 0)
    process.memory[window.base] = {
        "window " + handle(process, mpi::Element::Window, static_cast<std::int64_t>(window.id)), window.size};
}

std::string accessKind(const trace::Access &access) {
  switch (access.access) {
    case trace::AccessKind::Load:
      return access.isPoll != 0 ? "poll" : "load";
    case trace::AccessKind::Store:
      return "store";
    case trace::AccessKind::AtomicLoad:
      return "atomic load";
    case trace::AccessKind::AtomicStore:
      return "atomic store";
    case trace::AccessKind::AtomicUpdate:
      return "atomic update";
  }
  return "unknown";
}

void addAccess(Recorded &process, const trace::Access &access) {
  const std::size_t site = process.sites.try_emplace(access.header.site, process.sites.size()).first->second;
  process.lines.emplace_back(
      "access", fmt::format("access site={} {} {} bytes at {}{}", site, accessKind(access), access.bytes,
                            place(process, access.address),
                            access.count > 1 ? fmt::format(", {} times by {}", access.count, access.stride) : ""));
}

std::string valueRole(trace::ValueRole role) {
  switch (role) {
    case trace::ValueRole::Given:
      return "given";
    case trace::ValueRole::Compared:
      return "compared";
    case trace::ValueRole::Fetched:
      return "fetched";
    case trace::ValueRole::Loaded:
      return "loaded";
    case trace::ValueRole::Stored:
      return "stored";
  }
  return "unknown";
}

void addValue(Recorded &process, const trace::Value &value) {
  std::uint64_t low = 0;
  std::memcpy(&low, value.value, sizeof low);
  process.lines.emplace_back("value", fmt::format("value {} {} bytes: {}", valueRole(value.role), value.bytes, low));
}

void addSharedPart(Recorded &process, const trace::SharedPart &part) {
  process.lines.emplace_back(
      "part", fmt::format("part window={} member={} base={} size={}",
                          handle(process, mpi::Element::Window, static_cast<std::int64_t>(part.window)), part.member,
                          address(static_cast<std::int64_t>(part.base)), part.size));
  if (part.size > 0) process.memory[part.base] = {fmt::format("part {}", part.member), part.size};
}

void addOrder(Recorded &process, unsigned thread, const trace::ThreadOrder &order) {
  constexpr const char *kNames[] = {"fork",         "begin",       "end",       "join",    "enters", "leaves",
                                    "acquires",     "releases",    "posts",     "rests",   "stirs",  "switches",
                                    "begins alone", "begins work", "ends work", "is blind"};
  const auto [object, isNew] = process.objects.try_emplace(order.object, process.objects.size());
  process.lines.emplace_back(
      "order", fmt::format("thread {} {} {}", thread, kNames[static_cast<std::size_t>(order.event)], object->second));
}

void take(const trace::RecordView &view, Recorded &process) {
  switch (view.header->kind) {
    case trace::Kind::Process:
      process.rank = static_cast<int>(view.as<trace::Process>().worldRank);
      break;
    case trace::Kind::Array: {
      const auto &record = view.as<trace::Array>();
      auto &array = process.arrays[view.thread][record.argument];
      const auto values = trace::values(record);
      array.insert(array.end(), values.begin(), values.end());
      break;
    }
    case trace::Kind::Enter:
      addEnter(process, view.thread, view.as<trace::Enter>());
      break;
    case trace::Kind::Leave:
      addLeave(process, view.thread, view.as<trace::Leave>());
      break;
    case trace::Kind::Type:
      addType(process, view.as<trace::Type>());
      break;
    case trace::Kind::Comm:
      addComm(process, view.as<trace::Comm>());
      break;
    case trace::Kind::ThreadOrder:
      addOrder(process, view.thread, view.as<trace::ThreadOrder>());
      break;
    case trace::Kind::Neighbors:
      addNeighbors(process, view.as<trace::Neighbors>());
      break;
    case trace::Kind::Group:
      addGroup(process, view.as<trace::Group>());
      break;
    case trace::Kind::Window:
      addWindow(process, view.as<trace::Window>());
      break;
    case trace::Kind::Access:
      addAccess(process, view.as<trace::Access>());
      break;
    case trace::Kind::AccessBits:
      trace::forEachAccess(view.as<trace::AccessBits>(),
                           [&](const trace::Access &access) { addAccess(process, access); });
      break;
    case trace::Kind::Freed:
      process.lines.emplace_back("freed",
                                 fmt::format("thread {} freed {} bytes", view.thread, view.as<trace::Freed>().bytes));
      break;
    case trace::Kind::Memory: {
      const auto &memory = view.as<trace::Memory>();
      process.lines.emplace_back(
          "memory", fmt::format("argument {} has {} bytes behind {}, layout {}", memory.argument + 1, memory.bytes,
                                memory.before, memory.layout));
      break;
    }
    case trace::Kind::Round:
      process.lines.emplace_back("round", fmt::format("round {}", view.as<trace::Round>().number));
      break;
    case trace::Kind::Value:
      addValue(process, view.as<trace::Value>());
      break;
    case trace::Kind::SharedPart:
      addSharedPart(process, view.as<trace::SharedPart>());
      break;
    default:
      break;
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2) return 64;
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  auto reader = trace::Reader::open(argv[1], {});
  if (!reader) {
    fmt::print(stderr, "{}: {}\n", reader.error().file.string(), reader.error().what);
    return 64;
  }
  std::map<trace::ProcessKey, Recorded> processes;
  reader->finish([&](const trace::RecordView &view) { take(view, processes[view.process]); });
  std::map<int, const Recorded *> byRank;
  for (const auto &[key, process] : processes) byRank[process.rank] = &process;
  for (const auto &[rank, process] : byRank)
    for (const auto &[name, line] : process->lines)
      if (wanted.empty() || std::ranges::find(wanted, name) != wanted.end()) fmt::print("rank {}: {}\n", rank, line);
  return 0;
}
