#include "texttrace/TextTrace.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "engine/calls/Objects.h"
#include "mpi/Predefined.h"
#include "mpi/Special.h"
#include "texttrace/TextMemory.h"
#include "texttrace/TextWords.h"
#include "trace/CommId.h"
#include "trace/OrderObject.h"
#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : int{letter}; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

/// Names of the standard without their prefix, which is as long for every one.
std::string_view withoutPrefix(std::string_view name) { return name.substr(std::min(name.find('_') + 1, name.size())); }

mpi::Routine routineNamed(std::string_view name) {
  for (const mpi::RoutineInfo &routine : mpi::routines())
    if (withoutPrefix(routine.name) == name) return routine.routine;
  complain("there is no routine '{}'", name);
}

/// "0", "0,2-3": ranks in ascending order
std::vector<unsigned> ranksIn(std::string_view text, unsigned worldSize) {
  std::set<unsigned> ranks;
  while (!text.empty()) {
    std::string_view range = takeUntil(text, ",");
    const std::int64_t first = numberIn(takeUntil(range, "-"));
    const std::int64_t last = range.empty() ? first : numberIn(range);
    if (first < 0 || last < first || last >= worldSize) complain("there are ranks 0 to {} only", worldSize - 1);
    for (std::int64_t rank = first; rank <= last; ++rank) ranks.insert(static_cast<unsigned>(rank));
  }
  return {ranks.begin(), ranks.end()};
}

std::vector<unsigned> takeGroup(std::string_view &text, unsigned worldSize) {
  if (!text.starts_with('{') || text.find('}') == text.npos) complain("a group like {{0,2}} is missing");
  text.remove_prefix(1);
  return ranksIn(takeUntil(text, "}"), worldSize);
}

trace::SourcePlace siteIn(std::string_view text) {
  trace::SourcePlace site;
  if (text.empty()) return site;
  std::string_view place = takeWord(text);
  site.file = takeUntil(place, ":");
  site.line = static_cast<unsigned>(numberIn(takeUntil(place, ":")));
  if (!place.empty()) site.column = static_cast<unsigned>(numberIn(place));
  site.function = text;
  return site;
}

trace::ThreadEvent threadEventNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, trace::ThreadEvent> kNames[] = {
      {"fork", trace::ThreadEvent::Fork},
      {"begin", trace::ThreadEvent::Begin},
      {"end", trace::ThreadEvent::End},
      {"join", trace::ThreadEvent::Join},
      {"barrier-enter", trace::ThreadEvent::BarrierEnter},
      {"barrier-leave", trace::ThreadEvent::BarrierLeave},
      {"acquire", trace::ThreadEvent::Acquire},
      {"release", trace::ThreadEvent::Release},
      {"post", trace::ThreadEvent::Post},
      {"rest", trace::ThreadEvent::Rest},
      {"stir", trace::ThreadEvent::Stir},
      {"switch", trace::ThreadEvent::Switch},
      {"begin-alone", trace::ThreadEvent::BeginAlone},
      {"work-begin", trace::ThreadEvent::WorkBegin},
      {"work-end", trace::ThreadEvent::WorkEnd},
      {"blind", trace::ThreadEvent::Blind},
  };
  const auto *found = std::ranges::find(kNames, name, &std::pair<std::string_view, trace::ThreadEvent>::first);
  if (found == std::end(kNames)) complain("there is no thread event '{}'", name);
  return found->second;
}

/// "7", or "team 7" for what the event has to do with that region.
std::uint64_t orderObjectIn(trace::ThreadEvent event, std::string_view text) {
  if (!text.starts_with("team ")) return text.empty() ? 0 : static_cast<std::uint64_t>(numberIn(text));
  const auto number = static_cast<std::uint64_t>(numberIn(text.substr(5)));
  const std::uint64_t team = trace::objectOf(trace::Family::Team, number << trace::kTeamBits);
  switch (event) {
    case trace::ThreadEvent::End:
    case trace::ThreadEvent::Join:
      return team + trace::kTeamEnd;
    case trace::ThreadEvent::BarrierEnter:
    case trace::ThreadEvent::BarrierLeave:
      return team + trace::kTeamBarrier;
    default:
      return team;
  }
}

unsigned threadLevelNamed(std::string_view name) {
  static constexpr std::string_view kNames[] = {"single", "funneled", "serialized", "multiple"};
  const auto *found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) complain("there is no thread level '{}'", name);
  return static_cast<unsigned>(found - kNames);
}

/// One of "a=1 b=[2,3] c=r@x".
struct Setting {
  std::string_view name;
  std::string_view value;    // a list begins with its bracket and has no closing one
  std::string_view address;  // empty: not given
};
using Settings = std::vector<Setting>;

/// Takes out a setting that is none of the call's arguments.
std::optional<Setting> take(Settings &settings, std::string_view name) {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  if (found == settings.end()) return std::nullopt;
  const Setting setting = *found;
  settings.erase(found);
  return setting;
}

std::vector<std::string_view> elementsOf(std::string_view value) {
  if (!value.starts_with('[')) return {value};
  std::vector<std::string_view> elements;
  for (value.remove_prefix(1); !value.empty();) elements.push_back(takeUntil(value, ","));
  return elements;
}

