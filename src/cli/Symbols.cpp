#include "cli/Symbols.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/DebugInfo/DWARF/DWARFCompileUnit.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/Symbolize/Symbolize.h>
#include <llvm/Object/BuildID.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "cli/Compile.h"
#include "cli/LostLine.h"
#include "report/SourceText.h"

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

/// Code of the system's headers that was inlined into the user's.
bool isSystemFile(std::string_view file) { return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/"); }

/// The innermost inlined frame that is the user's own.
unsigned innermostUserFrame(const llvm::DIInliningInfo &frames) {
  for (unsigned i = 0; i < frames.getNumberOfFrames(); ++i)
    if (!isSystemFile(frames.getFrame(i).FileName)) return i;
  return 0;
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

  /// As the compiler calls itself; empty where it does not tell.
  std::string at(std::uint64_t offset) const {
    llvm::DWARFCompileUnit *unit = context_ ? context_->getCompileUnitForCodeAddress(offset) : nullptr;
    if (unit == nullptr) return {};
    return llvm::dwarf::toString(unit->getUnitDIE().find(llvm::dwarf::DW_AT_producer), "");
  }

 private:
  llvm::object::OwningBinary<llvm::object::ObjectFile> binary_;
  std::unique_ptr<llvm::DWARFContext> context_;
};

}  // namespace

struct Symbols::Impl {
  using Key = std::pair<std::string, std::uint64_t>;

  // The path as the compiler was given it; the other answers when that means nothing from here.
  LLVMSymbolizer asCompiled{withPaths(DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath)};
  LLVMSymbolizer absolute{withPaths(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath)};
  report::SourceFiles sources;
  fs::path copies;
  SymbolTable table;
  std::map<std::string, std::string> files;
  std::map<Key, std::optional<DILineInfo>> known;
  std::map<std::string, Producers> producers;  // by file

  /// The file of a module, in its own place or among the copies; empty where it is gone or was rebuilt since the run.
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

  static std::optional<DILineInfo> ask(LLVMSymbolizer &symbolizer, const report::CodeAddress &address) {
    // A return address lies behind its call, maybe on the next line already: ask for the byte before.
    const llvm::object::SectionedAddress place{address.offset - 1, llvm::object::SectionedAddress::UndefSection};
    auto frames = symbolizer.symbolizeInlinedCode(address.module, place);
    if (!frames) {
      llvm::consumeError(frames.takeError());
      return std::nullopt;
    }
    if (frames->getNumberOfFrames() == 0) return std::nullopt;
    return frames->getFrame(innermostUserFrame(*frames));
  }

  std::optional<DILineInfo> lookUp(report::CodeAddress address) {
    address.module = fileOf(address);
    if (address.module.empty() || address.offset == 0) return std::nullopt;
    auto line = ask(asCompiled, address);
    std::error_code error;
    if (!line || !hasValue(line->FileName) || fs::exists(line->FileName, error)) return line;
    return ask(absolute, address);
  }

  /// The line of the nearest statement in one direction that is not the unit's first.
  std::optional<unsigned> neighbour(report::CodeAddress address, const DILineInfo &unit, int step) {
    constexpr int kReach = 512;
    address.module = fileOf(address);
    for (int distance = 1; distance <= kReach; ++distance) {
      address.offset += static_cast<std::uint64_t>(step);
      const auto line = ask(asCompiled, address);
      if (!line || line->FunctionName != unit.FunctionName) return std::nullopt;
      if (line->Line != 0 && line->Line != unit.StartLine) return line->Line;
    }
    return std::nullopt;
  }

  /// The line, or the one that stands in the source where the compiler lost it.
  unsigned lineOf(const report::CodeAddress &address, const DILineInfo &line, const std::string &call) {
    if (line.Line != line.StartLine || call.empty() || languageOf(line.FileName) != Language::Fortran) return line.Line;
    const unsigned after = neighbour(address, line, -1).value_or(line.StartLine);
    return findLostLine(sources, line.FileName, after, neighbour(address, line, +1), call).value_or(line.Line);
  }

  /// The column; not known for Fortran of other compilers than flang: gfortran's lie behind the call.
  unsigned columnOf(const report::CodeAddress &address, const DILineInfo &line) {
    if (languageOf(line.FileName) != Language::Fortran) return line.Column;
    const std::string &file = fileOf(address);
    const Producers &compiled = producers.try_emplace(file, file).first->second;
    return compiled.at(address.offset - 1).find("flang") == std::string::npos ? 0 : line.Column;
  }

  const std::optional<DILineInfo> &find(const report::CodeAddress &address) {
    const auto [entry, isNew] = known.try_emplace(Key(address.module, address.offset));
    if (isNew) entry->second = lookUp(address);
    return entry->second;
  }
};

Symbols::Symbols(const fs::path &modules, SymbolTable table) : impl_(std::make_unique<Impl>()) {
  impl_->copies = modules;
  impl_->table = std::move(table);
}
Symbols::Symbols(Symbols &&) noexcept = default;
Symbols::~Symbols() = default;

const SymbolTable &Symbols::table() const { return impl_->table; }

void Symbols::resolve(report::Site &site) {
  if (!site.address) return;
  if (const SymbolTable::Entry *entry = impl_->table.find(*site.address)) {
    if (!entry->function.empty()) site.function = entry->function;
    if (entry->line == 0) return;
    site.file = entry->file;
    site.line = entry->line;
    site.column = entry->column;
    site.address.reset();
    return;
  }
  const std::optional<DILineInfo> &line = impl_->find(*site.address);
  if (!line) return;
  if (hasValue(line->FunctionName)) site.function = line->FunctionName;
  if (!hasValue(line->FileName) || line->Line == 0) return;
  site.file = line->FileName;
  site.line = impl_->lineOf(*site.address, *line, site.call);
  site.column = impl_->columnOf(*site.address, *line);
  site.address.reset();
}

void Symbols::resolve(std::span<report::Finding> findings) {
  for (report::Finding &finding : findings)
    for (report::Site &site : finding.sites) resolve(site);
}

}  // namespace lockstep::cli
