#include "engine/calls/Objects.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "trace/CommId.h"
#include "trace/Parts.h"

namespace lockstep::engine {
namespace {

using mpi::Element;
using mpi::Role;

constexpr std::int64_t kEmptyGroup = 1;

/// Whether handles are reference-counted: the same handle may be returned several times.
bool isCounted(Element kind) { return kind == Element::Group || kind == Element::ErrHandler; }

/// Kinds that are tracked here; requests, messages and sessions are tracked elsewhere.
bool isKept(Element kind) {
  return mpi::isHandle(kind) && kind != Element::Request && kind != Element::Message && kind != Element::Session;
}

/// What a call does to the object behind one of its arguments.
struct Change {
  enum class What : std::uint8_t { Makes, Frees, Commits, TellsUnseen } what{};
  std::size_t argument = 0;
  Element kind{};
};

std::vector<Change> changesOf(const mpi::RoutineInfo &routine) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < routine.arity; ++i) {
    const Role role = routine.storage[i].role;
    const std::string_view name = mpi::info(role).name;
    const Element kind = handleKind(role);
    if (role == Role::CommittedDatatype) changes.push_back({Change::What::Commits, i, kind});
    if (role == Role::DatatypesOut) changes.push_back({Change::What::TellsUnseen, i, Element::Datatype});
    if (isKept(kind) && name.starts_with("Freed")) changes.push_back({Change::What::Frees, i, kind});
    if (isKept(kind) && name.starts_with("New")) changes.push_back({Change::What::Makes, i, kind});
  }
  return changes;
}

const std::vector<Change> &changesOf(mpi::Routine routine) {
  static const auto kChanges = [] {
    std::array<std::vector<Change>, mpi::kRoutineCount> changes;
    for (const mpi::RoutineInfo &row : mpi::routines()) changes[static_cast<std::size_t>(row.routine)] = changesOf(row);
    return changes;
  }();
  return kChanges[static_cast<std::size_t>(routine)];
}

}  // namespace

bool isPredefined(const ProcessInfo &process, Element kind, std::int64_t id) {
  const auto number = static_cast<std::uint64_t>(id);
  switch (kind) {
    case Element::Datatype:
      return mpi::predefinedType(number) != nullptr;
    case Element::Op:
      return !mpi::predefinedOpName(number).empty();
    case Element::Group:
      return id == kEmptyGroup;
    case Element::Comm:
      return number == trace::kWorldId ||
             (process.rank >= 0 && number == trace::selfId(static_cast<std::uint32_t>(process.rank)));
    default:
      return false;
  }
}

report::Site siteOf(const ProcessInfo &process, const Making &making, std::string label) {
  report::Site site;
  site.role = report::SiteRole::Creation;
  site.rank = process.rank;
  site.thread = static_cast<int>(making.thread);
  site.call = making.routine->name;
  site.label = std::move(label);
  process.sites.locate(making.site, site);
  return site;
}

report::Site siteOfWindow(const ProcessInfo &process, const Making &making) {
  report::Site site = siteOf(process, making, "the window is created here");
  site.rank = -1;
  return site;
}

void Objects::define(const ProcessInfo &process, const trace::Process &record) {
  owners_[&process].largestTag = record.largestTag;
  ++state_;
}

void Objects::define(const ProcessInfo &process, const trace::Type &record) {
  if (record.isCommitted != 0) owners_[&process].madeCommitted.insert(static_cast<std::int64_t>(record.id));
}

void Objects::leave(const Call &call, const Result &result) {
  if (result.code != 0) return;
  for (const Change &change : changesOf(call.routine->routine)) {
    if (change.argument >= call.arguments.size() || change.argument >= result.written.size()) continue;
    ++state_;
    const std::int64_t before = call.arguments[change.argument];
    switch (change.what) {
      case Change::What::Makes:
        make(call, change.kind, result.written[change.argument]);
        break;
      case Change::What::Frees:
        free(call, change.kind, before);
        break;
      case Change::What::Commits: {
        auto &types = owners_[call.process].kinds[Element::Datatype].objects;
        if (const auto type = types.find(before); type != types.end()) type->second.isCommitted = true;
        break;
      }
      case Change::What::TellsUnseen:
        owners_[call.process].kinds[change.kind].mayHoldUnseen = true;
        break;
    }
  }
}

