// Manual pages in roff, generated from the same definitions as the help texts; those of the compiler wrappers share one
// text.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cli/Command.h"

namespace lockstep::cli {

/// lockstep(1).
std::string manPage();

/// lockstep-COMMAND(1).
std::string manPage(Command &command);

/// What is different about the page of each compiler wrapper.
struct WrapperPage {
  std::string_view name;  // after "lockstep-"
  std::string_view language;
  std::string_view variable;
  std::string_view compiler;
  std::string_view example;
};

inline constexpr std::array kWrapperPages{
    WrapperPage{"mpicc", "C", "CC", "clang", "solver.c"},
    WrapperPage{"mpicxx", "C++", "CXX", "clang++", "solver.cpp"},
    WrapperPage{"mpifort", "Fortran", "FC", "flang", "solver.f90"},
};

/// lockstep-mpicc(1) and so on.
std::string manPage(const WrapperPage &wrapper);

}  // namespace lockstep::cli
