#include "cli/symbols/Symbols.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/DebugInfo/DWARF/DWARFCompileUnit.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <llvm/Object/BuildID.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "cli/compile/Compile.h"
#include "cli/symbols/LostLine.h"
#include "mpi/Routine.h"
#include "report/Place.h"
#include "report/text/FunctionName.h"
#include "report/text/SourceText.h"

namespace lockstep::cli {

namespace fs = std::filesystem;

namespace {

using llvm::DILineInfo;
using llvm::DILineInfoSpecifier;
using llvm::symbolize::LLVMSymbolizer;

LLVMSymbolizer::Options withPaths(DILineInfoSpecifier::FileLineInfoKind paths) {
  LLVMSymbolizer::Options options;
  options.PathStyle = paths;
  options.Demangle = true;
  return options;
}

/// The frames that are the user's own, innermost first; where none is, the innermost.
std::vector<DILineInfo> userFrames(const llvm::DIInliningInfo &frames) {
  std::vector<DILineInfo> own;
  for (unsigned i = 0; i < frames.getNumberOfFrames(); ++i)
    if (!report::isOfSystem(frames.getFrame(i).FileName)) own.push_back(frames.getFrame(i));
  if (own.empty() && frames.getNumberOfFrames() > 0) own.push_back(frames.getFrame(0));
  return own;
}

bool hasValue(const std::string &text) { return !text.empty() && text != DILineInfo::BadString; }

/// A module that was rebuilt since the run would give wrong lines.
bool isModule(const fs::path &file, const std::string &buildId) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  if (buildId.empty()) return true;
  auto binary = llvm::object::ObjectFile::createObjectFile(file.string());
  if (!binary) {
    llvm::consumeError(binary.takeError());
    return false;
  }
  return llvm::toHex(llvm::object::getBuildID(binary->getBinary()), true) == buildId;
}

/// Who compiled the code at an address, from the debug information of one module.
class Producers {
 public:
  explicit Producers(const std::string &module) {
    auto binary = llvm::object::ObjectFile::createObjectFile(module);
    if (!binary) {
      llvm::consumeError(binary.takeError());
      return;
    }
    binary_ = std::move(*binary);
    context_ = llvm::DWARFContext::create(*binary_.getBinary());
  }

  /// The mangled name; empty if unknown.
  std::string at(std::uint64_t offset) const {
    llvm::DWARFCompileUnit *unit = context_ ? context_->getCompileUnitForCodeAddress(offset) : nullptr;
    if (unit == nullptr) return {};
    return llvm::dwarf::toString(unit->getUnitDIE().find(llvm::dwarf::DW_AT_producer), "");
  }

 private:
  llvm::object::OwningBinary<llvm::object::ObjectFile> binary_;
  std::unique_ptr<llvm::DWARFContext> context_;
};

/// In a system header, or in a library without line information that a statement of the program calls, such as
/// `deallocate` or `delete`. Not for MPI calls, whose library is of interest.
bool isOfSystem(const report::Site &site) {
  if (!site.address) return report::isOfSystem(site.file);
  if (mpi::findRoutine(site.call)) return false;
  return report::isOfSystem(site.address->module) || report::isOfLanguageRuntime(site.function);
}

/// Attributes code of the system to its caller in the program's own code.
void showOwnCode(report::Site &site) {
  if (!isOfSystem(site) || site.stack.empty()) return;
  const report::Frame caller = site.stack.front();
  site.stack.erase(site.stack.begin());
  site.file = caller.file;
  site.line = caller.line;
  site.column = caller.column;
  site.function = caller.function;
  site.address.reset();
}

}  // namespace

struct Symbols::Impl {
  using Key = std::pair<std::string, std::uint64_t>;

  // Paths as passed to the compiler; the other symbolizer is used if these are invalid from here.
  LLVMSymbolizer asCompiled{withPaths(DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath)};
  LLVMSymbolizer absolute{withPaths(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath)};
  report::SourceFiles sources;
  fs::path copies;
  SymbolTable table;
  std::map<std::string, std::string> files;
  std::map<Key, std::vector<DILineInfo>> known;  // with the functions that it is inlined into, innermost first
  std::map<std::string, Producers> producers;    // by file

  /// The file of a module, at its own path or among the copies; empty if it is missing or was rebuilt since the run.
  const std::string &fileOf(const report::CodeAddress &address) {
    const auto [entry, isNew] = files.try_emplace(address.module);
    if (!isNew) return entry->second;
    for (const fs::path &file : {fs::path(address.module), copies / fs::path(address.module).filename()})
      if (isModule(file, address.buildId)) {
        entry->second = file.string();
        break;
      }
    return entry->second;
  }

  static std::vector<DILineInfo> ask(LLVMSymbolizer &symbolizer, const report::CodeAddress &address) {
    // A return address is after its call, perhaps on the next line: use the previous byte.
    const llvm::object::SectionedAddress place{address.offset - 1, llvm::object::SectionedAddress::UndefSection};
    auto frames = symbolizer.symbolizeInlinedCode(address.module, place);
    if (!frames) {
      llvm::consumeError(frames.takeError());
      return {};
    }
    return userFrames(*frames);
  }

