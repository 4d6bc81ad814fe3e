module kinds
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none
end module
