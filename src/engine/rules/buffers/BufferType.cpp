// buffer-type: the datatype of a call does not match the type of its buffer.
//
// The type of memory is that of the variable or member in the debug information; for a heap block, the type of the
// pointer to which it was assigned. If the program also accesses the block as another type, the finding is a warning.
// If the type is unknown, or the memory is an array of bytes, only the alignment is checked.
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "engine/Rule.h"
#include "engine/calls/BufferParts.h"
#include "engine/calls/Objects.h"
#include "engine/rules/Arguments.h"
#include "mpi/Significance.h"

namespace lockstep::engine {
namespace {

constexpr report::Rule kRule = report::rule("buffer-type");
constexpr std::size_t kMostParts = 64;  // per buffer, to bound the cost for large groups: parts of one buffer are alike

bool isOfBytes(const MemoryLayout &layout) {
  return layout.parts.size() == 1 && layout.parts.front().kind == trace::ValueKind::Byte;
}

std::string_view nameOf(mpi::PredefinedType type) {
  return mpi::predefinedType(static_cast<std::uint64_t>(type))->name;
}

bool isScalar(const MemoryLayout &layout) {
  const trace::LayoutPart &first = layout.parts.front();
  return layout.parts.size() == 1 && layout.bytes == std::uint64_t{first.count} * first.bytes;
}

/// For a structure: "an integer of 4 bytes at byte 8, but the datatype has MPI_DOUBLE there"
std::string describeMember(const Misfit &misfit) {
  const bool isAcross = misfit.part != nullptr && misfit.how == Misfit::How::Place;
  return fmt::format("{} {} byte {}, but the datatype has {} there",
                     misfit.part == nullptr ? "no member" : describe(*misfit.part, true), isAcross ? "across" : "at",
                     misfit.offset, nameOf(misfit.basic));
}

/// "points to integers of 4 bytes, but the datatype is MPI_DOUBLE"
std::string describeMisfit(const KnownMemory &memory, const Misfit &misfit, const Datatype &type) {
  const MemoryLayout &layout = *memory.layout;
  const std::string where = memory.kind == trace::MemoryKind::Heap ? "points to memory allocated for" : "points to";
  const std::string_view basic = nameOf(misfit.basic);
  const std::string said = type.name.empty() ? fmt::format("the datatype has {} there", basic)
                                             : fmt::format("the datatype is {}", type.name);
  if (isScalar(layout) && misfit.how == Misfit::How::Place)
    return fmt::format("{} {}, but the datatype has {} across two of them", where, describe(*misfit.part, false),
                       basic);
  if (isScalar(layout)) return fmt::format("{} {}, but {}", where, describe(*misfit.part, false), said);
  return fmt::format("{} {}, which has {}", where, layout.name.empty() ? "a structure" : layout.name,
                     describeMember(misfit));
}

report::Cause causeOf(const KnownMemory &memory, const Misfit &misfit, const Datatype &type) {
  using Kind = report::Cause::Kind;
  if (!isScalar(*memory.layout)) return {.kind = Kind::WrongLayout, .misfit = describeMember(misfit)};
  if (misfit.how == Misfit::How::Place || type.name.empty()) return {};
  return {.kind = Kind::WrongType, .there = misfit.part->bytes, .accessed = type.size};
}

/// Where the derived datatype was made; none for a predefined one.
void addCreation(report::Finding &finding, const Call &call, const Datatype &type, const ProcessContext &context) {
  const auto named = std::ranges::find(call.datatypes, &type, [](const NamedType &one) { return one.type.get(); });
  if (named == call.datatypes.end()) return;
  const Object *object = context.objects().find(*call.process, mpi::Element::Datatype, named->handle);
  if (object == nullptr || object->makings.empty()) return;
  finding.sites.push_back(siteOf(*call.process, object->makings.front(), "the datatype is created here"));
}

class BufferType final : public ProcessRule {
 public:
  void onMemory(const Call &call, ProcessContext &context) override {
    for (const KnownMemory &memory : call.memory)
      if (memory.argument < call.arguments.size() && mpi::isDataBuffer(call.routine->storage[memory.argument].role))
        judge(call, memory, context);
  }

 private:
  void judge(const Call &call, const KnownMemory &memory, ProcessContext &context) {
    const bool hasType = memory.layout && !memory.layout->parts.empty() && !isOfBytes(*memory.layout);
    std::size_t left = kMostParts;
    for (const MemoryPart &part : partsOf(call, memory.argument)) {
      if (part.elements.type == nullptr) continue;
      if (left-- == 0) return;
      if (hasType ? judgeType(call, memory, part, context) : judgeAlignment(call, memory, part, context)) return;
    }
  }

  /// True when something was found.
  bool judgeType(const Call &call, const KnownMemory &memory, const MemoryPart &part, ProcessContext &context) {
    const std::int64_t begin = call.arguments[memory.argument] - static_cast<std::int64_t>(memory.before);
    const auto misfit = misfitOf(*memory.layout, memory.before + memory.bytes, part.address - begin, part.elements);
    if (!misfit || (misfit->part == nullptr && memory.isMixed)) return false;
    const bool isPlain = isScalar(*memory.layout);
    report::Finding finding = makeFinding(
        kRule, call, memory.argument,
        {.what = describeMisfit(memory, *misfit, *part.elements.type),
         .help = isPlain ? "pass the datatype of the variable"
                         : fmt::format("give each member the datatype and the displacement that it has; offsetof and "
                                       "{} tell where it is",
                                       mpi::info(mpi::Routine::Get_address).name),
         .cause = causeOf(memory, *misfit, *part.elements.type)});
    addCreation(finding, call, *part.elements.type, context);
    if (misfit->how == Misfit::How::Sign)
      finding.severity = report::Severity::Note;
    else if (memory.isMixed)
      finding.severity = report::Severity::Warning;
    report(call, memory, std::move(finding), context);
    return true;
  }

  bool judgeAlignment(const Call &call, const KnownMemory &memory, const MemoryPart &part, ProcessContext &context) {
    const auto basic = misalignedIn(part.address, part.elements);
    if (!basic) return false;
    report::Finding finding =
        makeFinding(kRule, call, memory.argument,
                    {fmt::format("points to memory that is not aligned for the {} of the datatype", nameOf(*basic)),
                     "align the memory for the type of the data, or send it as bytes"});
    finding.severity = report::Severity::Warning;
    report(call, memory, std::move(finding), context);
    return true;
  }

  void report(const Call &call, const KnownMemory &memory, report::Finding finding, ProcessContext &context) {
    if (reported_.emplace(call.process, call.site, memory.argument).second) context.report(std::move(finding));
  }

  std::set<std::tuple<const ProcessInfo *, std::uint32_t, std::size_t>> reported_;
};

const Registration<BufferType> kRegistration(kRule);

}  // namespace
}  // namespace lockstep::engine
