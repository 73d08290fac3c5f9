internal import PickerHost

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The browser of the desktop, where there is one.
enum DesktopBrowser {
    /// Opens a link; does nothing without a desktop. The link is printed in any case.
    static func open(_ link: String) {
        guard environmentVariable("DISPLAY") != nil || environmentVariable("WAYLAND_DISPLAY") != nil else { return }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What the browser says is not this program's output.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        resetSignals(&attributes)
        let arguments: [UnsafeMutablePointer<CChar>?] =
            ["xdg-open", link].map { (text: String) in strdup(text) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        _ = posix_spawnp(&child, "xdg-open", &actions, &attributes, arguments, environ)
    }

    /// The browser must not inherit which signals this program blocks and ignores.
    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        var pipe = sigset_t()
        sigemptyset(&none)
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &pipe)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    }
}