Settings settingsIn(std::string_view text) {
  Settings settings;
  while (!text.empty()) {
    Setting &setting = settings.emplace_back();
    setting.name = takeUntil(text, "=");
    const bool isList = text.starts_with('[');
    if (isList) setting.value = takeUntil(text, "]");
    std::string_view rest = isList && !text.starts_with('@') ? std::string_view{} : takeWord(text);
    const std::string_view value = takeUntil(rest, "@");
    if (!isList) setting.value = value;
    setting.address = rest;
    if (setting.name.empty() || setting.value.empty())
      complain("an argument looks like name=value or name=[value,value]");
  }
  return settings;
}

class Parser {
 public:
  tl::expected<TextTrace, TextError> parse(std::string_view text);

 private:
  /// A call that a thread is inside.
  struct Inside {
    mpi::Routine routine{};
    std::vector<std::int64_t> arguments;
    std::vector<trace::Value> fetched;  // that it will have completed when it leaves
    std::uint8_t accumulateOrder = 0;   // of the window that it makes
  };
  struct Rank {
    TextRecords records;
    bool isInitialized = false;
    std::map<unsigned, std::vector<Inside>> inside;  // by thread
    std::vector<TextObject> objects;
  };
  /// Memory that the members of a shared window see, each at addresses of its own, one part behind the other.
  struct SharedMemory {
    std::vector<unsigned> members;
    std::int64_t partBytes = 0;
  };
  struct Values {
    std::vector<std::int64_t> scalars;
    std::vector<std::int64_t> addresses;  // of the handles that the call reads through a pointer
    ArrayArguments arrays;
  };

  void line(std::string_view text);
  void world(std::string_view text);
  void comm(std::string_view text);
  void type(unsigned rank, std::string_view text);
  void act(std::string_view who, std::string_view what);
  void act(unsigned rank, unsigned thread, std::string_view verb, std::string_view rest);
  void enter(unsigned rank, unsigned thread, std::string_view call, const trace::SourcePlace &site);
  void leave(unsigned rank, unsigned thread, std::string_view results);
  void call(unsigned rank, unsigned thread, std::string_view text);
  void end(unsigned rank);
  void access(unsigned rank, unsigned thread, trace::AccessKind kind, bool isPoll, std::string_view text);
  void defineGroup(unsigned rank, const mpi::RoutineInfo &routine, Settings &settings, Values &arguments);
  void announceShared(const Inside &call, const Settings &results);
  void tellMemory(unsigned rank, unsigned thread, std::span<const std::int64_t> arguments);
  void neighbors(unsigned rank, std::string_view text);
  void object(unsigned rank, std::string_view text);
  void release(unsigned rank, unsigned thread, std::string_view text);
  void defineWindow(unsigned rank, const Inside &call, const Values &results);
  std::vector<trace::Value> fetchedIn(Settings &settings, unsigned rank) const;
  void give(unsigned rank, unsigned thread, const mpi::RoutineInfo &routine, Settings &settings, const Values &values);
  std::uint64_t addressIn(std::string_view text, unsigned rank) const;
  std::optional<std::int64_t> sharedAddress(std::string_view name, unsigned rank) const;
  std::vector<unsigned> membersOf(std::int64_t comm) const;

  std::int64_t valueIn(std::string_view text, Role role, unsigned rank) const;
  std::int64_t defaultOf(Role role);
  Values argumentsOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank);
  Values valuesOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank,
                  std::vector<std::int64_t> scalars) const;
  static std::int64_t &addressOf(const mpi::RoutineInfo &routine, std::size_t index, Values &values);
  Values resultsOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank) const;

  TextTrace trace_;
  std::deque<Rank> ranks_;
  trace::ThreadLevels threadLevels_;
  std::map<std::string, std::uint64_t, std::less<>> comms_;
  std::map<std::int64_t, std::vector<unsigned>> members_;    // of communicators, and of windows by their handle
  std::map<std::string, SharedMemory, std::less<>> shared_;  // by name
  std::int64_t nextAddress_ = kFirstAddress;                 // of memory that no other argument means
  static constexpr std::int64_t kFirstAddress = 1 << 20;
  static constexpr std::int64_t kAddressStep = 1 << 20;
  static constexpr std::int64_t kWindowBytes = kAddressStep;  // where the trace says nothing
  static constexpr std::int64_t kDefaultBytes = 4;            // of a value
};

constexpr std::int64_t kEmptyGroup = 1;

std::optional<std::int64_t> specialNamed(std::string_view name) {
  static constexpr std::pair<std::string_view, std::int64_t> kNames[] = {
      {"PROC_NULL", mpi::kProcNull},
      {"ANY_SOURCE", mpi::kAnySource},
      {"ROOT", mpi::kRootHere},
      {"ANY_TAG", mpi::kAnyTag},
      {"UNDEFINED", mpi::kUndefined},
      {"IN_PLACE", mpi::kInPlace},
      {"LOCK_EXCLUSIVE", mpi::kLockExclusive},
      {"LOCK_SHARED", mpi::kLockShared},
      {"NOCHECK", mpi::kNoCheck},
      {"NOSTORE", mpi::kNoStore},
      {"NOPUT", mpi::kNoPut},
      {"NOPRECEDE", mpi::kNoPrecede},
      {"NOSUCCEED", mpi::kNoSucceed},
      {"GROUP_EMPTY", kEmptyGroup},
      {"unknown", trace::kUnknownHandle},
  };
  const auto *found = std::ranges::find(kNames, name, &std::pair<std::string_view, std::int64_t>::first);
  if (found == std::end(kNames)) return std::nullopt;
  return found->second;
}

