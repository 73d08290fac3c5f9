/*
 * reach.h - which addresses of the network a transfer may connect to.
 */
#ifndef CHTTP_REACH_H
#define CHTTP_REACH_H

#include "chttp.h"

#include <sys/socket.h>

/* Whether a connection to this address is within the reach. Asked for each address that a name has, just before it is
   connected to, so that a name that is given another address in between gains nothing. */
int chttp_reaches(chttp_reach reach, const struct sockaddr *address);

#endif
