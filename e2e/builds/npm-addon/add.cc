#include <napi.h>

static Napi::Value Add(const Napi::CallbackInfo& call) {
  double sum = call[0].As<Napi::Number>().DoubleValue() + call[1].As<Napi::Number>().DoubleValue();
  return Napi::Number::New(call.Env(), sum);
}

static Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set("add", Napi::Function::New(env, Add));
  return exports;
}

NODE_API_MODULE(add, Init)
