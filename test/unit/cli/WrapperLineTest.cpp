#include "cli/wrapper/WrapperLine.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/Command.h"
#include "cli/base/TemporaryDirectory.h"

namespace lockstep::cli {
namespace {

using Words = std::vector<std::string>;

/// The sources that the compiler makes code of, by their words.
Words sourcesOf(const WrapperLine &line) {
  Words words;
  for (const WrapperInput &input : line.inputs)
    if (input.language) words.push_back(input.word);
  return words;
}

TEST(WrapperLine, HowFarTheCompilerGoes) {
  const std::vector<std::pair<Words, Stage>> lines{
      {{"a.c"}, Stage::Link},
      {{"a.c", "-o", "a"}, Stage::Link},
      {{"a.o", "-shared", "-o", "liba.so"}, Stage::Link},
      {{"-shared", "-fPIC", "a.c"}, Stage::Link},
      {{"-c", "a.c"}, Stage::Object},
      {{"a.c", "-c", "-o", "-E"}, Stage::Object},  // a file that is called -E
      {{"--compile", "a.c"}, Stage::Object},
      {{"-S", "a.c"}, Stage::Object},
      {{"-S", "-emit-llvm", "a.c"}, Stage::Object},
      {{"-###", "-c", "a.c"}, Stage::Object},
      {{"-MD", "-MP", "-MF", "a.d", "-c", "a.c"}, Stage::Object},
      {{"-MMD", "-MT", "-E", "-c", "a.c"}, Stage::Object},
      {{"-Wp,-MD,a.d", "-c", "a.c"}, Stage::Object},
      {{"-Wl,-E", "a.c"}, Stage::Link},
      {{"-Xlinker", "-E", "a.o"}, Stage::Link},
      {{"-Xclang", "-fsyntax-only", "a.c"}, Stage::Link},
      {{"a.h"}, Stage::Object},  // precompiled
      {{"a.h", "b.c"}, Stage::Link},
      {{"-x", "c++-header", "a", "-o", "a.pch"}, Stage::Object},
      {{"-x", "c", "a.h"}, Stage::Link},
      {{"-E", "a.c"}, Stage::Preprocess},
      {{"-c", "-E", "a.c"}, Stage::Preprocess},  // the least counts, in any order
      {{"-E", "-c", "a.c"}, Stage::Preprocess},
      {{"-M", "a.c"}, Stage::Preprocess},
      {{"-MM", "-MG", "a.c"}, Stage::Preprocess},
      {{"-fsyntax-only", "a.c"}, Stage::Syntax},
      {{"--version"}, Stage::Asked},
      {{"--version", "a.c"}, Stage::Asked},
      {{"-print-search-dirs"}, Stage::Asked},
      {{"-print-file-name=libc.a"}, Stage::Asked},
      {{"--print-prog-name=ld"}, Stage::Asked},
      {{"-dumpmachine"}, Stage::Asked},
      {{"--help=warnings"}, Stage::Asked},
      {{"-v"}, Stage::Asked},
      {{"-v", "a.c"}, Stage::Link},
      {{"-###"}, Stage::Asked},
      {{"-lm"}, Stage::Link},  // as autoconf's checks may do
      {{}, Stage::Asked},
  };
  for (const auto &[words, stage] : lines) {
    const WrapperLine line = readLine(words);
    EXPECT_EQ(line.stage, stage) << ::testing::PrintToString(words);
    EXPECT_EQ(line.passed, words);
  }
}

TEST(WrapperLine, Sources) {
  const std::vector<std::pair<Words, Words>> lines{
      {{"a.c", "b.o", "-lm", "libc.a", "d.so", "e.s"}, {"a.c"}},
      {{"-c", "a.c", "b.cpp", "c.f90"}, {"a.c", "b.cpp", "c.f90"}},
      {{"-o", "a.c", "b.o"}, {}},  // the value of an option is no input
      {{"-oa.c", "b.o"}, {}},
      {{"-include", "a.c", "-MF", "b.c", "-MT", "c.c", "-D", "d.c", "-I", "e.c", "-Xlinker", "f.c", "g.c"}, {"g.c"}},
      {{"-Ia.c", "-DX=b.c", "-Wl,c.c", "-Wp,-MD,d.c", "e.c"}, {"e.c"}},
      {{"-x", "c", "a.text"}, {"a.text"}},
      {{"-xc++", "a.text"}, {"a.text"}},
      {{"-x", "c", "-"}, {"-"}},
      {{"-"}, {}},  // clang refuses stdin without -x, but for -E
      {{"-x", "assembler", "a.c"}, {}},
      {{"-x", "c-header", "a.c"}, {}},
      {{"-x", "c", "a.text", "-x", "none", "b.text", "c.c"}, {"a.text", "c.c"}},
      {{"a.c", "--", "-b.c"}, {"a.c", "-b.c"}},
      {{"a.h"}, {}},
      {{"a.S"}, {}},
      {{"@no-such-file.c"}, {"@no-such-file.c"}},  // then it is a file's name
  };
  for (const auto &[words, sources] : lines)
    EXPECT_EQ(sourcesOf(readLine(words)), sources) << ::testing::PrintToString(words);
}

TEST(WrapperLine, LanguageOfEachSource) {
  const WrapperLine line =
      readLine({"a.c", "b.cc", "c.F90", "-x", "c", "d.cc", "-x", "f95-cpp-input", "e", "-xc++", "f"});
  std::vector<Language> languages;
  for (const WrapperInput &input : line.inputs) languages.push_back(input.language.value());
  EXPECT_EQ(languages, (std::vector{Language::C, Language::Cxx, Language::Fortran, Language::C, Language::Fortran,
                                    Language::Cxx}));
}

TEST(WrapperLine, WhatIncludesHeaders) {
  const auto isPreprocessed = [](const Words &words) {
    return std::ranges::any_of(readLine(words).inputs, &WrapperInput::isPreprocessed);
  };
  EXPECT_TRUE(isPreprocessed({"a.c"}));
  EXPECT_TRUE(isPreprocessed({"a.S"}));
  EXPECT_TRUE(isPreprocessed({"a.h"}));
  EXPECT_TRUE(isPreprocessed({"-x", "c-header", "a"}));
  EXPECT_TRUE(isPreprocessed({"-x", "c", "-"}));
  EXPECT_FALSE(isPreprocessed({"a.o", "libb.a", "-lc", "d.so.1", "e.s"}));
}

TEST(WrapperLine, ForcedLanguageAtTheEnd) {
  EXPECT_TRUE(readLine({"-x", "c", "a"}).isLanguageForced);
  EXPECT_TRUE(readLine({"-xc", "a"}).isLanguageForced);
  EXPECT_FALSE(readLine({"-x", "c", "a", "-x", "none"}).isLanguageForced);
  EXPECT_FALSE(readLine({"-xc", "a", "-xnone", "b.o"}).isLanguageForced);
  EXPECT_FALSE(readLine({"a.c"}).isLanguageForced);
}

TEST(WrapperLine, OwnWordsAreTakenOut) {
  const WrapperLine line =
      readLine({"--mpi", "mpich", "-c", "--compiler=gcc", "-Werror=lockstep", "a.c", "-Wno-lockstep"});
  EXPECT_EQ(line.passed, (Words{"-c", "a.c"}));
  EXPECT_EQ(line.mpi, "mpich");
  EXPECT_EQ(line.compiler, "gcc");
  EXPECT_EQ(line.failsOn, report::Severity::Error);
  EXPECT_FALSE(line.rules);

  const WrapperLine last = readLine({"-Wno-lockstep", "-Wlockstep", "-Werror=lockstep", "-Wno-error=lockstep",
                                     "--mpi=mpich", "--mpi=openmpi", "a.c"});
  EXPECT_EQ(last.mpi, "openmpi");
  EXPECT_TRUE(last.rules);
  EXPECT_FALSE(last.failsOn);
  EXPECT_THROW(readLine({"a.c", "--mpi"}), Failure);
}

TEST(WrapperLine, ValuesAreNoWordsOfOurs) {
  const Words words{"-o", "-Wno-lockstep", "-Xlinker", "--mpi", "-D", "--compiler=x", "a.c"};
  const WrapperLine line = readLine(words);
  EXPECT_EQ(line.passed, words);
  EXPECT_TRUE(line.rules);
  EXPECT_EQ(line.mpi, "");
  EXPECT_EQ(line.compiler, "");
}

TEST(WrapperLine, QuestionsToTheMpi) {
  for (const char *word : {"-show", "-showme", "--showme", "-showme:link", "--showme:version", "-compile_info"})
    EXPECT_TRUE(readLine({word}).asksMpi) << word;
  for (const char *word : {"--version", "-shared", "-o-show"}) EXPECT_FALSE(readLine({word, "a.c"}).asksMpi) << word;
  EXPECT_FALSE(readLine({"-o", "-show", "a.c"}).asksMpi);
}

TEST(WrapperLine, Switches) {
  EXPECT_TRUE(readLine({"-v", "a.c"}).isVerbose);
  EXPECT_FALSE(readLine({"-Wl,-v", "a.c"}).isVerbose);
  EXPECT_TRUE(readLine({"-r", "a.o"}).isRelocatable);
  EXPECT_FALSE(readLine({"-rdynamic", "a.o"}).isRelocatable);
}

class ResponseFiles : public ::testing::Test {
 protected:
  std::string write(const std::string &name, const std::string &text) {
    std::ofstream(folder_.path() / name) << text;
    return "@" + (folder_.path() / name).string();
  }

