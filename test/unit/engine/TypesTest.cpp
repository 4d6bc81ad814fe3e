// Signatures, layouts and comparisons of datatypes.
#include "engine/objects/Types.h"

#include <gtest/gtest.h>

#include <set>

#include "texttrace/TextTrace.h"

namespace lockstep::engine {
namespace {

using mpi::PredefinedType;

/// The types of a textual trace's lines, without an engine.
Types typesOf(const std::string &lines) {
  const auto trace = TextTrace::parse("ranks 1\n" + lines);
  Types types;
  if (!trace) {
    ADD_FAILURE() << "line " << trace.error().line << ": " << trace.error().what;
    return types;
  }
  for (const trace::BuiltRecord &step : trace->steps) {
    const auto *header = reinterpret_cast<const trace::RecordHeader *>(step.words.data());
    if (header->kind == trace::Kind::Type) types.define(*reinterpret_cast<const trace::Type *>(header));
  }
  return types;
}

/// The only type of a line.
struct One {
  explicit One(const std::string &text) : types(typesOf("0: type t = " + text + "\n")) {
    const auto trace = TextTrace::parse("ranks 1\n0: type t = " + text + "\n");
    const auto *record = reinterpret_cast<const trace::Type *>(trace->steps.back().words.data());
    type = types.find(static_cast<std::int64_t>(record->id));
  }
  Elements times(std::uint64_t count) const { return {count, type}; }
  Types types;
  const Datatype *type = nullptr;
};

Elements basic(std::uint64_t count, PredefinedType type) {
  return {count, Types().find(static_cast<std::int64_t>(type))};
}

std::vector<ByteRun> runsOf(Elements elements) {
  std::vector<ByteRun> runs;
  forEachByteRun(elements, [&](const ByteRun &run) {
    runs.push_back(run);
    return true;
  });
  return runs;
}

std::set<std::int64_t> bytesIn(const std::vector<ByteRun> &runs) {
  std::set<std::int64_t> bytes;
  for (const ByteRun &run : runs)
    for (std::uint64_t i = 0; i < run.count; ++i)
      for (std::uint64_t byte = 0; byte < run.length; ++byte)
        EXPECT_TRUE(bytes.insert(moved(run.offset, i, run.stride) + static_cast<std::int64_t>(byte)).second);
  return bytes;
}

TEST(Types, KnowPredefinedOnesByNumber) {
  const Elements doubles = basic(3, PredefinedType::Double);
  EXPECT_EQ(doubles.type->size, 8U);
  EXPECT_EQ(doubles.type->extent, 8);
  EXPECT_EQ(bytesOf(doubles), 24U);
  EXPECT_EQ(describe(doubles), "3 x MPI_DOUBLE");
  EXPECT_EQ(Types().find(trace::kNullHandle), nullptr);
  EXPECT_EQ(Types().find(trace::kUnknownHandle), nullptr);
}

TEST(Types, HaveSizeExtentAndLowerBound) {
  const One type("extent 24 lb -8 {0:INT*2 8:DOUBLE}");
  EXPECT_EQ(type.type->size, 16U);
  EXPECT_EQ(type.type->extent, 24);
  EXPECT_EQ(type.type->lowerBound, -8);
  EXPECT_EQ(describe(type.times(2)), "2 x a derived type of (2 x MPI_INT, 1 x MPI_DOUBLE) (size 16, extent 24)");
}

TEST(Types, GoOnInFurtherRecords) {
  struct {
    trace::Type type;
    trace::TypeBlock block;
  } record{};
  record.type.id = 1000;
  record.type.extent = 16;
  record.type.blockCount = 1;
  record.type.more = 1;
  record.block = {0, 0, 1, 2, static_cast<std::uint32_t>(PredefinedType::Int), 0};
  Types types;
  types.define(record.type);
  EXPECT_EQ(types.find(1000), nullptr);
  record.type.more = 0;
  record.block = {8, 0, 1, 1, static_cast<std::uint32_t>(PredefinedType::Double), 0};
  types.define(record.type);
  ASSERT_NE(types.find(1000), nullptr);
  EXPECT_EQ(types.find(1000)->pattern, (std::vector<BasicRun>{{PredefinedType::Int, 2}, {PredefinedType::Double, 1}}));
}

TEST(Types, WithoutAMapAreComparedByTheirSize) {
  trace::Type record{};
  record.id = 1000;
  record.extent = 32;
  record.size = 24;
  Types types;
  types.define(record);
  const Elements unknown{2, types.find(1000)};
  EXPECT_FALSE(unknown.type->isComplete);
  EXPECT_TRUE(compare(unknown, basic(6, PredefinedType::Double)).isEqual());
  EXPECT_TRUE(compare(basic(12, PredefinedType::Int), unknown).isEqual());
  EXPECT_EQ(compare(unknown, basic(7, PredefinedType::Double)).amount, std::strong_ordering::less);
  EXPECT_EQ(describe(unknown), "2 x a derived type of 24 bytes (size 24, extent 32)");
}

TEST(Types, TakePairsApart) {
  const Elements pairs = basic(3, PredefinedType::TwoInt);
  EXPECT_TRUE(compare(pairs, basic(6, PredefinedType::Int)).isEqual());
  EXPECT_EQ(basic(1, PredefinedType::DoubleInt).type->size, 12U);
  EXPECT_EQ(basic(1, PredefinedType::DoubleInt).type->extent, 16);
  EXPECT_EQ(basic(1, PredefinedType::ShortInt).type->extent, 8);
  const One structure("extent 16 {0:DOUBLE 8:INT}");
  EXPECT_TRUE(compare(structure.times(5), basic(5, PredefinedType::DoubleInt)).isEqual());
}

TEST(TypeComparison, SeesOneVectorAsManyValues) {
  const One vector("extent 4000 {0:INT*2x500+8}");
  EXPECT_TRUE(compare(vector.times(1), basic(1000, PredefinedType::Int)).isEqual());
  EXPECT_EQ(compare(vector.times(1), basic(1001, PredefinedType::Int)).amount, std::strong_ordering::less);
  EXPECT_EQ(compare(vector.times(2), basic(1001, PredefinedType::Int)).amount, std::strong_ordering::greater);
  EXPECT_EQ(describe(vector.times(1)), "1 x a derived type of 1000 x MPI_INT");
}

TEST(TypeComparison, NamesTheFirstElementThatDiffers) {
  const One ints("extent 16 {0:INT*2 8:DOUBLE}");
  const One floats("extent 16 {0:INT*2 8:FLOAT*2}");
  const auto difference = compare(ints.times(7), floats.times(7)).difference;
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->element, 2U);
  EXPECT_EQ(difference->first, PredefinedType::Double);
  EXPECT_EQ(difference->second, PredefinedType::Float);
  EXPECT_FALSE(difference->isSoft);
}

TEST(TypeComparison, FindsADifferenceThatOnlyLaterElementsShow) {
  const One three("extent 12 {0:INT*2 8:FLOAT}");
  const One six("extent 24 {0:INT*2 8:FLOAT 12:INT 16:FLOAT*2}");
  const auto difference = compare(three.times(2), six.times(1)).difference;
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->element, 4U);
  EXPECT_FALSE(compare(three.times(1), six.times(1)).difference);
}

