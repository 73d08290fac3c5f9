/*
 * Runs picker-helper in as many domains of Landlock as a process can have, each of which permits everything: confining it
 * further is an error of the kernel.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Landlock: the numbers of its calls, and the right to execute files, the only one that is asked about. */
enum { CREATE = 444, ADD = 445, RESTRICT = 446, MOST = 16 };

int main(int count, char **arguments)
{
    (void)count;
    uint64_t handled = 1;
    struct {
        uint64_t allowed;
        int32_t parent;
    } __attribute__((packed)) rule = {1, open("/", O_PATH | O_CLOEXEC)};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 71;
    for (int index = 0; index < MOST; index++) {
        int rules = (int)syscall(CREATE, &handled, sizeof handled, 0);
        if (rules < 0 || syscall(ADD, rules, 1, &rule, 0) != 0 || syscall(RESTRICT, rules, 0) != 0) return 71;
        close(rules);
    }
    execv(HELPER, arguments);
    return 71;
}
