/* Discrete Fourier transforms. */
#ifndef BURL_EXPLAIN_FOURIER_H
#define BURL_EXPLAIN_FOURIER_H

/* Transforms [rows][columns] complex numbers, real part first, in place, along both axes, whose lengths are powers of
 * two (J. Cooley, J. Tukey, "An algorithm for the machine calculation of complex Fourier series", 1965).  0: out of
 * memory. */
int fourier(double (*z)[2], int columns, int rows);

#endif
