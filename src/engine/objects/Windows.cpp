#include "engine/objects/Windows.h"

#include <algorithm>

#include "mpi/Rma.h"

namespace lockstep::engine {
namespace {

using mpi::Effect;
using mpi::Role;

/// Beyond the addresses of any process, and far enough apart. The numbering may wrap around: by then the first windows
/// are long gone.
constexpr std::uint64_t kSharedMemory = std::uint64_t{1} << 62;
constexpr unsigned kSharedBits = 44;
constexpr std::uint64_t kSharedWindows = kSharedMemory >> kSharedBits;

std::uint64_t sharedBeginning(const Window &window) {
  return kSharedMemory + (window.number % kSharedWindows << kSharedBits);
}

}  // namespace

const WindowPart *Window::part(int rank) const {
  const auto known = parts.find(rank);
  return known == parts.end() ? nullptr : &known->second;
}

void Windows::define(int rank, const trace::Window &record) {
  std::unique_ptr<Window> &window = known_[record.id];
  if (!window) {
    window = std::make_unique<Window>();
    window->id = record.id;
    window->number = known_.size();
    window->comm = communicators_.find(record.comm);
    window->flavor = record.flavor;
    window->accumulateOrder = record.accumulateOrder;
  }
  WindowPart &part = window->parts[rank];
  part.memory = Span::at(record.base, record.size);
  part.displacementUnit = record.displacementUnit;
  part.isMapped = record.flavor != trace::WindowFlavor::Shared;
  byRank_[rank].emplace_back(window.get(), &part);
}

void Windows::define(int rank, const trace::SharedPart &record) {
  const auto window = known_.find(record.window);
  if (window == known_.end() || !window->second->comm || record.member >= window->second->comm->size()) return;
  const int owner = window->second->comm->members()[record.member];
  if (owner == rank) window->second->parts[rank].isMapped = true;
  if (owner < 0 || record.size == 0) return;
  Views &views = views_[rank];
  const View view{Span::at(record.base, record.size), owner, sharedBeginning(*window->second)};
  const auto addressOf = [](const View &other) { return other.here.first; };
  views.insert(std::ranges::lower_bound(views, record.base, {}, addressOf), view);
}

void Windows::misplace(std::int64_t id) {
  const auto window = known_.find(static_cast<std::uint64_t>(id));
  if (window != known_.end()) window->second->isMisplaced = true;
}

void Windows::apply(const Call &call) {
  if (!mpi::isAboutWindow(*call.routine)) return;
  const auto handle = call.argument(Role::Window);
  const auto id = handle ? handle : call.argument(Role::FreedWindow);
  const auto known = known_.find(static_cast<std::uint64_t>(id.value_or(trace::kNullHandle)));
  if (known == known_.end()) return;
  const auto own = known->second->parts.find(call.rank());
  if (own == known->second->parts.end()) return;
  WindowPart &part = own->second;
  if (call.routine->effect == Effect::WinAttach) {
    const auto base = static_cast<std::uint64_t>(call.argument(Role::WindowBase).value_or(0));
    const auto size = static_cast<std::uint64_t>(call.argument(Role::WindowSize).value_or(0));
    part.attached.push_back(Span::at(base, size));
  } else if (call.routine->effect == Effect::WinDetach) {
    const auto base = static_cast<std::uint64_t>(call.argument(Role::DetachedBase).value_or(0));
    for (const Span &span : part.attached)
      if (span.first == base) std::erase_if(part.gone, [&](const Span &gone) { return gone.meets(span); });
    std::erase_if(part.attached, [&](const Span &span) { return span.first == base; });
  } else if (call.routine->effect == Effect::WinFree) {
    part.isFreed = true;
    std::erase_if(byRank_[call.rank()], [&](const auto &exposed) { return exposed.second == &part; });
    if (byRank_[call.rank()].empty()) byRank_.erase(call.rank());
    if (known->second->flavor == trace::WindowFlavor::Shared) forgetViews(call.rank(), *known->second);
  }
}

void Windows::release(int rank, Span memory) {
  const auto exposed = byRank_.find(rank);
  if (exposed == byRank_.end()) return;
  const auto meets = [&](const Span &span) { return span.meets(memory); };
  const auto covers = [&](const Span &span) { return span.first <= memory.first && memory.end <= span.end; };
  for (const auto &[window, part] : exposed->second) {
    if (std::ranges::any_of(part->gone, covers)) continue;
    if (meets(part->memory) || std::ranges::any_of(part->attached, meets)) part->gone.push_back(memory);
  }
}

void Windows::forgetViews(int rank, const Window &window) {
  const auto views = views_.find(rank);
  if (views == views_.end()) return;
  std::erase_if(views->second, [&](const View &view) { return view.beginning == sharedBeginning(window); });
  if (views->second.empty()) views_.erase(views);
}

const Window *Windows::find(std::int64_t id) const {
  const auto known = known_.find(static_cast<std::uint64_t>(id));
  return known == known_.end() ? nullptr : known->second.get();
}

const Window *Windows::windowOf(const Call &call) const {
  const auto window = call.argument(Role::Window);
  const auto handle = window ? window : call.argument(Role::FreedWindow);
  return handle ? find(*handle) : nullptr;
}

std::optional<int> Windows::targetOf(const Call &call) const {
  const Window *window = find(call.argument(Role::Window).value_or(trace::kNullHandle));
  const std::int64_t target = call.argument(Role::Target).value_or(-1);
  if (window == nullptr || !window->comm || target < 0) return std::nullopt;
  if (target >= static_cast<std::int64_t>(window->comm->size())) return std::nullopt;
  const int rank = window->comm->members()[static_cast<std::size_t>(target)];
  return rank < 0 ? std::nullopt : std::optional<int>(rank);
}

bool Windows::isExposed(int rank, Span span) const {
  if (span.end > kSharedMemory) return true;
  const auto exposed = byRank_.find(rank);
  if (exposed == byRank_.end()) return false;
  const auto meets = [&](const Span &other) { return other.meets(span); };
  for (const auto &[window, part] : exposed->second)
    if (meets(part->memory) || std::ranges::any_of(part->attached, meets)) return true;
  return false;
}

bool Windows::isUniform(int rank, Span span) const {
  const auto exposed = byRank_.find(rank);
  if (exposed == byRank_.end()) return false;
  bool isWithin = false;
  const auto isInPart = [&](const Span &other) {
    const bool holds = other.contains(span);
    isWithin |= holds;
    return !holds && other.meets(span);
  };
  for (const auto &[window, part] : exposed->second)
    if (hasSpan(*window, rank, isInPart)) return false;
  return isWithin;
}

std::uint64_t Windows::beginningOf(const Window &window, int rank) const {
  if (window.flavor == trace::WindowFlavor::Shared) return sharedBeginning(window);
  const WindowPart *part = window.part(rank);
  if (part == nullptr || window.isDynamic()) return 0;
  std::uint64_t beginning = part->memory.first;
  translate(rank, {static_cast<std::int64_t>(beginning), 1, 0, 1},
            [&](int, const ByteRun &run) { beginning = static_cast<std::uint64_t>(run.offset); });
  return beginning;
}

}  // namespace lockstep::engine
