/* How large the console is. */
#ifndef BURL_WINDOWS_IOCTL_H
#define BURL_WINDOWS_IOCTL_H

struct winsize {
  unsigned short ws_col, ws_row, ws_xpixel, ws_ypixel;
};
enum { TIOCGWINSZ };
int ioctl(int descriptor, int request, struct winsize *to);

#endif
