! Code from flang is instrumented like code from clang.
! RUN: for level in 0 2; do %flang -O$level -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s || exit 1; done

! CHECK-LABEL: @scatter_(
! CHECK: call void @lockstepLoad(ptr {{.*}}, i64 4)
! CHECK: call void @lockstepStore(ptr {{.*}}, i64 8)
subroutine scatter(a, list, n)
  integer :: n, i, list(n)
  real(8) :: a(*)
  do i = 1, n
    a(list(i)) = 1
  end do
end subroutine

! CHECK-LABEL: @local_(
! CHECK: store double
! CHECK: call void @lockstepStore(ptr {{.*}}, i64 8)
subroutine local()
  real(8) :: b(10)
  external :: send
  call send(b)
  b(3) = 1
  call send(b)
end subroutine

! An assignment of a whole array may be a call of flang's runtime library.
! RUN: %flang -O0 -fpass-plugin=%instrument -S -emit-llvm %s -o - | FileCheck %s --check-prefix=ARRAY
! ARRAY-LABEL: @whole_(
! ARRAY: call void @lockstepAssign(ptr [[TO:%[0-9]+]], ptr [[FROM:%[0-9]+]])
! ARRAY-NEXT: call {} @_FortranAAssign(ptr [[TO]], ptr [[FROM]],
subroutine whole(b)
  real(8) :: b(10)
  b = 1
end subroutine
