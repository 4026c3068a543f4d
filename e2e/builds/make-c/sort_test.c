#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sort.h"

/* Sorts in another process, in memory that both share. */
int main(void) {
  int *values = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < 1000; i++) values[i] = (i * 7919) % 1000;
  if (fork() == 0) {
    sort(values, 1000);
    _exit(0);
  }
  wait(NULL);
  for (int i = 0; i < 1000; i++)
    if (values[i] != i) return 1;
  FILE *proof = fopen(getenv("PROOF"), "w");
  return proof == NULL || fclose(proof);
}
