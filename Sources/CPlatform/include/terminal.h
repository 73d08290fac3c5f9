/*
 * terminal.h - asking a person on a terminal.
 */
#ifndef PICKER_TERMINAL_H
#define PICKER_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads one line from `input`, without its end, into `buffer`. With `is_hidden` a terminal does not show what is typed; it is
 * as before when this returns. Asks `is_cancelled` every 100 ms.
 *
 * The number of bytes, of which `capacity` are kept; or -1 and errno: ECANCELED, ENODATA at the end of the input.
 */
ptrdiff_t platform_read_line(int input, bool is_hidden, char *buffer, size_t capacity,
                             bool (*is_cancelled)(void *context), void *context);

/* How many characters are in a line of a terminal; 0 when it is none, or does not say. */
int platform_terminal_columns(int terminal);

#endif
