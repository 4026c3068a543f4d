#include <cstdlib>
#include <fstream>
#include <thread>

#include "stack.h"

int main() {
  Stack stack;
  std::thread other([&] { for (int i = 0; i < 1000; i++) stack.push(1); });
  for (int i = 0; i < 1000; i++) stack.push(1);
  other.join();
  int sum = 0;
  for (int i = 0; i < 2000; i++) sum += stack.pop();
  if (sum != 2000) return 1;
  std::ofstream(std::getenv("PROOF")) << sum;
}
