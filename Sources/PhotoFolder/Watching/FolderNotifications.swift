internal import Platform

/// The kernel's notifications about folders (inotify). Used on one thread.
package final class FolderNotifications {
    /// What the notifications said.
    package struct Findings {
        /// Whether anything that is not hidden changed.
        package fileprivate(set) var isChanged = false
        /// Whether a folder was added, or may be readable now: it is not watched yet.
        package fileprivate(set) var hasNewFolder = false
        /// The folders that were added or moved here, by their paths; that of the root if any folder may have been.
        package fileprivate(set) var arrived: Set<[UInt8]> = []
        /// Folders in which files were added, removed or written to, by the paths under which the folders were added.
        package fileprivate(set) var folders: Set<[UInt8]> = []
        /// Files that were closed after writing, or moved to their paths.
        package fileprivate(set) var finished: Set<[UInt8]> = []
        /// Whether the kernel dropped notifications, so that anything may have changed.
        package fileprivate(set) var isIncomplete = false
    }

    private let events: FolderEvents
    /// The folders by the kernel's numbers for them.
    private var paths: [FolderEvents.Watch: [UInt8]] = [:]

    /// - Throws: `io` if the user has no inotify instances left.
    package init() throws(FolderError) {
        events = try FolderError.naming("inotify".utf8) { () throws(SystemError) in try FolderEvents() }
    }

    /// The number of watched folders.
    package var count: Int { paths.count }

    /// Watches a folder. Adding it again has no effect.
    ///
    /// - Parameter name: the path to report when something changes inside.
    /// - Throws: `io` with ENOSPC if the user may not watch more folders.
    package func add(_ folder: OpenFolder, as name: [UInt8]) throws(FolderError) {
        let watch = try FolderError.naming(name) { () throws(SystemError) in try events.add(folder.descriptor) }
        paths[watch] = name
    }

    /// Waits until there is a notification, for at most that long, and takes all notifications.
    package func wait(milliseconds: Int) -> Findings {
        var findings = Findings()
        events.wait(milliseconds: milliseconds) { event, name in note(event, name: name, &findings) }
        return findings
    }

    private func note(_ event: FolderEvents.Event, name: ArraySlice<UInt8>, _ findings: inout Findings) {
        if event.isOverflow {
            (findings.isChanged, findings.hasNewFolder, findings.isIncomplete) = (true, true, true)
            findings.arrived.insert([])
        } else if event.isEndOfWatch {
            paths[event.watch] = nil
        } else if !HiddenNames.contains(name) {
            findings.isChanged = true
            let isNewFolder = event.isFolder && event.isArrival
            // A change of the watched folder itself has no name.
            let isReadableNow = event.isFolder && event.isAttributeChange && !name.isEmpty
            findings.hasNewFolder = findings.hasNewFolder || isNewFolder || isReadableNow
            guard let folder = paths[event.watch] else { return }
            findings.folders.insert(folder)
            if isNewFolder { findings.arrived.insert(joined(folder, name)) }
            if event.isCompletion { findings.finished.insert(joined(folder, name)) }
        }
    }
}
