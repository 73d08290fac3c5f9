public import PhotoModel
internal import Platform

/// Notices that something in a library changed, but not what. Use it on one thread.
///
/// The kernel reports changes in each watched folder. If it cannot (too many folders, no inotify), the modification
/// times of folders are compared every few seconds. That shows which files were added or removed, but not which were
/// rewritten in place.
public final class LibraryWatch {
    private let root: LibraryRoot
    private let folderLimit: Int
    private let comparisonInterval: Duration
    private var notifications: FolderNotifications?
    private var lastComparison = ContinuousClock.now
    private var lastFingerprint: UInt64 = 0
    /// Why changes are found by comparison, and what to do about it; nil if the kernel reports them.
    public private(set) var limitation: String?

    /// - Parameters:
    ///   - folderLimit: the most folders to watch.
    ///   - comparisonInterval: how often to compare folders if they cannot be watched.
    public init(_ root: LibraryRoot, folderLimit: Int = 65_536, comparisonInterval: Duration = .seconds(5)) {
        self.root = root
        self.folderLimit = folderLimit
        self.comparisonInterval = comparisonInterval
        do throws(FolderError) {
            notifications = try FolderNotifications()
        } catch {
            limitation = Self.advice("there is no inotify instance left", "max_user_instances")
        }
    }

    /// Begins to watch. Changes from then on are noticed.
    public func start(cancellation: Cancellation = .never) throws(Cancellation.Reason) {
        if notifications != nil { try watchFolders(cancellation: cancellation) }
        if notifications == nil { lastFingerprint = try fingerprint(cancellation: cancellation) }
        lastComparison = .now
    }

    /// Waits for a change, for at most that long; returns true as soon as there is one.
    public func wait(milliseconds: Int, cancellation: Cancellation = .never) throws(Cancellation.Reason) -> Bool {
        guard let notifications else { return try compare(milliseconds: milliseconds, cancellation: cancellation) }
        let findings = notifications.wait(milliseconds: milliseconds)
        if findings.hasNewFolder { try start(cancellation: cancellation) }
        return findings.isChanged
    }

    private func watchFolders(cancellation: Cancellation) throws(Cancellation.Reason) {
        var count = 0
        try eachFolder(root, cancellation: cancellation) { folder in
            count += 1
            do throws(FolderError) {
                guard count <= folderLimit else { throw .io(path: "", code: 0) }
                try notifications?.add(folder.inspection.folder, as: folder.path)
            } catch {
                // A folder that vanished meanwhile need not be watched.
                guard case .io = error else { return true }
                limitation = Self.advice("no more than \(count - 1) folders can be watched", "max_user_watches")
                notifications = nil
            }
            return notifications != nil
        }
    }

    private func compare(milliseconds: Int, cancellation: Cancellation) throws(Cancellation.Reason) -> Bool {
        guard ContinuousClock.now - lastComparison >= comparisonInterval else {
            pause(milliseconds: milliseconds)
            return false
        }
        lastComparison = .now
        let fingerprint = try fingerprint(cancellation: cancellation)
        defer { lastFingerprint = fingerprint }
        return fingerprint != lastFingerprint
    }

    /// A hash of the folders and the times of their last changes.
    private func fingerprint(cancellation: Cancellation) throws(Cancellation.Reason) -> UInt64 {
        var tokens: [UInt64] = []
        try eachFolder(root, cancellation: cancellation) { folder in
            if let status = try? folder.inspection.folder.status() { tokens.append(ContentTag.token(of: status)) }
            return true
        }
        return ContentTag.token(of: tokens)
    }

    package static func advice(_ problem: String, _ setting: String) -> String {
        "\(problem); changes are found by comparing folders every few seconds. "
            + "Raise fs.inotify.\(setting) with sysctl to be told at once"
    }
}

/// Visits the folders of a library until `visit` returns false.
private func eachFolder(
    _ root: LibraryRoot, cancellation: Cancellation, _ visit: (ListedFolder) -> Bool
) throws(Cancellation.Reason) {
    var walk = LibraryTraversal(root)
    var goesOn = true
    while goesOn {
        try cancellation.check()
        var begun: ListedFolder?
        goesOn = walk.step(cancellation: cancellation) { if case .folder(let folder) = $0 { begun = folder } }
        guard let folder = begun else { continue }
        if !folder.holdsLinks { walk.skipFiles() }
        if !visit(folder) { return }
    }
}
