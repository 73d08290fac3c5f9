internal import Platform

/// The browser of the desktop, where there is one.
enum DesktopBrowser {
    /// Opens a link; does nothing without a desktop. The link is printed in any case.
    static func open(_ link: String) {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { Environment.value(of: $0) != nil }) else { return }
        // What the browser says is not this program's output: its streams lead to /dev/null.
        var launch = ProcessLaunch(executable: "xdg-open", arguments: [link])
        launch.searchesPath = true
        // The desktop is found by its variables, and is the user's own.
        launch.inheritedEnvironment = .all
        _ = try? launch.start()
    }
}
