; One check is enough for an access that cannot lie in two pages, else both ends are checked. The branch to the hook is
; marked as unlikely.
; RUN: opt -load-pass-plugin=%instrument -passes=lockstep-instrument -S %s | FileCheck %s

; CHECK: @lockstepWatched = external global [16777216 x i8]

; CHECK-LABEL: @aligned(
; CHECK: load <4 x double>, ptr %p, align 32
; CHECK: ptrtoint ptr %p
; CHECK-NEXT: lshr i64 %{{.*}}, 12
; CHECK-NEXT: and i64 %{{.*}}, 16777215
; CHECK-NEXT: getelementptr inbounds i8, ptr @lockstepWatched
; CHECK-NEXT: load i8
; CHECK-NEXT: icmp ne i8
; CHECK-NEXT: br i1 %{{.*}}, label %[[RARE:.*]], label %[[GO:.*]], !prof ![[WEIGHTS:[0-9]+]]
; CHECK: [[RARE]]:
; CHECK-NEXT: call void @lockstepLoad(ptr %p, i64 32) #[[CALL:[0-9]+]]
; CHECK-NEXT: br label %[[GO]]
define <4 x double> @aligned(ptr %p) {
  %v = load <4 x double>, ptr %p, align 32
  ret <4 x double> %v
}

; CHECK-LABEL: @shifted(
; CHECK: load i8, ptr
; CHECK: getelementptr i8, ptr %p, i64 31
; CHECK: load i8, ptr
; CHECK: or i8
; CHECK: call void @lockstepStore(ptr %p, i64 32)
define void @shifted(ptr %p, <4 x double> %v) {
  store <4 x double> %v, ptr %p, align 8
  ret void
}

; Two accesses a known distance apart share the looks; they are told each.
; CHECK-LABEL: @together(
; CHECK-COUNT-2: load i8, ptr
; CHECK: call void @lockstepLoad(ptr %q, i64 4)
; CHECK-NEXT: call void @lockstepStore(ptr %p, i64 4)
; CHECK-NOT: call
; CHECK: ret i32
define i32 @together(ptr %p, i32 %i) {
  %q = getelementptr i8, ptr %p, i64 -40
  %v = load i32, ptr %q, align 4
  store i32 %i, ptr %p, align 4
  ret i32 %v
}

; A page apart they do not, and each is looked at again where they are rare.
; CHECK-LABEL: @apart(
; CHECK-COUNT-3: load i8, ptr
; CHECK: call void @lockstepStore(ptr %q, i64 4)
; CHECK: load i8, ptr
; CHECK: call void @lockstepStore(ptr %p, i64 4)
define void @apart(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8192
  store i32 1, ptr %q, align 4
  store i32 1, ptr %p, align 4
  ret void
}

; Behind a call another segment may have begun.
; CHECK-LABEL: @segments(
; CHECK: call void @lockstepLoad(
; CHECK: call void @unknown()
; CHECK: call void @lockstepLoad(
define i32 @segments(ptr %p) {
  %a = load i32, ptr %p, align 4
  call void @unknown()
  %b = load i32, ptr %p, align 4
  %c = add i32 %a, %b
  ret i32 %c
}
declare void @unknown()

; CHECK: attributes #[[CALL]] = {{.*}}nomerge
; CHECK: ![[WEIGHTS]] = !{!"branch_weights", i32 1, i32
