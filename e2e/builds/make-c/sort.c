#include "sort.h"

void sort(int *values, int count) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && values[j - 1] > values[j]; j--) {
      int other = values[j];
      values[j] = values[j - 1];
      values[j - 1] = other;
    }
}
