/* csvcut: prints columns of a CSV file. See README.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 64, MAX_LINE = 128 };

static int wanted[MAX_FIELDS];
static int wanted_count;

/* Splits a line where it stands; answers how many fields it has. */
static int split(char *line, char **fields) {
  int count = 0;
  for (char *at = strtok(line, ",\r\n"); at != NULL && count < MAX_FIELDS; at = strtok(NULL, ",\r\n")) {
    fields[count++] = at;
  }
  return count;
}

/* A field that would be read as something else is quoted. */
static void put(const char *field) {
  if (strpbrk(field, ",\"\r\n") == NULL) {
    fputs(field, stdout);
    return;
  }
  putchar('"');
  for (; *field != '\0'; field++) {
    if (*field == '"') {
      putchar('"');
    }
    putchar(*field);
  }
  putchar('"');
}

/* A row that has no such column has an empty one. */
static void print(char **fields, int count) {
  for (int i = 0; i < wanted_count; i++) {
    if (i > 0) {
      putchar(',');
    }
    if (wanted[i] <= count) {
      put(fields[wanted[i] - 1]);
    }
  }
  putchar('\n');
}

/* Numbers from 1, with commas between; answers whether they are. */
static int read_wanted(const char *text) {
  do {
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || number < 1 || number > MAX_FIELDS || wanted_count == MAX_FIELDS) {
      return 0;
    }
    wanted[wanted_count++] = (int)number;
    text = end;
  } while (*text++ == ',');
  return text[-1] == '\0';
}

int main(int argc, char **argv) {
  if (argc != 2 || !read_wanted(argv[1])) {
    fprintf(stderr, "usage: csvcut COLUMN[,COLUMN...] < FILE\n");
    return 2;
  }
  char line[MAX_LINE];
  char *fields[MAX_FIELDS];
  while (fgets(line, sizeof line, stdin) != NULL) {
    print(fields, split(line, fields));
  }
  return 0;
}
