internal import PickerServer
internal import Platform

/// Opens links in the browser of the desktop, if there is one.
///
/// All users of a machine can read the arguments of a program. So the browser gets the name of a file that only its
/// owner can read, and that leads to the link.
final class DesktopBrowser: Sendable {
    private let file = Mutex<String?>(nil)

    /// Opens a link.
    ///
    /// - Returns: false without a desktop, or without its program that opens files; the link has to be printed then.
    @discardableResult
    func open(_ link: String) -> Bool {
        guard Self.hasDesktop, let path = Self.write(link) else { return false }
        file.withLock { $0 = path }
        // The browser's output is not this program's, so its streams lead to /dev/null.
        var launch = ProcessLaunch(executable: "xdg-open", arguments: [path])
        launch.searchesPath = true
        // The desktop is found by environment variables, and it is the user's own.
        launch.inheritedEnvironment = .all
        // The browser may be started by this, and then is this process: Ctrl-C in the terminal must not end it, too.
        launch.hasOwnGroup = true
        guard let opener = try? launch.start() else {
            close()
            return false
        }
        // Until its end is waited for, the system keeps it as a process that has ended.
        _ = DetachedThread.start(stackBytes: 256 << 10) { opener.wait() }
        return true
    }

    /// Removes the file. By now the browser has read it, or never will.
    func close() {
        guard let path = file.withLock({ $0.take() }) else { return }
        try? Descriptor.workingFolder.removeFile(path.utf8)
    }

    /// Whether there is a desktop that a browser can open on.
    static var hasDesktop: Bool {
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.value(of: $0) != nil }
    }

    private static func write(_ link: String) -> String? {
        guard let folder = ControlFolder.standard?.path else { return nil }
        let file = "\(folder)/open-\(CurrentProcess.identifier).html"
        do throws(SystemError) {
            try makeFolders(folder)
            try Descriptor.workingFolder.setPermissions(0o700, of: folder.utf8)
            removeLeftOvers(in: folder)
            let output = try OwnedDescriptor.open(file, [.write, .create, .exclusive, .noFollow], permissions: 0o600)
            try output.borrowed.write(page(link).utf8)
            return file
        } catch {
            return nil
        }
    }

    /// Removes files of processes that have ended. The browser has read them by now, or never will.
    private static func removeLeftOvers(in folder: String) {
        for name in (try? folderContents(folder)) ?? [] where name.hasPrefix("open-") && name.hasSuffix(".html") {
            guard let process = Int32(name.dropFirst(5).dropLast(5)),
                process == CurrentProcess.identifier || !exists("/proc/\(process)")
            else { continue }
            try? Descriptor.workingFolder.removeFile("\(folder)/\(name)".utf8)
        }
    }

    /// Nothing in a link of this program has to be escaped in HTML: it is an address, `/signin?code=` and letters.
    private static func page(_ link: String) -> String {
        """
        <!doctype html>
        <meta charset="utf-8"><meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=\(link)">
        <title>Picker</title>
        <a href="\(link)">Picker</a>

        """
    }
}
