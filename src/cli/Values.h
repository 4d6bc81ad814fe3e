// Validators for the values of options, with clear messages: "-n: 'two' is not a whole number".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace lockstep::cli {

/// `what` is the subject of the message: "the number of ranks".
CLI::Validator wholeNumber(long low, long high, std::string what);

/// A length of time: more than 0 seconds, and finite.
CLI::Validator seconds();

/// A number of bytes that a trace can be limited to: 512K, 64M, 2G.
CLI::Validator traceSize();

/// One of these words.
CLI::Validator oneOf(const std::vector<std::string> &words);

/// Takes any, but these are worth proposing.
CLI::Validator proposed(const std::vector<std::string> &words);

/// What the value of an option that has one of the two can be.
std::vector<std::string> wordsFor(const CLI::Option &option);

/// The name of an MPI.
CLI::Validator mpiName();

std::vector<std::string> mpiNames();
std::vector<std::string> ruleIds();

/// What a switch is set to (`--quiet=false`); nothing for a word that is neither.
std::optional<bool> truthOf(std::string_view value);

/// What the value of --cflags is called.
inline constexpr const char *kFlagsType = "FLAGS";
/// The type name of an option with several comma-separated values.
inline constexpr const char *kListType = "LIST";

}  // namespace lockstep::cli
