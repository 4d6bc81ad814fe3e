// Epochs of windows in symbolic execution (semantics/EpochState.h); closing them completes operations.
#include "mpi/Epochs.h"
#include "passes/symex/mpi/MpiModel.h"

namespace lockstep::passes::symex {

namespace {

using mpi::Effect;
using mpi::Element;
using mpi::Role;

semantics::WindowCall windowCall(const CallView &view, const Window &window) {
  semantics::WindowCall call{{&view.routine(), reinterpret_cast<std::uintptr_t>(&view.at())}};
  call.target = view.number(Role::Target);
  call.assertions = view.number(Role::Assertion);
  call.ownRank = window.comm.rank;
  return call;
}

void judge(const CallView &view, const semantics::WindowCall &call, Window &window) {
  const std::optional<semantics::EpochVerdict> found = window.epochs.judge(call);
  if (!found) return;
  Note note = makeNote(view.state(), found->verdict, view.at(), "");
  if (found->other)
    addSecond(note, *reinterpret_cast<const llvm::CallBase *>(found->other.number), report::SiteRole::Epoch,
              std::string(found->otherLabel));
  addNote(view.state(), std::move(note));
}

std::optional<Value> windowOf(const CallView &view) {
  if (const auto window = view.value(Role::Window)) return window;
  const auto address = view.value(Role::FreedWindow);
  if (!address) return std::nullopt;
  return view.interpreter().load(view.state(), *address, view.bytesOfHandle(Element::Window));
}

}  // namespace

void applyWindows(const CallView &view) {
  const std::optional<Value> window = windowOf(view);
  if (!window) return;
  const Effect effect = view.routine().effect;
  if (mpi::synchronization(effect).completesAtOrigin || effect == Effect::WinFree) {
    const auto target = view.number(Role::Target);
    const bool names = view.routine().indexOf(Role::Target) >= 0;
    endOperations(view.interpreter(), view.state(), [&](const PendingOperation &pending) {
      if (!pending.window || (*pending.window != *window && !pending.window->isTerm() && !window->isTerm()))
        return false;
      return !names || !target || !pending.target || *target == *pending.target;
    });
  }
  MpiObject *object = view.held(*window);
  if (!object && mpi::synchronization(effect).kind != mpi::EpochKind::None && !view.isNull(Element::Window, *window))
    for (MpiObject &other : view.state().held)  // it may be any
      if (auto *mayBe = other.as<Window>()) mayBe->epochs.forget();
  Window *held = object ? object->known<Window>() : nullptr;
  if (!held) return;
  const semantics::WindowCall call = windowCall(view, *held);
  judge(view, call, *held);
  held->epochs.apply(call, std::nullopt);
}

void judgeOpenWindows(const CallView &view) {
  for (MpiObject &held : view.state().held)
    if (Window *window = held.known<Window>(); window && !held.isFreed) judge(view, windowCall(view, *window), *window);
}

}  // namespace lockstep::passes::symex
