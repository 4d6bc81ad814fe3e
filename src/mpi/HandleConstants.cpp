#include "mpi/HandleConstants.h"

namespace lockstep::mpi {

bool isNullOpNumber(std::int64_t handle) { return handle == 0x18000000; }

bool isNullOpSymbol(std::string_view symbol) { return symbol == "ompi_mpi_op_null"; }

bool areLooselyAlike(std::int64_t first, std::string_view firstSymbol, std::int64_t second,
                     std::string_view secondSymbol) {
  constexpr std::int64_t kByte = 0x4c00010d;
  constexpr std::int64_t kPacked = 0x4c00010f;
  constexpr std::int64_t kLong = 0x4c000807;
  constexpr std::int64_t kLongLong = 0x4c000809;
  const auto isRaw = [](std::int64_t number, std::string_view symbol) {
    return number == kByte || number == kPacked || symbol == "ompi_mpi_byte" || symbol == "ompi_mpi_packed";
  };
  const auto isLong = [](std::int64_t number, std::string_view symbol) {
    return number == kLong || number == kLongLong || symbol == "ompi_mpi_long" || symbol == "ompi_mpi_long_long_int";
  };
  return isRaw(first, firstSymbol) || isRaw(second, secondSymbol) ||
         (isLong(first, firstSymbol) && isLong(second, secondSymbol));
}

}  // namespace lockstep::mpi