TEST(TypeComparison, TakesNoTimeForLongMessages) {
  const One type("extent 16 {0:INT*2 8:DOUBLE}");
  const One same("extent 32 {0:INT 8:INT 16:DOUBLE}");
  const std::uint64_t many = std::uint64_t{1} << 40;
  EXPECT_TRUE(compare(type.times(many), same.times(many)).isEqual());
  EXPECT_EQ(compare(type.times(many), same.times(many + 1)).amount, std::strong_ordering::less);
  EXPECT_EQ(compare(type.times(~std::uint64_t{0}), basic(1, PredefinedType::Int)).amount,
            std::strong_ordering::greater);
}

TEST(TypeComparison, IsSoftOnTypesThatMeanTheSame) {
  const auto softness = [](Elements a, Elements b) {
    const Comparison result = compare(a, b);
    EXPECT_EQ(result.amount, std::strong_ordering::equal);
    return result.difference ? result.difference->isSoft : true;
  };
  EXPECT_TRUE(softness(basic(4, PredefinedType::Int), basic(16, PredefinedType::Byte)));
  EXPECT_TRUE(softness(basic(4, PredefinedType::Long), basic(4, PredefinedType::LongLong)));
  EXPECT_TRUE(softness(basic(4, PredefinedType::Int), basic(4, PredefinedType::Integer)));
  EXPECT_TRUE(softness(basic(4, PredefinedType::Double), basic(4, PredefinedType::Real8)));
  EXPECT_TRUE(softness(basic(4, PredefinedType::Char), basic(4, PredefinedType::Character)));
  EXPECT_TRUE(softness(basic(2, PredefinedType::CDoubleComplex), basic(4, PredefinedType::Double)));
  EXPECT_FALSE(softness(basic(4, PredefinedType::Int), basic(2, PredefinedType::Double)));
  EXPECT_FALSE(softness(basic(4, PredefinedType::Int), basic(4, PredefinedType::Float)));
  EXPECT_FALSE(softness(basic(4, PredefinedType::Int), basic(4, PredefinedType::Logical)));
  EXPECT_TRUE(compare(basic(4, PredefinedType::Long), basic(4, PredefinedType::LongLong)).difference);
}

