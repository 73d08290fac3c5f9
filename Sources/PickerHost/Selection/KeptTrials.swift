internal import Cryptography
internal import PhotoModel
internal import Platform

/// The results of trials of plugins, kept from one process to the next: a plugin that passed its trial and was then loaded
/// need not be tried in a child process again, as long as everything is as it was.
///
/// A result is a file whose name is made from everything that it depends on. While the plugin is being loaded the file has
/// another name, so that a plugin that ends the process is tried again by the next one. A result that cannot be read or
/// written counts as not kept.
public struct KeptTrials: Hashable, Sendable {
    /// The folder of the results, each in a file of its own; it is made when it is needed.
    public var folder: String

    /// Files in the folder; those of plugins and systems that changed are of no use.
    private static let most = 64
    /// What a report may be long; a longer one is none.
    private static let longest = 1 << 16
    /// A trial is as good as the libraries that the plugin found: what the dynamic linker looks in changes with them.
    private static let linkerCache = "/etc/ld.so.cache"

    /// - Parameter folder: where the results are.
    public init(folder: String) { self.folder = folder }

    /// The one in the user's folder for caches; nil for a user without a home, and for a program that runs with more rights
    /// than its user.
    public static var standard: KeptTrials? {
        guard !CurrentProcess.isPrivileged else { return nil }
        return Environment.userFolder("XDG_CACHE_HOME", inHome: ".cache").map {
            KeptTrials(folder: "\($0)/picker/trials")
        }
    }

    /// A report, and the file that it is kept in.
    struct Kept {
        let report: ProbeReport
        fileprivate let path: String
        fileprivate let isNew: Bool
    }

    /// The report of a plugin; nil when there is none that is still true.
    func report(of plugin: String, _ probe: ProbeProcess) -> Kept? {
        guard let path = path(plugin, probe), let report = read(path) else { return nil }
        return Kept(report: report, path: path, isNew: false)
    }

    /// Where the report of a trial is to be kept.
    struct Place {
        fileprivate let path: String
    }

    /// Asked before the trial: a plugin that takes the place of the one that is tried was not tried itself.
    func place(of plugin: String, _ probe: ProbeProcess) -> Place? { path(plugin, probe).map { Place(path: $0) } }

    /// A report that was made now.
    func new(_ report: ProbeReport, at place: Place?) -> Kept? {
        guard report.isUsable, let place else { return nil }
        return Kept(report: report, path: place.path, isNew: true)
    }

    /// Loads a plugin: its report is kept unless that fails, or ends the process.
    func loading<Result>(
        _ kept: Kept, _ load: () throws(PhotoError) -> Result
    ) throws(PhotoError) -> Result {
        let aside = "\(kept.path).\(CurrentProcess.identifier)"
        // Where that fails, another process loads it just now, and keeps it.
        let isAside = !kept.isNew && rename(kept.path, to: aside)
        let result = try load()
        if isAside { _ = rename(aside, to: kept.path) }
        if kept.isNew { write(kept.report, to: kept.path, by: aside) }
        return result
    }

    private func rename(_ path: String, to new: String) -> Bool {
        (try? Descriptor.workingFolder.rename(path.utf8, to: new.utf8)) != nil
    }

    /// - Parameter name: of the file while it is written.
    private func write(_ report: ProbeReport, to path: String, by name: String) {
        do throws(SystemError) {
            try makeFolders(folder)
            removeOld()
            // Left by a process of that number which ended while it loaded the plugin.
            try? Descriptor.workingFolder.removeFile(name.utf8)
            let file = try OwnedDescriptor.open(name, [.write, .create, .exclusive, .noFollow], permissions: 0o600)
            try file.borrowed.write(report.line())
            _ = rename(name, to: path)
        } catch {
            // The next process tries the plugin again.
        }
    }

    private func removeOld() {
        guard let names = try? folderContents(folder), names.count >= Self.most else { return }
        for name in names { try? Descriptor.workingFolder.removeFile("\(folder)/\(name)".utf8) }
    }

    private func read(_ path: String) -> ProbeReport? {
        guard let file = try? OwnedDescriptor.open(path, [.noFollow, .neverWait]),
            let status = try? file.borrowed.status(), status.kind == .file, status.owner == CurrentProcess.user,
            status.permissions & 0o022 == 0, status.byteSize <= Self.longest,
            let bytes = try? file.borrowed.readToEnd(), let report = ProbeReport(line: bytes), report.isUsable
        else { return nil }
        return report
    }

    /// Nil when something of what a trial depends on is not there.
    private func path(_ plugin: String, _ probe: ProbeProcess) -> String? {
        guard let plugin = try? canonicalPath(plugin) else { return nil }
        var parts = [ProductVersion.text, plugin, probe.task.joined(separator: " "), "\(probe.isConfined)"]
        for path in [plugin, probe.executable] {
            guard let status = try? FileStatus(path: path) else { return nil }
            parts.append(Self.text(status))
        }
        parts.append((try? FileStatus(path: Self.linkerCache)).map(Self.text) ?? "")
        // Any of them may decide whether it can run, and some are secrets: of all of them, no more than a hash is kept.
        parts += Environment.all().filter { !Self.isOfNoMatter($0) }.sorted()
        return "\(folder)/\(SHA256Digest(of: Array(parts.joined(separator: "\0").utf8)).hexadecimal).json"
    }

    private static func text(_ status: FileStatus) -> String {
        "\(status.device) \(status.inode) \(status.byteSize) \(status.modificationTime) \(status.changeTime)"
    }

    /// What terminals and desktops set again for each program.
    private static func isOfNoMatter(_ variable: String) -> Bool {
        let names = [
            "PWD", "OLDPWD", "SHLVL", "_", "COLUMNS", "LINES", "WINDOWID", "DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN",
        ]
        return names.contains(String(variable.prefix { $0 != "=" }))
    }
}