/// Ids of the program's own objects, and where its memory begins: the same name is the same id on every rank.
std::int64_t idOf(std::string_view name) {
  constexpr std::uint64_t kAlignment = 4096;
  return static_cast<std::int64_t>(trace::IdHash("text").add(name).id() & ~(kAlignment - 1));
}

/// True for a value that is an address of the program's data.
bool isDataAddress(Role role) {
  const mpi::Capture capture = mpi::info(role).capture;
  return role == Role::Displacement || capture == mpi::Capture::AddressOut ||
         (capture == mpi::Capture::Scalar && mpi::info(role).type.ends_with('*'));
}

/// "x" is the rank's own part of the shared memory x, "x.2" that of member 2, where the rank sees it.
std::optional<std::int64_t> Parser::sharedAddress(std::string_view name, unsigned rank) const {
  const std::string_view memory = takeUntil(name, ".");
  const auto known = shared_.find(memory);
  if (known == shared_.end()) return std::nullopt;
  const auto &[members, partBytes] = known->second;
  const auto own = std::ranges::find(members, rank) - members.begin();
  const std::int64_t member = name.empty() ? own : numberIn(name);
  if (member < 0 || member >= std::ssize(members)) complain("'{}' has {} parts only", memory, members.size());
  return idOf(fmt::format("{} of {}", memory, rank)) + member * partBytes;
}

std::int64_t Parser::valueIn(std::string_view text, Role role, unsigned rank) const {
  if (const auto number = asNumber(text)) return *number;
  if (text == "null") return trace::kNullHandle;
  if (const auto special = specialNamed(text)) return *special;
  if (const std::size_t plus = text.find('+'); plus != text.npos)
    return valueIn(text.substr(0, plus), role, rank) + numberIn(text.substr(plus + 1));
  if (isDataAddress(role))
    if (const auto shared = sharedAddress(text, rank)) return *shared;
  if (text == "self") return static_cast<std::int64_t>(trace::selfId(rank));
  if (const auto comm = comms_.find(text); comm != comms_.end()) return static_cast<std::int64_t>(comm->second);
  if (handleKind(role) == mpi::Element::Op)
    for (std::uint64_t op = 1; !mpi::predefinedOpName(op).empty(); ++op)
      if (withoutPrefix(mpi::predefinedOpName(op)) == text) return static_cast<std::int64_t>(op);
  if (handleKind(role) == mpi::Element::Datatype)
    for (const mpi::PredefinedTypeInfo &type : mpi::predefinedTypes())
      if (withoutPrefix(type.name) == text) return static_cast<std::int64_t>(type.type);
  return idOf(text);
}

/// True for an argument that is the address of memory.
bool isAddress(Role role) {
  switch (mpi::info(role).capture) {
    case mpi::Capture::Scalar:
      return mpi::info(role).type.ends_with('*');
    case mpi::Capture::ScalarOut:
    case mpi::Capture::AddressOut:
    case mpi::Capture::HandleOut:
      return true;
    default:
      return false;
  }
}

std::int64_t Parser::defaultOf(Role role) {
  switch (role) {
    case Role::Comm:
      return static_cast<std::int64_t>(trace::kWorldId);
    case Role::Count:
    case Role::CountEach:
    case Role::TargetCount:
    case Role::DispUnit:
      return 1;
    case Role::Datatype:
    case Role::AnyDatatype:
    case Role::TargetDatatype:
      return static_cast<std::int64_t>(mpi::PredefinedType::Int);
    case Role::Op:
      return static_cast<std::int64_t>(mpi::PredefinedOp::Sum);
    case Role::LockType:
      return mpi::kLockExclusive;
    case Role::WindowSize:
      return kWindowBytes;
    case Role::Group:
    case Role::ErrHandler:
      return idOf("some");
    default:
      return isAddress(role) ? nextAddress_ += kAddressStep : 0;
  }
}

/// The position of the argument that a setting means.
std::size_t argumentNamed(const mpi::RoutineInfo &routine, std::string_view name) {
  const auto arguments = routine.args();
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].name == name) return i;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (equalsIgnoringCase(mpi::info(arguments[i].role).name, name)) return i;
  complain("{} has no argument '{}'", routine.name, name);
}

/// Where the address of the handle or handles that an argument points to is recorded.
std::int64_t &Parser::addressOf(const mpi::RoutineInfo &routine, std::size_t index, Values &values) {
  const auto isInOut = [](const mpi::Argument &argument) {
    return mpi::info(argument.role).capture == mpi::Capture::HandleInOut;
  };
  const auto arguments = routine.args();
  if (mpi::info(arguments[index].role).capture == mpi::Capture::HandleArrayInOut) return values.scalars[index];
  if (!isInOut(arguments[index])) complain("'{}' of {} has no address", arguments[index].name, routine.name);
  return values.addresses[static_cast<std::size_t>(std::ranges::count_if(arguments.first(index), isInOut))];
}

