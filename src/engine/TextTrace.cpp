#include "engine/TextTrace.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "engine/Objects.h"
#include "mpi/Predefined.h"
#include "mpi/Special.h"
#include "trace/CommId.h"
#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

using mpi::Role;

/// Thrown inside the parser only; parse() turns it into a TextError with the line.
struct Complaint {
  std::string what;
};

template <class... Arguments>
[[noreturn]] void complain(fmt::format_string<Arguments...> format, Arguments &&...arguments) {
  throw Complaint{fmt::format(format, std::forward<Arguments>(arguments)...)};
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Cuts the text at the first `mark`; the rest moves to `text`, which becomes empty when there is none.
std::string_view takeUntil(std::string_view &text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view head = trim(text.substr(0, at));
  text = at == text.npos ? std::string_view{} : trim(text.substr(at + mark.size()));
  return head;
}

std::string_view takeWord(std::string_view &text) { return takeUntil(text, " "); }

std::optional<std::int64_t> asNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::int64_t numberIn(std::string_view text) {
  const auto number = asNumber(text);
  if (!number) complain("'{}' is not a number", text);
  return *number;
}

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

TextSite siteIn(std::string_view text) {
  TextSite site;
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
  };
  const auto *found = std::ranges::find(kNames, name, &std::pair<std::string_view, trace::ThreadEvent>::first);
  if (found == std::end(kNames)) complain("there is no thread event '{}'", name);
  return found->second;
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
  struct Rank {
    TextRecords records;
    bool isInitialised = false;
    std::map<unsigned, std::vector<mpi::Routine>> inside;  // by thread
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
  void enter(unsigned rank, unsigned thread, std::string_view call, const TextSite &site);
  void leave(unsigned rank, unsigned thread, std::string_view results);
  void call(unsigned rank, unsigned thread, std::string_view text);
  void end(unsigned rank);

  std::int64_t valueIn(std::string_view text, Role role, unsigned rank) const;
  std::int64_t defaultOf(Role role);
  Values argumentsOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank);
  Values valuesOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank,
                  std::vector<std::int64_t> scalars) const;
  static std::int64_t &addressOf(const mpi::RoutineInfo &routine, std::size_t index, Values &values);
  Values resultsOf(const mpi::RoutineInfo &routine, const Settings &settings, unsigned rank) const;

  TextTrace trace_;
  std::deque<Rank> ranks_;
  ThreadLevels threadLevels_;
  std::map<std::string, std::uint64_t, std::less<>> comms_;
  std::int64_t nextAddress_ = kFirstAddress;  // of memory that no other argument means
  static constexpr std::int64_t kFirstAddress = 1 << 20;
  static constexpr std::int64_t kAddressStep = 1 << 20;
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

/// Ids of the program's own objects: the same name is the same id on every rank.
std::int64_t idOf(std::string_view name) { return static_cast<std::int64_t>(trace::IdHash("text").add(name).id()); }

std::int64_t Parser::valueIn(std::string_view text, Role role, unsigned rank) const {
  if (const auto number = asNumber(text)) return *number;
  if (text == "null") return trace::kNullHandle;
  if (const auto special = specialNamed(text)) return *special;
  if (const std::size_t plus = text.find('+'); plus != text.npos)
    return valueIn(text.substr(0, plus), role, rank) + numberIn(text.substr(plus + 1));
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
    for (text.remove_prefix(1); !text.empty();) array.values.push_back(valueIn(takeUntil(text, ","), role, rank));
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
  bool isInitialised = true;
  std::optional<unsigned> asked;
  while (!text.empty()) {
    const std::string_view word = takeWord(text);
    if (word == "uninitialised")
      isInitialised = false;
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
    ranks_.push_back({TextRecords(trace_.steps, {1, 1000 + rank}), isInitialised, {}});
    if (isInitialised) ranks_.back().records.process(rank, static_cast<unsigned>(size), threadLevels_);
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

void Parser::enter(unsigned rank, unsigned thread, std::string_view call, const TextSite &site) {
  const mpi::RoutineInfo &routine = mpi::info(routineNamed(takeWord(call)));
  Values arguments = argumentsOf(routine, settingsIn(call), rank);
  arguments.scalars.insert(arguments.scalars.end(), arguments.addresses.begin(), arguments.addresses.end());
  ranks_[rank].records.enter(thread, routine.routine, arguments.scalars, arguments.arrays, site);
  ranks_[rank].inside[thread].push_back(routine.routine);
}

void Parser::leave(unsigned rank, unsigned thread, std::string_view text) {
  Rank &state = ranks_[rank];
  std::vector<mpi::Routine> &inside = state.inside[thread];
  if (inside.empty()) complain("rank {} is inside no call", rank);
  const mpi::RoutineInfo &routine = mpi::info(inside.back());
  inside.pop_back();

  Settings settings = settingsIn(text);
  const auto code = std::ranges::find(settings, "code", &Setting::name);
  const std::int64_t returned = code == settings.end() ? 0 : numberIn(code->value);
  if (code != settings.end()) settings.erase(code);
  const Values results = resultsOf(routine, settings, rank);

  if (routine.effect == mpi::Effect::Init && !state.isInitialised) {
    state.records.process(rank, static_cast<unsigned>(ranks_.size()), threadLevels_);
    state.isInitialised = true;
  }
  state.records.leave(thread, routine.routine, results.scalars, results.arrays, static_cast<int>(returned));
}

void Parser::call(unsigned rank, unsigned thread, std::string_view text) {
  std::string_view results = text;
  const std::string_view call = takeUntil(results, " @ ");
  const TextSite site = siteIn(results);
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
  } else if (verb == "type") {
    type(rank, rest);
  } else if (verb == "order") {
    const trace::ThreadEvent event = threadEventNamed(takeWord(rest));
    records.threadOrder(thread, event, static_cast<std::uint64_t>(numberIn(rest)));
  } else if (verb == "exit") {
    records.exit(static_cast<int>(numberIn(rest)));
  } else if (verb == "signal") {
    const auto number = static_cast<unsigned>(numberIn(takeUntil(rest, " @ ")));
    records.signal(number, siteIn(rest));
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

tl::expected<TextTrace, TextError> Parser::parse(std::string_view text) {
  for (unsigned number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      line(text.substr(0, end));
    } catch (const Complaint &complaint) {
      return tl::unexpected(TextError{number, complaint.what});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(trace_);
}

}  // namespace

tl::expected<TextTrace, TextError> TextTrace::parse(std::string_view text) { return Parser().parse(text); }

void feed(const TraceStep &step, Engine &engine) {
  if (step.record.empty()) return engine.vanished(step.process);
  engine.feed({step.process, step.thread, reinterpret_cast<const trace::RecordHeader *>(step.record.data())});
}

void TextTrace::play(Engine &engine) const {
  for (const TraceStep &step : steps) feed(step, engine);
  engine.finish(isInterrupted);
}

}  // namespace lockstep::engine
