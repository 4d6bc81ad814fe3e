#include "mpi/Predefined.h"

#include <gtest/gtest.h>

#include <set>

#include "mpi/FortranOps.h"

namespace lockstep::mpi {
namespace {

TEST(PredefinedTypes, HaveDistinctNumbersAndNames) {
  std::set<PredefinedType> numbers;
  std::set<std::string_view> names;
  for (const PredefinedTypeInfo &type : predefinedTypes()) {
    EXPECT_NE(type.type, PredefinedType::None);
    EXPECT_TRUE(numbers.insert(type.type).second) << type.name;
    EXPECT_TRUE(names.insert(type.name).second) << type.name;
    EXPECT_EQ(predefinedType(static_cast<std::uint64_t>(type.type)), &type);
  }
}

TEST(PredefinedTypes, PairsConsistOfTwoPlainTypes) {
  for (const PredefinedTypeInfo &type : predefinedTypes()) {
    EXPECT_EQ(type.second != PredefinedType::None, type.category == TypeCategory::Pair) << type.name;
    if (type.category != TypeCategory::Pair) continue;
    for (PredefinedType part : {type.first, type.second})
      EXPECT_NE(predefinedType(static_cast<std::uint64_t>(part))->category, TypeCategory::Pair) << type.name;
  }
}

std::uint32_t bytesOf(PredefinedType type) { return predefinedType(static_cast<std::uint64_t>(type))->bytes; }

TEST(PredefinedTypes, HaveTheSizesOfTheirLanguage) {
  EXPECT_EQ(bytesOf(PredefinedType::Wchar), sizeof(wchar_t));
  EXPECT_EQ(bytesOf(PredefinedType::Int), sizeof(int));
  EXPECT_EQ(bytesOf(PredefinedType::Long), sizeof(long));
  EXPECT_EQ(bytesOf(PredefinedType::LongDouble), sizeof(long double));
  EXPECT_EQ(bytesOf(PredefinedType::CDoubleComplex), 2 * sizeof(double));
  EXPECT_EQ(bytesOf(PredefinedType::DoublePrecision), 8U);
  EXPECT_EQ(bytesOf(PredefinedType::Complex8), 8U);
  for (const PredefinedTypeInfo &type : predefinedTypes())
    EXPECT_EQ(type.bytes == 0, type.category == TypeCategory::Marker) << type.name;
}

TEST(PredefinedTypes, PairsAreAsLargeAsTheirParts) {
  EXPECT_EQ(bytesOf(PredefinedType::DoubleInt), sizeof(double) + sizeof(int));
  EXPECT_EQ(bytesOf(PredefinedType::ShortInt), sizeof(short) + sizeof(int));
  EXPECT_EQ(bytesOf(PredefinedType::TwoReal), 8U);
}

TEST(PredefinedTypes, KeepTheNumbersThatTracesHold) {
  EXPECT_EQ(predefinedType(1)->name, "MPI_BYTE");
  EXPECT_EQ(predefinedType(9)->name, "MPI_INT");
  EXPECT_EQ(predefinedType(24)->name, "MPI_DOUBLE");
  EXPECT_EQ(predefinedType(37)->name, "MPI_INTEGER");
  EXPECT_EQ(predefinedType(66)->name, "MPI_2INT");
  EXPECT_EQ(predefinedType(0), nullptr);
  EXPECT_EQ(predefinedType(1000), nullptr);
}

TEST(PredefinedOps, AreFoundByNumber) {
  EXPECT_EQ(predefinedOpName(3), "MPI_SUM");
  EXPECT_EQ(predefinedOpName(14), "MPI_NO_OP");
  EXPECT_EQ(predefinedOpName(0), "");
  EXPECT_EQ(predefinedCommName(1), "MPI_COMM_WORLD");
  EXPECT_EQ(predefinedCommName(3), "");
}

TEST(PredefinedOps, TakeTheCategoriesOfTheStandard) {
  EXPECT_TRUE(isDefinedFor(PredefinedOp::Max, TypeCategory::Floating));
  EXPECT_FALSE(isDefinedFor(PredefinedOp::Max, TypeCategory::Complex));
  EXPECT_TRUE(isDefinedFor(PredefinedOp::Sum, TypeCategory::Complex));
  EXPECT_FALSE(isDefinedFor(PredefinedOp::Sum, TypeCategory::Character));
  EXPECT_FALSE(isDefinedFor(PredefinedOp::Land, TypeCategory::FortranInteger));
  EXPECT_FALSE(isDefinedFor(PredefinedOp::Band, TypeCategory::Floating));
  EXPECT_TRUE(isDefinedFor(PredefinedOp::Band, TypeCategory::Byte));
  EXPECT_TRUE(isDefinedFor(PredefinedOp::Minloc, TypeCategory::Pair));
  EXPECT_FALSE(isDefinedFor(PredefinedOp::Minloc, TypeCategory::CInteger));
}

TEST(Predefined, OperationsByTheHandlesOfEachMpi) {
  EXPECT_EQ(opOfMpich(0x58000003), "MPI_SUM");
  EXPECT_EQ(opOfMpich(0x5800000e), "MPI_NO_OP");
  for (const std::int64_t other : {0x58000000, 0x5800000f, 0x44000000, 3, -1}) EXPECT_EQ(opOfMpich(other), "");
  EXPECT_EQ(opOfOpenMpi("ompi_mpi_op_sum"), "MPI_SUM");
  EXPECT_EQ(opOfOpenMpi("ompi_mpi_op_no_op"), "MPI_NO_OP");
  for (const char *other : {"ompi_mpi_op_null", "ompi_mpi_op_su", "ompi_mpi_comm_world", ""})
    EXPECT_EQ(opOfOpenMpi(other), "");
  EXPECT_EQ(opOfOpenMpiFortran(3), "MPI_SUM");
  EXPECT_EQ(opOfOpenMpiFortran(11), "MPI_MAXLOC");
  EXPECT_EQ(opOfOpenMpiFortran(12), "MPI_MINLOC");
  EXPECT_EQ(opOfOpenMpiFortran(14), "MPI_NO_OP");
  for (const std::int64_t other : {-1, 0, 15}) EXPECT_EQ(opOfOpenMpiFortran(other), "");
}

}  // namespace
}  // namespace lockstep::mpi