Parser::Values Parser::argumentsOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank) {
  std::vector<std::int64_t> defaults;
  for (const mpi::Argument &argument : routine.args()) defaults.push_back(defaultOf(argument.role));
  return valuesOf(routine, settings, rank, std::move(defaults));
}

Parser::Values Parser::valuesOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank,
                                std::vector<std::int64_t> scalars) const {
  Values values;
  values.scalars = std::move(scalars);
  values.addresses.resize(trace::addressCount(routine));
  for (auto [name, text, address] : settings) {
    const std::size_t index = argumentNamed(routine, name);
    const Role role = routine.args()[index].role;
    if (!address.empty()) addressOf(routine, index, values) = valueIn(address, Role::Pointer, rank);
    if (!text.starts_with('[')) {
      values.scalars[index] = valueIn(text, role, rank);
      continue;
    }
    ArrayArgument &array = values.arrays.emplace_back();
    array.argument = static_cast<unsigned>(index);
    for (const std::string_view element : elementsOf(text)) array.values.push_back(valueIn(element, role, rank));
  }
  return values;
}

/// The four values of a status, which stand among the results and not in an array.
std::vector<std::int64_t> takeStatus(ArrayArguments &arrays, std::size_t argument) {
  std::vector<std::int64_t> status(4, -1);
  const auto given = std::ranges::find(arrays, argument, &ArrayArgument::argument);
  if (given == arrays.end()) return status;
  if (given->values.size() != status.size()) complain("a status is [source,tag,error,bytes]");
  status = std::move(given->values);
  arrays.erase(given);
  return status;
}

Parser::Values Parser::resultsOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank) const {
  Values given = valuesOf(routine, settings, rank, std::vector<std::int64_t>(routine.arity));
  for (const ArrayArgument &array : given.arrays)
    given.scalars[array.argument] = static_cast<std::int64_t>(array.values.size());
  Values results;
  results.arrays = std::move(given.arrays);
  for (std::size_t i = 0; i < routine.args().size(); ++i) {
    const std::size_t words = trace::resultsOf(mpi::info(routine.args()[i].role).capture);
    if (routine.args()[i].role == Role::Status) {
      const std::vector<std::int64_t> status = takeStatus(results.arrays, i);
      results.scalars.insert(results.scalars.end(), status.begin(), status.end());
      continue;
    }
    results.scalars.insert(results.scalars.end(), words, given.scalars[i]);
  }
  return results;
}

void Parser::world(std::string_view text) {
  const std::int64_t size = numberIn(takeWord(text));
  if (!ranks_.empty() || size < 1) complain("the number of ranks is given once and at least 1");
  bool isInitialized = true;
  std::optional<unsigned> asked;
  while (!text.empty()) {
    const std::string_view word = takeWord(text);
    if (word == "uninitialized")
      isInitialized = false;
    else if (word == "asked")
      asked = threadLevelNamed(takeWord(text));
    else if (word == "granted")
      threadLevels_.granted = threadLevelNamed(takeWord(text));
    else
      complain("unknown word '{}'", word);
  }
  threadLevels_.asked = asked.value_or(threadLevels_.granted);
  comms_["world"] = trace::kWorldId;
  for (unsigned rank = 0; rank < size; ++rank) {
    members_[static_cast<std::int64_t>(trace::kWorldId)].push_back(rank);
    members_[static_cast<std::int64_t>(trace::selfId(rank))] = {rank};
    ranks_.push_back({TextRecords(trace_.steps, {1, 1000 + rank}), isInitialized, {}, {}});
    if (isInitialized) ranks_.back().records.process(rank, static_cast<unsigned>(size), threadLevels_);
  }
}

void Parser::comm(std::string_view text) {
  const std::string name(takeUntil(text, "="));
  std::uint64_t parent = 0;
  if (text.starts_with("split ")) {
    takeWord(text);
    const auto known = comms_.find(takeWord(text));
    if (known == comms_.end()) complain("the parent of '{}' is not known", name);
    parent = known->second;
  }
  const auto worldSize = static_cast<unsigned>(ranks_.size());
  const std::vector<unsigned> local = takeGroup(text, worldSize);
  const std::vector<unsigned> remote = text.empty() ? std::vector<unsigned>{} : takeGroup(text, worldSize);
  const std::uint64_t id = comms_[name] = static_cast<std::uint64_t>(idOf(name));
  members_[static_cast<std::int64_t>(id)] = local;
  for (const unsigned rank : local) ranks_[rank].records.comm(id, parent, local, remote);
  for (const unsigned rank : remote) ranks_[rank].records.comm(id, parent, remote, local);
}

