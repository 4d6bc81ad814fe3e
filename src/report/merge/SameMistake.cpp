#include "report/merge/SameMistake.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mpi/Predefined.h"
#include "mpi/Routine.h"
#include "report/Place.h"

namespace lockstep::report {
namespace {

bool isOf(const Finding &finding, std::string_view id) { return info(finding.rule).id == id && !finding.sites.empty(); }

bool isAtSameCall(const Finding &a, const Finding &b) {
  const Site &one = a.sites.front();
  return one.line != 0 && isSamePlaceOfCall(one, b.sites.front());
}

/// What stands in the message behind the words; empty where they do not.
std::string_view behind(const Finding &finding, std::string_view words) {
  const std::string_view message = finding.message;
  const std::size_t at = message.find(words);
  return at == std::string_view::npos ? std::string_view{} : message.substr(at + words.size());
}

std::uint64_t numberAt(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

constexpr std::string_view kArgument = " (argument ";
constexpr std::string_view kButType = ", but the datatype is ";
constexpr std::string_view kEntries = "the entries of ";

/// "sendbuf", of the messages about an argument; empty for others.
std::string_view argumentOf(const Finding &finding) {
  const std::string_view message = finding.message;
  if (const std::string_view entries = behind(finding, kEntries); !entries.empty())
    return entries.substr(0, entries.find(','));
  return message.find(kArgument) == std::string_view::npos ? std::string_view{} : message.substr(0, message.find(' '));
}

bool isAboutSameArgument(const Finding &a, const Finding &b) {
  return isAtSameCall(a, b) && !argumentOf(a).empty() && argumentOf(a) == argumentOf(b);
}

/// The size of the type that the message names; 0 for another than a predefined one.
std::uint64_t bytesOfType(std::string_view name) {
  name = name.substr(0, name.find(';'));
  const auto types = mpi::predefinedTypes();
  const auto type = std::ranges::find(types, name, [](const mpi::PredefinedTypeInfo &one) { return one.name; });
  return type == types.end() ? 0 : type->bytes;
}

/// "4" of "points to integers of 4 bytes, but the datatype is MPI_LONG"; 0 for another message.
std::uint64_t bytesOfVariable(const Finding &type) {
  std::string_view elements = behind(type, "points to ");
  elements = elements.substr(0, elements.find(kButType));
  const std::size_t of = elements.rfind(" of ");
  return of == std::string_view::npos ? 0 : numberAt(elements.substr(of + 4));
}

/// With elements as large as those of the variable, the call would access no more memory than there is.
bool explainsOverflow(const Finding &type, const Finding &overflow) {
  const std::uint64_t there = numberAt(behind(overflow, "points to "));
  const std::uint64_t accessed = numberAt(behind(overflow, "but the call accesses "));
  const std::uint64_t element = bytesOfVariable(type);
  const std::uint64_t passed = bytesOfType(behind(type, kButType));
  return there > 0 && element > 0 && passed > 0 && accessed / passed * element <= there;
}

bool isOfOneDatatype(const Finding &a, const Finding &b) {
  const auto made = [](const Finding &finding) {
    return std::ranges::find(finding.sites, SiteRole::Creation, &Site::role);
  };
  return made(a) != a.sites.end() && made(b) != b.sites.end() && made(a)->line != 0 &&
         isSamePlaceOfCall(*made(a), *made(b));
}

bool isNotCommitted(const Finding &finding) {
  return isOf(finding, "arg-datatype") && finding.message.ends_with("is a datatype that is not committed");
}

/// Of a structure: where the datatype does not fit, and how.
std::string_view misfitOf(const Finding &finding) {
  return isOf(finding, "buffer-type") ? behind(finding, ", which has ") : std::string_view{};
}

/// The process ended by a signal, and the call that wrote too far was its last.
bool isDeathAfter(const Finding &death, const Finding &overflow) {
  if (!isOf(death, "lifecycle") || !isOf(overflow, "buffer-overflow")) return false;
  if (death.message.find(" by signal ") == std::string::npos) return false;
  const auto isOfDead = [&](const Site &site) { return std::ranges::includes(death.ranks, site.ranks); };
  return std::ranges::includes(overflow.ranks, death.ranks) && overflow.sites.front().line != 0 &&
         std::ranges::any_of(death.sites, [&](const Site &site) {
           return isOfDead(site) && isSamePlaceOfCall(site, overflow.sites.front());
         });
}

/// An access by one thread, and an operation that another one starts in another function, which nothing orders.
bool isBetweenThreads(const Finding &finding) {
  if (!isOf(finding, "buffer-race") || finding.sites.size() < 2) return false;
  const Site &access = finding.sites[0];
  const Site &start = finding.sites[1];
  if (mpi::findRoutine(access.call) || !mpi::findRoutine(start.call) || access.line == 0 || start.line == 0)
    return false;
  return access.label.ends_with(" the same memory") || start.label == "may run at the same time";
}

bool isInSameFunction(const Site &a, const Site &b) {
  return baseName(a.file) == baseName(b.file) && plainFunction(a.function) == plainFunction(b.function);
}

bool accessesAtLine(const Finding &finding, unsigned line) {
  const auto isAccess = [&](const Site &site) { return site.line == line && !mpi::findRoutine(site.call); };
  return std::ranges::any_of(finding.sites, isAccess) || std::ranges::any_of(finding.further, isAccess);
}

/// Where the callers of the operations are known, they tell which of the regions it is; else the line of the access.
bool lackSameBarrier(const Finding &a, const Finding &b) {
  if (!isBetweenThreads(a) || !isBetweenThreads(b) || a.severity != b.severity) return false;
  if (!isInSameFunction(a.sites[0], b.sites[0]) || !isInSameFunction(a.sites[1], b.sites[1]) ||
      isInSameFunction(a.sites[0], a.sites[1]))
    return false;
  if (a.sites[1].stack.empty() || b.sites[1].stack.empty())
    return accessesAtLine(a, b.sites[0].line) || accessesAtLine(b, a.sites[0].line);
  return std::ranges::equal(a.sites[1].stack, b.sites[1].stack, &Frame::isSameAs);
}

}  // namespace

bool mayTellOfMistake(const Finding &finding) {
  return isOf(finding, "buffer-type") || isOf(finding, "buffer-overflow") || isNotCommitted(finding);
}

bool isSameMistake(const Finding &finding, const Finding &from) {
  if (isOf(from, "buffer-type") && isOf(finding, "buffer-overflow"))
    return isAboutSameArgument(finding, from) && explainsOverflow(from, finding);
  if (isOf(from, "buffer-type") && isOf(finding, "buffer-overlap"))
    return isAboutSameArgument(finding, from) && !misfitOf(from).empty();
  if (isNotCommitted(from) && isNotCommitted(finding)) return isOfOneDatatype(finding, from);
  if (!misfitOf(from).empty() && misfitOf(from) == misfitOf(finding)) return isOfOneDatatype(finding, from);
  return isDeathAfter(finding, from) || lackSameBarrier(finding, from);
}

std::string remarkOf(const Finding &finding, const Finding &from) {
  if (isOf(from, "buffer-type") && isOf(finding, "buffer-overflow"))
    return "; it points to " + std::string(behind(finding, "points to "));
  if (isOf(from, "buffer-type") && isOf(finding, "buffer-overlap"))
    return "; the entries of the datatype overlap each other";
  if (isDeathAfter(finding, from)) return "; " + finding.message;
  return {};
}

}  // namespace lockstep::report