TEST(TypeComparison, PrefersAHardDifferenceToAnEarlierSoftOne) {
  const One sent("extent 16 {0:LONG 8:LONG}");
  const One received("extent 16 {0:LONG_LONG 8:DOUBLE}");
  EXPECT_EQ(compare(sent.times(1), received.times(1)).difference->element, 1U);
  EXPECT_FALSE(compare(sent.times(1), received.times(1)).difference->isSoft);
}

TEST(TypeComparison, LetsPackedMatchAnything) {
  EXPECT_TRUE(compare(basic(100, PredefinedType::Packed), basic(4, PredefinedType::Int)).isEqual());
  EXPECT_TRUE(compare(basic(4, PredefinedType::Int), basic(100, PredefinedType::Packed)).isEqual());
  EXPECT_FALSE(compare(basic(4, PredefinedType::Packed), basic(100, PredefinedType::Packed)).isEqual());
}

TEST(TypeComparison, FindsNothingInNothing) {
  const One empty("extent 8 {}");
  EXPECT_TRUE(compare(basic(0, PredefinedType::Int), basic(0, PredefinedType::Double)).isEqual());
  EXPECT_TRUE(compare(empty.times(5), basic(0, PredefinedType::Double)).isEqual());
  EXPECT_EQ(compare(empty.times(5), basic(1, PredefinedType::Double)).amount, std::strong_ordering::less);
  EXPECT_EQ(describe(empty.times(5)), "5 x an empty derived type");
}

TEST(TypeLayout, OfDenseTypesIsOneRun) {
  EXPECT_EQ(runsOf(basic(1000000, PredefinedType::Int)), (std::vector<ByteRun>{{0, 4000000, 0, 1}}));
  const One structure("extent 16 {0:INT*2 8:DOUBLE}");
  EXPECT_EQ(runsOf(structure.times(10)), (std::vector<ByteRun>{{0, 160, 0, 1}}));
  EXPECT_TRUE(runsOf(structure.times(0)).empty());
}

TEST(TypeLayout, OfAColumnIsOneStridedRun) {
  const One column("extent 8 {0:DOUBLEx100+800}");
  EXPECT_EQ(runsOf(column.times(1)), (std::vector<ByteRun>{{0, 8, 800, 100}}));
  const One resized("extent 80000 {0:DOUBLEx100+800}");
  EXPECT_EQ(runsOf(resized.times(50)), (std::vector<ByteRun>{{0, 8, 800, 5000}}));
}

TEST(TypeLayout, HasGapsWhereTheTypeHas) {
  const One gaps("extent 24 {0:INT 8:DOUBLE}");
  EXPECT_EQ(runsOf(gaps.times(1000000)), (std::vector<ByteRun>{{0, 4, 24, 1000000}, {8, 8, 24, 1000000}}));
  EXPECT_EQ(runsOf(basic(3, PredefinedType::DoubleInt)), (std::vector<ByteRun>{{0, 12, 16, 3}}));
  EXPECT_EQ(runsOf(basic(3, PredefinedType::ShortInt)), (std::vector<ByteRun>{{0, 2, 8, 3}, {4, 4, 8, 3}}));
}

TEST(TypeLayout, OfPairsInRunsHoldsBothParts) {
  const One wide("extent 200 {4:SHORT_INT*3x2+100}");
  const One high("extent 200 {4:SHORT_INT*2x3+60}");
  EXPECT_EQ(bytesIn(runsOf(wide.times(2))).size(), 2 * 6 * 6U);
  const std::set<std::int64_t> bytes = bytesIn(runsOf(high.times(1)));
  EXPECT_EQ(bytes.size(), 6 * 6U);
  for (const std::int64_t begin : {4, 12, 64, 72, 124, 132}) {
    EXPECT_TRUE(bytes.contains(begin + 1));
    EXPECT_FALSE(bytes.contains(begin + 2));
    EXPECT_TRUE(bytes.contains(begin + 7));
  }
}

TEST(TypeLayout, OfManyOverlappingColumnsHoldsEveryByteOnce) {
  const One column("extent 8 {0:DOUBLEx3+80}");
  const std::set<std::int64_t> bytes = bytesIn(runsOf(column.times(10)));
  EXPECT_EQ(bytes.size(), 240U);
  EXPECT_EQ(*bytes.rbegin(), 239);
  EXPECT_EQ(runsOf(column.times(10)).size(), 3U);
}

TEST(TypeLayout, StopsWhenTheVisitorHasEnough) {
  const One gaps("extent 24 {0:INT 8:DOUBLE}");
  int visits = 0;
  forEachByteRun(gaps.times(5), [&](const ByteRun &) { return ++visits < 1; });
  EXPECT_EQ(visits, 1);
}

}  // namespace
}  // namespace lockstep::engine