/// "0:INT*2x4+16"
trace::TypeBlock blockIn(std::string_view text) {
  trace::TypeBlock block{};
  block.displacement = numberIn(takeUntil(text, ":"));
  std::string_view values = takeUntil(text, "x");
  const std::string_view basic = takeUntil(values, "*");
  for (const mpi::PredefinedTypeInfo &type : mpi::predefinedTypes())
    if (withoutPrefix(type.name) == basic) block.basic = static_cast<std::uint32_t>(type.type);
  if (block.basic == 0) complain("there is no basic type '{}'", basic);
  block.elements = values.empty() ? 1 : static_cast<std::uint32_t>(numberIn(values));
  block.count = text.empty() ? 1 : static_cast<std::uint32_t>(numberIn(takeUntil(text, "+")));
  block.stride = text.empty() ? 0 : numberIn(text);
  return block;
}

void Parser::type(unsigned rank, std::string_view text) {
  trace::Type type{};
  type.id = static_cast<std::uint64_t>(idOf(takeUntil(text, "=")));
  std::string_view bounds = takeUntil(text, "{");
  if (takeWord(bounds) != "extent" || !text.ends_with('}')) complain("a type looks like T = extent 8 {{0:INT*2}}");
  type.extent = numberIn(takeWord(bounds));
  if (takeWord(bounds) == "lb") type.lowerBound = numberIn(bounds);
  std::vector<trace::TypeBlock> blocks;
  text.remove_suffix(1);
  for (text = trim(text); !text.empty();) blocks.push_back(blockIn(takeWord(text)));
  for (const trace::TypeBlock &block : blocks)
    type.size += std::uint64_t{mpi::predefinedType(block.basic)->bytes} * block.elements * block.count;
  ranks_[rank].records.type(type, blocks);
}

std::uint64_t Parser::addressIn(std::string_view text, unsigned rank) const {
  return static_cast<std::uint64_t>(valueIn(text, Role::ReadBuffer, rank));
}

/// "x+4 8x10+16 = 1 @ a.c:12 main"
void Parser::access(unsigned rank, unsigned thread, trace::AccessKind kind, bool isPoll, std::string_view text) {
  std::string_view what = takeUntil(text, " @ ");
  const trace::SourcePlace site = siteIn(text);
  std::string_view place = takeUntil(what, "=");
  const std::uint64_t address = addressIn(takeWord(place), rank);
  trace::Access access = shapeIn(place);
  access.address = address;
  access.access = kind;
  access.isPoll = isPoll ? 1 : 0;
  TextRecords &records = ranks_[rank].records;
  records.access(thread, access, site);
  const bool isUpdate = kind == trace::AccessKind::AtomicUpdate;
  const auto carry = [&](trace::ValueRole role, std::string_view number) {
    if (number.empty()) return;
    trace::Value value = valueOf(address, access.bytes, role, numberIn(number));
    value.isUpdate = isUpdate ? 1 : 0;
    records.atomicValue(thread, value);
  };
  const bool isStore = kind == trace::AccessKind::AtomicStore;
  const std::string_view first = takeWord(what);
  if (isUpdate) carry(trace::ValueRole::Stored, takeWord(what));
  if (isUpdate || isStore || kind == trace::AccessKind::AtomicLoad)
    carry(isStore ? trace::ValueRole::Stored : trace::ValueRole::Loaded, first);
  if (!what.empty()) complain("too many values: '{}'", what);
}

std::vector<unsigned> Parser::membersOf(std::int64_t object) const {
  const auto known = members_.find(object);
  return known != members_.end() ? known->second : members_.at(static_cast<std::int64_t>(trace::kWorldId));
}

/// The group of a post or start: the ranks that are listed, else everyone else of the window. Of a communicator that
/// some make: only where they are listed.
void Parser::defineGroup(unsigned rank, const mpi::RoutineInfo &routine, Settings &settings, Values &arguments) {
  const bool isMaking = routine.effect == mpi::Effect::CommCreatePartial && routine.indexOf(Role::Group) >= 0;
  if (!isMaking && routine.effect != mpi::Effect::Post && routine.effect != mpi::Effect::StartAccess) return;
  const int window = routine.indexOf(Role::Window);
  const auto given = std::ranges::find(settings, "group", &Setting::name);
  const bool isList = given != settings.end() && given->value.starts_with('[');
  if (!isList && (isMaking || given != settings.end())) return;
  std::vector<unsigned> ranks;
  if (isList) {
    for (const std::string_view element : elementsOf(given->value))
      for (const unsigned member : ranksIn(element, static_cast<unsigned>(ranks_.size()))) ranks.push_back(member);
    std::erase_if(arguments.arrays, [&](const ArrayArgument &array) {
      return array.argument == static_cast<unsigned>(routine.indexOf(Role::Group));
    });
  } else {
    ranks = membersOf(arguments.scalars[static_cast<std::size_t>(window)]);
    std::erase(ranks, rank);
  }
  const std::int64_t id = idOf(fmt::format("group {}", fmt::join(ranks, ",")));
  arguments.scalars[static_cast<std::size_t>(routine.indexOf(Role::Group))] = id;
  ranks_[rank].records.group(static_cast<std::uint64_t>(id), ranks);
}