void Objects::make(const Call &call, Element kind, std::int64_t id) {
  Kind &kept = owners_[call.process].kinds[kind];
  if (call.routine->timing == mpi::Timing::Nonblocking) kept.mayHoldUnseen = true;  // the handle may arrive later
  if (id == trace::kNullHandle || id == trace::kUnknownHandle || isPredefined(*call.process, kind, id)) return;
  auto known = kept.objects.find(id);
  if (known != kept.objects.end() && !isCounted(kind)) return;
  if (known == kept.objects.end()) known = kept.objects.emplace(id, describe(call, kind, id)).first;
  std::vector<Making> &makings = known->second.makings;
  if (!makings.empty() && makings.back().site == call.site && makings.back().routine == call.routine)
    ++makings.back().count;
  else
    makings.push_back({call.routine, call.site, call.thread, 1});
}

Object Objects::describe(const Call &call, Element kind, std::int64_t id) const {
  const ProcessInfo &process = *call.process;
  Object object;
  if (kind == Element::Window) {
    object.comm = call.comm;
    object.isDynamic = call.routine->indexOf(Role::WindowSize) < 0;
  } else if (kind == Element::Comm) {
    object.topology = mpi::madeTopology(*call.routine, topology(process, call.argument(Role::Comm).value_or(0)));
  } else if (kind == Element::Datatype) {
    const bool isDuplicate = call.routine->base == mpi::Routine::Type_dup;
    if (of(process).madeCommitted.contains(id))
      object.isCommitted = true;
    else if (isDuplicate)
      object.isCommitted = isCommitted(process, call.argument(Role::AnyDatatype).value_or(0));
    else if (call.routine->cls == mpi::Class::Datatype)  // otherwise returned by a query of a file view
      object.isCommitted = false;
  }
  return object;
}

void Objects::free(const Call &call, Element kind, std::int64_t id) {
  Owner &owner = owners_[call.process];
  Kind &kept = owner.kinds[kind];
  kept.hasFreed = true;
  const auto object = kept.objects.find(id);
  if (object == kept.objects.end()) return;
  std::vector<Making> &makings = object->second.makings;
  if (!makings.empty() && --makings.back().count == 0) makings.pop_back();
  if (!makings.empty()) return;
  kept.objects.erase(object);
  if (kind == Element::Datatype) owner.madeCommitted.erase(id);
}

const Objects::Owner &Objects::of(const ProcessInfo &process) const {
  static const Owner kNone;
  const auto owner = owners_.find(&process);
  return owner == owners_.end() ? kNone : owner->second;
}

const Objects::Kind &Objects::of(const ProcessInfo &process, Element kind) const {
  static const Kind kNone;
  const Owner &owner = of(process);
  const auto kept = owner.kinds.find(kind);
  return kept == owner.kinds.end() ? kNone : kept->second;
}

const Object *Objects::find(const ProcessInfo &process, Element kind, std::int64_t id) const {
  const auto &objects = all(process, kind);
  const auto object = objects.find(id);
  return object == objects.end() ? nullptr : &object->second;
}

const std::map<std::int64_t, Object> &Objects::all(const ProcessInfo &process, Element kind) const {
  return of(process, kind).objects;
}

std::optional<bool> Objects::isCommitted(const ProcessInfo &process, std::int64_t id) const {
  if (isPredefined(process, Element::Datatype, id)) return true;
  const Object *object = find(process, Element::Datatype, id);
  return object != nullptr ? object->isCommitted : std::nullopt;
}

std::optional<mpi::Topology> Objects::topology(const ProcessInfo &process, std::int64_t id) const {
  if (isPredefined(process, Element::Comm, id)) return mpi::Topology::None;
  const Object *object = find(process, Element::Comm, id);
  return object != nullptr ? object->topology : std::nullopt;
}

bool Objects::hasFreed(const ProcessInfo &process, Element kind) const { return of(process, kind).hasFreed; }

bool Objects::mayHoldUnseen(const ProcessInfo &process, Element kind) const { return of(process, kind).mayHoldUnseen; }

std::optional<std::int64_t> Objects::largestTag(const ProcessInfo &process) const {
  const std::int64_t largest = of(process).largestTag;
  return largest > 0 ? std::optional(largest) : std::nullopt;
}

}  // namespace lockstep::engine
