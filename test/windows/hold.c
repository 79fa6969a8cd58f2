/* Holds a file open so that no other program may open it, until standard input ends; prints "held" where it does. */
#include <stdio.h>
#include <windows.h>

int main(int argc, char **argv) {
  const HANDLE file =
      argc < 2 ? INVALID_HANDLE_VALUE : CreateFileA(argv[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
  if (file == INVALID_HANDLE_VALUE) return 1;
  printf("held\n");
  fflush(stdout);
  while (getchar() != EOF) {}
  return 0;
}