/// "b:1" is 1 in the 4 bytes at b, "b:1:8" in 8.
std::vector<trace::Value> Parser::fetchedIn(Settings &settings, unsigned rank) const {
  std::vector<trace::Value> values;
  const auto fetched = take(settings, "fetched");
  if (!fetched) return values;
  for (std::string_view element : elementsOf(fetched->value)) {
    const std::uint64_t address = addressIn(takeUntil(element, ":"), rank);
    const std::int64_t number = numberIn(takeUntil(element, ":"));
    const std::int64_t bytes = element.empty() ? kDefaultBytes : numberIn(element);
    values.push_back(valueOf(address, static_cast<std::uint32_t>(bytes), trace::ValueRole::Fetched, number));
  }
  return values;
}

/// The values in the origin and in the compare buffer of the operation.
void Parser::give(unsigned rank, unsigned thread, const mpi::RoutineInfo &routine, Settings &settings,
                  const Values &values) {
  const int origin = routine.indexOf(Role::ReadBuffer);
  const int compare = origin < 0 ? -1 : routine.indexOf(Role::ReadBuffer, static_cast<std::size_t>(origin) + 1);
  const auto carry = [&](std::string_view name, int buffer, trace::ValueRole role) {
    const auto setting = take(settings, name);
    if (!setting) return;
    if (buffer < 0) complain("{} carries no '{}' value", routine.name, name);
    const int type = routine.indexOf(Role::Datatype);
    const auto *basic = mpi::predefinedType(static_cast<std::uint64_t>(values.scalars[static_cast<std::size_t>(type)]));
    const std::uint32_t bytes = basic != nullptr ? basic->bytes : static_cast<std::uint32_t>(kDefaultBytes);
    const auto address = static_cast<std::uint64_t>(values.scalars[static_cast<std::size_t>(buffer)]);
    ranks_[rank].records.value(thread, valueOf(address, bytes, role, numberIn(setting->value)));
  };
  carry("given", origin, trace::ValueRole::Given);
  carry("compared", compare, trace::ValueRole::Compared);
}

void Parser::enter(unsigned rank, unsigned thread, std::string_view call, const trace::SourcePlace &site) {
  const mpi::RoutineInfo &routine = mpi::info(routineNamed(takeWord(call)));
  Settings settings = settingsIn(call);
  Inside inside;
  inside.routine = routine.routine;
  inside.fetched = fetchedIn(settings, rank);
  const auto order = take(settings, "accumulate_ordering");
  inside.accumulateOrder =
      accumulateOrderIn(order ? elementsOf(order->value) : std::vector<std::string_view>{"rar", "raw", "war", "waw"});
  Settings values;
  for (const std::string_view name : {"given", "compared"})
    if (const auto value = take(settings, name)) values.push_back(*value);

  Values arguments = argumentsOf(routine, settings, rank);
  defineGroup(rank, routine, settings, arguments);
  give(rank, thread, routine, values, arguments);
  tellMemory(rank, thread, arguments.scalars);
  inside.arguments = arguments.scalars;
  arguments.scalars.insert(arguments.scalars.end(), arguments.addresses.begin(), arguments.addresses.end());
  ranks_[rank].records.enter(thread, routine.routine, arguments.scalars, arguments.arrays, site);
  ranks_[rank].inside[thread].push_back(std::move(inside));
}

/// The objects that arguments of the call to come point into.
void Parser::tellMemory(unsigned rank, unsigned thread, std::span<const std::int64_t> arguments) {
  for (const TextObject &object : ranks_[rank].objects) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto address = static_cast<std::uint64_t>(arguments[i]);
      if (address < object.address || address >= object.address + object.bytes) continue;
      trace::Memory memory{};
      memory.before = address - object.address;
      memory.bytes = object.bytes - memory.before;
      memory.layout = object.layout.id;
      memory.argument = static_cast<std::uint32_t>(i);
      memory.kind = object.kind;
      memory.isMixed = object.isMixed ? 1 : 0;
      ranks_[rank].records.memory(thread, memory);
    }
  }
}

/// "g sources=[1,0] destinations=[1]"
void Parser::neighbors(unsigned rank, std::string_view text) {
  const auto comm = static_cast<std::uint64_t>(valueIn(takeWord(text), Role::Comm, rank));
  Settings lists = settingsIn(text);
  const auto ranksOf = [&](std::string_view name) {
    std::vector<std::int64_t> ranks;
    if (const auto list = take(lists, name))
      for (const std::string_view element : elementsOf(list->value))
        ranks.push_back(valueIn(element, Role::Dest, rank));
    return ranks;
  };
  const std::vector<std::int64_t> sources = ranksOf("sources");
  ranks_[rank].records.neighbors(comm, sources, ranksOf("destinations"));
}

/// "x 64 heap of Cell 16 {0:signed4*2 8:floating8}"
void Parser::object(unsigned rank, std::string_view text) {
  const std::uint64_t address = addressIn(takeWord(text), rank);
  const auto bytes = static_cast<std::uint64_t>(numberIn(takeWord(text)));
  std::vector<TextObject> &objects = ranks_[rank].objects;
  TextObject &object = objects.emplace_back(objectIn(text));
  object.address = address;
  object.bytes = bytes;
  if (object.layout.bytes == 0) return;
  object.layout.id = objects.size();
  ranks_[rank].records.layout(object.layout, object.parts);
}

