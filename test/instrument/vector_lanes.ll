; Of a masked vector access only the lanes that are accessed are recorded.
; RUN: opt -load-pass-plugin=%instrument -passes=lockstep-instrument,verify -S %s | FileCheck %s

; CHECK-LABEL: @masked(
; CHECK: [[BITS:%.*]] = bitcast <8 x i1> %m to i8
; CHECK: icmp ne i8 [[BITS]], 0
; CHECK: [[LEFT:%.*]] = phi i8
; CHECK-NEXT: [[LANE:%.*]] = call i8 @llvm.cttz.i8(i8 [[LEFT]], i1 true)
; CHECK: mul i64 {{.*}}, 8
; CHECK: call void @lockstepStore(ptr {{.*}}, i64 8)
; CHECK: and i8 [[LEFT]],
define void @masked(<8 x double> %v, ptr %p, <8 x i1> %m) {
  call void @llvm.masked.store.v8f64.p0(<8 x double> %v, ptr %p, i32 8, <8 x i1> %m)
  ret void
}

; CHECK-LABEL: @all(
; CHECK: call void @lockstepLoad(ptr %p, i64 64)
define <8 x double> @all(ptr %p) {
  %v = call <8 x double> @llvm.masked.load.v8f64.p0(ptr %p, i32 8, <8 x i1> splat (i1 true), <8 x double> zeroinitializer)
  ret <8 x double> %v
}

; CHECK-LABEL: @gathered(
; CHECK-COUNT-4: extractelement <4 x ptr> %p, i64 {{[0-3]}}
; CHECK: extractelement <4 x ptr> %p, i64 %
; CHECK: call void @lockstepLoad(ptr {{.*}}, i64 4)
define <4 x i32> @gathered(<4 x ptr> %p, <4 x i1> %m) {
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %p, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
  ret <4 x i32> %v
}

; CHECK-LABEL: @scattered(
; CHECK: call void @lockstepStore(ptr {{.*}}, i64 4)
define void @scattered(<4 x i32> %v, <4 x ptr> %p, <4 x i1> %m) {
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %p, i32 4, <4 x i1> %m)
  ret void
}

; CHECK-LABEL: @packed(
; CHECK: call i16 @llvm.ctpop.i16
; CHECK: mul i64 {{.*}}, 4
; CHECK: call void @lockstepStore(ptr %p, i64 %
define void @packed(<16 x float> %v, ptr %p, <16 x i1> %m) {
  call void @llvm.masked.compressstore.v16f32(<16 x float> %v, ptr %p, <16 x i1> %m)
  ret void
}

; CHECK-LABEL: @expanded(
; CHECK: call void @lockstepLoad(ptr %p, i64 %
define <16 x float> @expanded(ptr %p, <16 x i1> %m) {
  %v = call <16 x float> @llvm.masked.expandload.v16f32(ptr %p, <16 x i1> %m, <16 x float> zeroinitializer)
  ret <16 x float> %v
}

; Elements that nobody takes out of a vector were loaded for convenience.
; CHECK-LABEL: @strided(
; CHECK: phi i8 [ bitcast (<8 x i1> <i1 true, i1 false, i1 true,
; CHECK: call void @lockstepLoad(ptr {{.*}}, i64 4)
define <4 x i32> @strided(ptr %p) {
  %v = load <8 x i32>, ptr %p, align 4
  %even = shufflevector <8 x i32> %v, <8 x i32> poison, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  ret <4 x i32> %even
}
