#pragma once
#include <mutex>
#include <vector>

class Stack {
 public:
  void push(int value);
  int pop();

 private:
  std::mutex lock;
  std::vector<int> values;
};