/// "x 64 free @ a.c:12 main"
void Parser::release(unsigned rank, unsigned thread, std::string_view text) {
  std::string_view what = takeUntil(text, " @ ");
  trace::Released released{};
  released.address = addressIn(takeWord(what), rank);
  released.bytes = static_cast<std::uint64_t>(numberIn(takeWord(what)));
  released.how = releaseNamed(trim(what));
  ranks_[rank].records.released(thread, released, siteIn(text));
}

/// From now on the name that gets the base of a shared window means its parts.
void Parser::announceShared(const Inside &call, const Settings &results) {
  const mpi::RoutineInfo &routine = mpi::info(call.routine);
  if (flavorOf(call.routine) != trace::WindowFlavor::Shared) return;
  for (const Setting &setting : results)
    if (setting.name != "code" && routine.args()[argumentNamed(routine, setting.name)].role == Role::BaseOut)
      shared_.try_emplace(std::string(setting.value),
                          membersOf(call.arguments[static_cast<std::size_t>(routine.indexOf(Role::Comm))]),
                          call.arguments[static_cast<std::size_t>(routine.indexOf(Role::WindowSize))]);
}

/// The records of the window that the call has made, if it has.
void Parser::defineWindow(unsigned rank, const Inside &call, const Values &results) {
  const mpi::RoutineInfo &routine = mpi::info(call.routine);
  if (routine.effect != mpi::Effect::WinCreate || results.scalars.back() == trace::kNullHandle) return;
  const auto argument = [&](Role role) {
    const int index = routine.indexOf(role);
    return index < 0 ? 0 : call.arguments[static_cast<std::size_t>(index)];
  };
  const bool isAllocated = routine.indexOf(Role::BaseOut) >= 0;
  trace::Window window{};
  window.id = static_cast<std::uint64_t>(results.scalars.back());
  window.comm = static_cast<std::uint64_t>(argument(Role::Comm));
  window.base = static_cast<std::uint64_t>(isAllocated ? results.scalars.front() : argument(Role::WindowBase));
  window.size = static_cast<std::uint64_t>(argument(Role::WindowSize));
  window.displacementUnit = static_cast<std::uint32_t>(std::max<std::int64_t>(argument(Role::DispUnit), 1));
  window.flavor = flavorOf(call.routine);
  window.accumulateOrder = call.accumulateOrder;
  const std::vector<unsigned> members = membersOf(argument(Role::Comm));
  members_[results.scalars.back()] = members;
  TextRecords &records = ranks_[rank].records;
  records.window(window);
  if (window.flavor != trace::WindowFlavor::Shared) return;
  const auto own = static_cast<std::uint64_t>(std::ranges::find(members, rank) - members.begin());
  for (std::uint32_t member = 0; member < members.size(); ++member)
    records.sharedPart({{}, window.id, window.base + (member - own) * window.size, window.size, member, 0});
}

void Parser::leave(unsigned rank, unsigned thread, std::string_view text) {
  Rank &state = ranks_[rank];
  std::vector<Inside> &inside = state.inside[thread];
  if (inside.empty()) complain("rank {} is inside no call", rank);
  const Inside call = std::move(inside.back());
  inside.pop_back();
  const mpi::RoutineInfo &routine = mpi::info(call.routine);

  Settings settings = settingsIn(text);
  const auto code = take(settings, "code");
  const std::int64_t returned = code ? numberIn(code->value) : 0;
  for (const trace::Value &value : call.fetched) state.records.value(thread, value);
  for (const trace::Value &value : fetchedIn(settings, rank)) state.records.value(thread, value);
  announceShared(call, settings);
  Values results = resultsOf(routine, settings, rank);
  if (const int base = routine.indexOf(Role::BaseOut); base >= 0 && results.scalars.front() == 0)
    results.scalars.front() = nextAddress_ += kAddressStep;

  if (routine.effect == mpi::Effect::Init && !state.isInitialized) {
    state.records.process(rank, static_cast<unsigned>(ranks_.size()), threadLevels_);
    state.isInitialized = true;
  }
  defineWindow(rank, call, results);
  state.records.leave(thread, routine.routine, results.scalars, results.arrays, static_cast<int>(returned));
}

void Parser::call(unsigned rank, unsigned thread, std::string_view text) {
  std::string_view results = text;
  const std::string_view call = takeUntil(results, " @ ");
  const trace::SourcePlace site = siteIn(results);
  results = call;
  enter(rank, thread, takeUntil(results, "->"), site);
  leave(rank, thread, results);
}

void Parser::end(unsigned rank) {
  const std::string_view finalize = withoutPrefix(mpi::info(mpi::Routine::Finalize).name);
  call(rank, 0, finalize);
  ranks_[rank].records.exit(0);
}

