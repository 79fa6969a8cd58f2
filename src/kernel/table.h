/* The table of the kernels of one instruction set.  Included by choose.c once a set: SET, its suffix; NAME;
 * FLOATS, how many floats it finishes at once. */

#define JOIN(name, set) burl__##name##_##set
#define JOINED(name, set) JOIN(name, set)
#define IN_SET(name) JOINED(name, SET)

#define OPERATION(name) burl__kernel IN_SET(name);
#include "kernel/operations.h"
#undef OPERATION
burl__storer IN_SET(store);
burl__interleaver IN_SET(interleave);
#define TEST(name) burl__tester IN_SET(all_##name##_f), IN_SET(all_##name##_d);
BURL__TESTS(TEST)
#undef TEST

static const burl__kernels IN_SET(kernels) = {
    .name = NAME,
    .together = FLOATS,
    .store = IN_SET(store),
    .interleave = IN_SET(interleave),
    .test =
        {
#define TEST(name) {IN_SET(all_##name##_f), IN_SET(all_##name##_d)},
            BURL__TESTS(TEST)
#undef TEST
        },
    .run =
        {
#define OPERATION(name) [OP_##name] = IN_SET(name),
#include "kernel/operations.h"
#undef OPERATION
        },
};

#undef JOIN
#undef JOINED
#undef IN_SET
#undef SET
#undef NAME
#undef FLOATS
