// The clang plugin that implements __attribute__((no_sanitize("lockstep"))). clang keeps names of unknown sanitizers in
// the AST only; a function with this attribute gets the annotation that the instrumentation looks for
// (passes/instrument/Exclusion.h).
#include <memory>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

#include "passes/instrument/Annotation.h"

namespace lockstep::instrument {

namespace {

bool namesLockstep(const clang::FunctionDecl &function) {
  for (const auto *attribute : function.specific_attrs<clang::NoSanitizeAttr>())
    if (llvm::is_contained(attribute->sanitizers(), "lockstep")) return true;
  return false;
}

/// Visits declarations anywhere. In statements it visits only the declarations, and it skips types and attributes: the
/// default traversal of all nodes would take most of a minute.
class Annotator : public clang::RecursiveASTVisitor<Annotator> {
 public:
  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (namesLockstep(*function))
      function->addAttr(clang::AnnotateAttr::CreateImplicit(function->getASTContext(), kIgnored, nullptr, 0));
    return true;
  }

  /// Not recursive: a sum of many terms is a very deep tree.
  bool TraverseStmt(clang::Stmt *statement) {
    std::vector<clang::Stmt *> pending{statement};
    while (!pending.empty()) {
      clang::Stmt *next = pending.back();
      pending.pop_back();
      if (!next) continue;
      if (auto *declares = llvm::dyn_cast<clang::DeclStmt>(next)) {
        for (clang::Decl *declaration : declares->decls()) TraverseDecl(declaration);
        continue;
      }
      if (auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(next)) TraverseDecl(lambda->getCallOperator());
      pending.insert(pending.end(), next->child_begin(), next->child_end());
    }
    return true;
  }
  bool TraverseType(clang::QualType) { return true; }
  bool TraverseTypeLoc(clang::TypeLoc) { return true; }
  bool TraverseAttr(clang::Attr *) { return true; }
};

/// Code is generated for each declaration after this consumer saw it; template instances inherit the attributes.
class Consumer : public clang::ASTConsumer {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      if (isAttributeKnown(declaration->getASTContext().Idents)) Annotator().TraverseDecl(declaration);
    return true;
  }

 private:
  /// Most sources do not contain the identifier, and are skipped.
  static bool isAttributeKnown(const clang::IdentifierTable &words) {
    return words.find("no_sanitize") != words.end() || words.find("__no_sanitize__") != words.end();
  }
};

class Action : public clang::PluginASTAction {
 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<Consumer>();
  }
  bool ParseArgs(const clang::CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<Action> action("lockstep-attribute", "no_sanitize(\"lockstep\")");

}  // namespace

}  // namespace lockstep::instrument