void Parser::act(unsigned rank, unsigned thread, std::string_view verb, std::string_view rest) {
  TextRecords &records = ranks_[rank].records;
  if (verb == "enter") {
    const std::string_view what = takeUntil(rest, " @ ");
    enter(rank, thread, what, siteIn(rest));
  } else if (verb == "leave") {
    leave(rank, thread, rest);
  } else if (verb == "call") {
    call(rank, thread, rest);
  } else if (verb == "load" || verb == "poll") {
    access(rank, thread, trace::AccessKind::Load, verb == "poll", rest);
  } else if (verb == "store") {
    access(rank, thread, trace::AccessKind::Store, false, rest);
  } else if (verb == "atomic") {
    const trace::AccessKind kind = atomicKindNamed(takeWord(rest));
    access(rank, thread, kind, false, rest);
  } else if (verb == "type") {
    type(rank, rest);
  } else if (verb == "neighbors") {
    neighbors(rank, rest);
  } else if (verb == "order") {
    const trace::ThreadEvent event = threadEventNamed(takeWord(rest));
    records.threadOrder(thread, event, orderObjectIn(event, rest));
  } else if (verb == "object") {
    object(rank, rest);
  } else if (verb == "release") {
    release(rank, thread, rest);
  } else if (verb == "free") {
    const std::uint64_t address = addressIn(takeWord(rest), rank);
    records.freed(thread, address, static_cast<std::uint64_t>(numberIn(rest)));
  } else if (verb == "exit") {
    records.exit(static_cast<int>(numberIn(rest)));
  } else if (verb == "signal") {
    const auto number = static_cast<unsigned>(numberIn(takeUntil(rest, " @ ")));
    records.signal(number, siteIn(rest));
  } else if (verb == "fail" || verb == "fail-unused" || verb == "abort") {
    const std::string_view errorClass = takeWord(rest);
    records.failure(thread, verb == "abort", verb == "fail-unused", fmt::format("MPI_{}", errorClass), rest);
  } else if (verb == "callback") {
    records.callback(thread, static_cast<std::uint64_t>(numberIn(rest)));
  } else if (verb == "misplaced") {
    const std::int64_t distance = numberIn(takeWord(rest));
    records.misplaced(thread, distance, rest);
  } else if (verb == "vanish") {
    records.vanish();
  } else if (verb == "end") {
    end(rank);
  } else {
    complain("unknown word '{}'", verb);
  }
}

void Parser::act(std::string_view who, std::string_view what) {
  const std::string_view ranks = takeUntil(who, ".");
  const unsigned thread = who.empty() ? 0 : static_cast<unsigned>(numberIn(who));
  const auto worldSize = static_cast<unsigned>(ranks_.size());
  const std::string everyone = fmt::format("0-{}", worldSize - 1);
  const std::string_view verb = takeWord(what);
  for (const unsigned rank : ranksIn(ranks == "all" ? everyone : ranks, worldSize)) act(rank, thread, verb, what);
}

void Parser::line(std::string_view text) {
  text = trim(text.substr(0, text.find('#')));
  if (text.empty()) return;
  if (trace_.isInterrupted) complain("nothing may follow 'interrupted'");
  if (text.starts_with("ranks ")) return world(text.substr(6));
  if (ranks_.empty()) complain("a trace begins with 'ranks N'");
  if (text.starts_with("comm ")) return comm(text.substr(5));
  if (text == "interrupted") {
    trace_.isInterrupted = true;
    return;
  }
  std::string_view rest = text;
  const std::string_view who = takeUntil(rest, ":");
  act(who, rest);
}

/// In a repeated line `$(8+4)` is 8 in the first round, and 4 more in each further one.
std::string inRound(std::string_view line, std::int64_t round) {
  std::string text;
  for (std::size_t at = line.find("$("); at != line.npos; at = line.find("$(")) {
    text += line.substr(0, at);
    line.remove_prefix(at + 2);
    const std::size_t end = line.find(')');
    if (end == line.npos) complain("a counter looks like $(8+4)");
    std::string_view counter = line.substr(0, end);
    const std::int64_t first = numberIn(takeUntil(counter, "+"));
    text += fmt::format("{}", first + round * numberIn(counter));
    line.remove_prefix(end + 1);
  }
  return text.append(line);
}

tl::expected<TextTrace, TextError> Parser::parse(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(takeUntil(text, "\n"));
  std::size_t at = 0;
  try {
    for (; at < lines.size(); ++at) {
      std::string_view head = lines[at];
      if (takeWord(head) != "repeat") {
        line(lines[at]);
        continue;
      }
      const std::int64_t rounds = numberIn(takeUntil(head, "{"));
      const std::size_t opening = at;
      std::size_t closing = at;
      while (closing < lines.size() && lines[closing] != "}") ++closing;
      if (closing == lines.size()) complain("the '}}' of this 'repeat' is missing");
      for (std::int64_t round = 0; round < rounds; ++round)
        for (at = opening + 1; at < closing; ++at) line(inRound(lines[at], round));
      at = closing;
    }
  } catch (const Complaint &complaint) {
    return tl::unexpected(TextError{static_cast<unsigned>(at + 1), complaint.what});
  }
  return std::move(trace_);
}

}  // namespace

tl::expected<TextTrace, TextError> TextTrace::parse(std::string_view text) { return Parser().parse(text); }

void feed(const trace::BuiltRecord &step, Engine &engine) {
  if (step.words.empty()) return engine.vanished(step.process);
  engine.feed(step.view());
}

void TextTrace::play(Engine &engine) const {
  for (const trace::BuiltRecord &step : steps) feed(step, engine);
  engine.finish(isInterrupted);
}

}  // namespace lockstep::engine