  TemporaryDirectory folder_{std::filesystem::temp_directory_path()};
};

TEST_F(ResponseFiles, AreLookedIntoAndPassedAsTheyAre) {
  const std::string inner = write("inner", "-c 'a file.c' \"b\\\"c.c\" d\\ e.c\n\t-DX=''");
  const std::string outer = write("outer", "-O2\n" + inner + "\n");
  const WrapperLine line = readLine({outer, "f.c"});
  EXPECT_EQ(line.passed, (Words{outer, "f.c"}));
  EXPECT_EQ(line.seen, (Words{"-O2", "-c", "a file.c", "b\"c.c", "d e.c", "-DX=", "f.c"}));
  EXPECT_EQ(line.stage, Stage::Object);
  EXPECT_EQ(sourcesOf(line), (Words{"a file.c", "b\"c.c", "d e.c", "f.c"}));
}

TEST_F(ResponseFiles, AreOpenedForAWordOfOurs) {
  const std::string plain = write("plain", "-O2");
  const std::string own = write("own", "-c a.c -Wno-lockstep");
  const WrapperLine line = readLine({plain, own});
  EXPECT_EQ(line.passed, (Words{plain, "-c", "a.c"}));
  EXPECT_FALSE(line.rules);
}

TEST_F(ResponseFiles, ThatNameThemselvesAreNoEndlessLoop) {
  const std::string name = write("loop", "");
  write("loop", "-c a.c " + name);
  EXPECT_EQ(readLine({name}).stage, Stage::Object);
}

TEST(WrapperLine, WhatASourceMeans) {
  const WrapperLine line =
      readLine({"-O2",      "-DA",           "-D",          "B=1",    "-UC",      "-Ione",    "-I",     "two",
                "-isystem", "three",         "-include",    "four.h", "-std=c11", "-fopenmp", "-Jmods", "-J",
                "more",     "-fno-tree-pta", "-Wp,-MD,a.d", "-MF",    "a.d",      "-Wall",    "-o",     "a.o",
                "-c",       "a.c",           "-Xlinker",    "-DNOT",  "-pthread"});
  EXPECT_EQ(meaningOf(line), (Words{"-DA", "-D", "B=1", "-UC", "-Ione", "-I", "two", "-isystem", "three", "-include",
                                    "four.h", "-std=c11", "-fopenmp", "-Imods", "-Imore", "-pthread"}));
}

}  // namespace
}  // namespace lockstep::cli