  std::vector<DILineInfo> lookUp(report::CodeAddress address) {
    address.module = fileOf(address);
    if (address.module.empty() || address.offset == 0) return {};
    auto lines = ask(asCompiled, address);
    std::error_code error;
    if (lines.empty() || !hasValue(lines[0].FileName) || fs::exists(lines[0].FileName, error)) return lines;
    return ask(absolute, address);
  }

  /// The line of the nearest statement in one direction that is not the unit's first.
  std::optional<unsigned> neighbor(report::CodeAddress address, const DILineInfo &unit, int step) {
    constexpr int kReach = 512;
    address.module = fileOf(address);
    for (int distance = 1; distance <= kReach; ++distance) {
      address.offset += static_cast<std::uint64_t>(step);
      const auto lines = ask(asCompiled, address);
      if (lines.empty() || lines[0].FunctionName != unit.FunctionName) return std::nullopt;
      if (lines[0].Line != 0 && lines[0].Line != unit.StartLine) return lines[0].Line;
    }
    return std::nullopt;
  }

  /// The line, or the recovered one if the compiler lost it.
  unsigned lineOf(const report::CodeAddress &address, const DILineInfo &line, const std::string &call) {
    if (line.Line != line.StartLine || call.empty() || languageOf(line.FileName) != Language::Fortran) return line.Line;
    const unsigned after = neighbor(address, line, -1).value_or(line.StartLine);
    return findLostLine(sources, line.FileName, after, neighbor(address, line, +1), call).value_or(line.Line);
  }

  /// The column; unknown for Fortran unless compiled by flang: gfortran's columns are after the call.
  unsigned columnOf(const report::CodeAddress &address, const DILineInfo &line) {
    if (languageOf(line.FileName) != Language::Fortran) return line.Column;
    const std::string &file = fileOf(address);
    const Producers &compiled = producers.try_emplace(file, file).first->second;
    return compiled.at(address.offset - 1).find("flang") == std::string::npos ? 0 : line.Column;
  }

  const std::vector<DILineInfo> &find(const report::CodeAddress &address) {
    const auto [entry, isNew] = known.try_emplace(Key(address.module, address.offset));
    if (isNew) entry->second = lookUp(address);
    return entry->second;
  }

  /// Resolves the site itself, and the functions that it is inlined into.
  void resolve(report::Site &site);
};

Symbols::Symbols(const fs::path &modules, SymbolTable table) : impl_(std::make_unique<Impl>()) {
  impl_->copies = modules;
  impl_->table = std::move(table);
}
Symbols::Symbols(Symbols &&) noexcept = default;
Symbols::~Symbols() = default;

const SymbolTable &Symbols::table() const { return impl_->table; }

void Symbols::Impl::resolve(report::Site &site) {
  if (!site.address) return;
  if (const SymbolTable::Entry *entry = table.find(*site.address)) {
    if (!entry->function.empty()) site.function = entry->function;
    if (entry->line == 0) return;
    site.file = entry->file;
    site.line = entry->line;
    site.column = entry->column;
    site.stack = entry->inlinedInto;
    site.address.reset();
    return;
  }
  const std::vector<DILineInfo> &lines = find(*site.address);
  if (lines.empty()) return;
  const DILineInfo &line = lines.front();
  if (hasValue(line.FunctionName)) site.function = line.FunctionName;
  if (!hasValue(line.FileName) || line.Line == 0) return;
  site.file = line.FileName;
  site.line = lineOf(*site.address, line, site.call);
  site.column = columnOf(*site.address, line);
  for (const DILineInfo &outer : std::span(lines).subspan(1))
    if (hasValue(outer.FileName) && outer.Line != 0)
      site.stack.push_back({outer.FunctionName, outer.FileName, outer.Line, columnOf(*site.address, outer), {}});
  site.address.reset();
}

/// Callers without source, usually in libraries, are left out, and so are the system's.
void Symbols::resolve(report::Site &site) {
  const std::vector<report::Frame> callers = std::exchange(site.stack, {});
  impl_->resolve(site);
  bool isOutermost = report::isFortranProgram(site.function);
  for (const report::Frame &caller : callers) {
    report::Site place;
    place.address = caller.address;
    impl_->resolve(place);
    if (!caller.address) site.stack.push_back(caller);
    if (isOutermost || place.file.empty() || report::isOfSystem(place.file)) continue;
    isOutermost = report::isFortranProgram(place.function);
    site.stack.push_back({place.function, place.file, place.line, place.column, {}});
    std::ranges::move(place.stack, std::back_inserter(site.stack));
  }
  showOwnCode(site);
}

void Symbols::resolve(std::span<report::Finding> findings) {
  for (report::Finding &finding : findings) {
    for (report::Site &site : finding.sites) resolve(site);
    for (report::Site &site : finding.further) resolve(site);
  }
}

}  // namespace lockstep::cli
