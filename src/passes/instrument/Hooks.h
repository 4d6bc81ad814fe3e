// What instrumented code calls and where it looks first, as Hooks.def says, made in a module when it is first needed.
#pragma once

#include <array>
#include <cstddef>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace lockstep::instrument {

enum class Hook : std::size_t {
#define HOOK(name, parameters) name,
#include "Hooks.def"
};

constexpr std::size_t kHooks = 0
#define HOOK(name, parameters) +1
#include "Hooks.def"
    ;

constexpr unsigned kPageBits =
#define WATCH_TABLE(name, page, bits) page
#include "Hooks.def"
    ;
constexpr std::uint64_t kPage = std::uint64_t{1} << kPageBits;

/// Whether it is one of the hooks.
bool isHook(const llvm::Function &function);

class Hooks {
 public:
  explicit Hooks(llvm::Module &module) : module_(module) {}

  /// The table's byte for the page of this address: not 0 where something may be watched.
  llvm::Value *look(llvm::IRBuilderBase &builder, llvm::Value *address);
  void call(llvm::IRBuilderBase &builder, Hook hook, llvm::ArrayRef<llvm::Value *> arguments);

 private:
  llvm::FunctionCallee declared(Hook hook);

  llvm::Module &module_;
  llvm::Constant *table_ = nullptr;
  std::array<llvm::FunctionCallee, kHooks> declared_ = {};
};

}  // namespace lockstep::instrument
