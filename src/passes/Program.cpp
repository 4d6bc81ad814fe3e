#include "passes/Program.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lockstep::passes {

namespace {

/// The symbols that a module defines and needs.
struct Symbols {
  ModuleFile file;
  std::set<std::string> strong;
  std::set<std::string> weak;
  std::set<std::string> missing;
  bool isEmpty = true;  // a compiled module never is: even without code it has a target triple

  bool hasMain() const { return strong.contains("main") || strong.contains("_QQmain"); }
  bool defines(const std::string &symbol) const { return strong.contains(symbol) || weak.contains(symbol); }
};

void silence(llvm::LLVMContext &context) {
  context.setDiagnosticHandlerCallBack([](const llvm::DiagnosticInfo *, void *) {});
}

Symbols symbolsOf(const llvm::Module &module, const ModuleFile &file) {
  Symbols symbols{.file = file, .strong = {}, .weak = {}, .missing = {}, .isEmpty = module.getTargetTriple().empty()};
  for (const llvm::GlobalValue &value : module.global_values()) {
    symbols.isEmpty = false;
    if (value.hasLocalLinkage() || value.getName().starts_with("llvm.")) continue;
    if (value.isDeclarationForLinker())
      symbols.missing.insert(value.getName().str());
    else if (value.isWeakForLinker())
      symbols.weak.insert(value.getName().str());
    else
      symbols.strong.insert(value.getName().str());
  }
  return symbols;
}

/// Reads the symbols; returns the reason if that fails.
std::optional<std::string> readSymbols(const ModuleFile &file, std::vector<Symbols> &found) {
  llvm::LLVMContext context;
  silence(context);
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::getLazyIRFileModule(file.path, problem, context, true);
  if (!module) return llvm::StringRef(problem.getMessage()).split('\n').first.str();
  found.push_back(symbolsOf(*module, file));
  if (!found.back().isEmpty) return std::nullopt;
  found.pop_back();
  return "the module is empty";
}

std::size_t commonLength(llvm::StringRef a, llvm::StringRef b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  return static_cast<std::size_t>(end - a.begin());
}

/// The modules of one program, being collected.
class Gathering {
 public:
  explicit Gathering(llvm::StringRef near) : near_(near) {}

  bool fits(const Symbols &module) const {
    return std::ranges::none_of(module.strong, [&](const std::string &s) { return strong_.contains(s); });
  }
  void take(const Symbols &module) {
    files_.push_back(module.file);
    strong_.insert(module.strong.begin(), module.strong.end());
    defined_.insert(module.strong.begin(), module.strong.end());
    defined_.insert(module.weak.begin(), module.weak.end());
    missing_.insert(module.missing.begin(), module.missing.end());
  }
  /// Adds modules that define missing symbols until there are no more.
  void complete(llvm::ArrayRef<const Symbols *> choice) {
    while (const Symbols *next = findNext(choice)) take(*next);
  }
  bool has(const Symbols &module) const {
    return std::ranges::any_of(files_, [&](const ModuleFile &file) { return file.path == module.file.path; });
  }
  std::vector<ModuleFile> files() && { return std::move(files_); }

 private:
  const Symbols *findNext(llvm::ArrayRef<const Symbols *> choice) {
    for (auto symbol = missing_.begin(); symbol != missing_.end(); symbol = missing_.erase(symbol)) {
      if (defined_.contains(*symbol)) continue;
      const Symbols *best = nullptr;
      for (const Symbols *module : choice) {
        if (has(*module) || !module->defines(*symbol) || !fits(*module)) continue;
        if (!best || commonLength(near_, module->file.name) > commonLength(near_, best->file.name)) best = module;
      }
      if (best) return best;
    }
    return nullptr;
  }

  llvm::StringRef near_;
  std::vector<ModuleFile> files_;
  std::set<std::string> strong_;
  std::set<std::string> defined_;
  std::set<std::string> missing_;
};

/// Distributes all modules over as few programs as possible.
void gatherAll(std::vector<const Symbols *> modules, std::vector<std::vector<ModuleFile>> &programs) {
  while (!modules.empty()) {
    Gathering gathering(modules.front()->file.name);
    std::erase_if(modules, [&](const Symbols *module) {
      if (!gathering.fits(*module)) return false;
      gathering.take(*module);
      return true;
    });
    programs.push_back(std::move(gathering).files());
  }
}

}  // namespace

ProgramPlan planPrograms(llvm::ArrayRef<ModuleFile> files) {
  ProgramPlan plan;
  std::vector<Symbols> modules;
  for (const ModuleFile &file : files)
    if (const std::optional<std::string> reason = readSymbols(file, modules))
      plan.unreadable.push_back({.name = file.name, .reason = *reason});

  std::vector<const Symbols *> mains;
  std::vector<const Symbols *> others;
  for (const Symbols &module : modules) (module.hasMain() ? mains : others).push_back(&module);
  if (mains.size() <= 1) {
    mains.insert(mains.end(), others.begin(), others.end());
    gatherAll(mains, plan.programs);
    return plan;
  }
  std::set<const Symbols *> taken;
  for (const Symbols *main : mains) {
    Gathering gathering(main->file.name);
    gathering.take(*main);
    gathering.complete(others);
    for (const Symbols *module : others)
      if (gathering.has(*module)) taken.insert(module);
    plan.programs.push_back(std::move(gathering).files());
  }
  std::erase_if(others, [&](const Symbols *module) { return taken.contains(module); });
  gatherAll(others, plan.programs);
  return plan;
}

std::unique_ptr<llvm::Module> linkProgram(llvm::ArrayRef<ModuleFile> files, llvm::LLVMContext &context) {
  silence(context);
  context.enableDebugTypeODRUniquing();  // a class of C++ is described once, not once per source
  std::unique_ptr<llvm::Module> program;
  std::optional<llvm::Linker> linker;  // one for all modules: creating one scans the whole program
  for (const ModuleFile &file : files) {
    llvm::SMDiagnostic problem;
    std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file.path, problem, context);
    if (!module) return nullptr;
    if (linker) {
      if (linker->linkInModule(std::move(module))) return nullptr;
      continue;
    }
    program = std::move(module);
    linker.emplace(*program);
  }
  return program;
}

}  // namespace lockstep::passes
