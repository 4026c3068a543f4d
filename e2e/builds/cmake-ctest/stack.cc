#include "stack.h"

void Stack::push(int value) {
  std::lock_guard<std::mutex> held(lock);
  values.push_back(value);
}

int Stack::pop() {
  std::lock_guard<std::mutex> held(lock);
  int last = values.back();
  values.pop_back();
  return last;
}
