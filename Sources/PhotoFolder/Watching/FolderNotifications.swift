internal import Platform

/// The kernel's notifications about folders (inotify). Used on one thread.
package final class FolderNotifications {
    /// What a look at the notifications found.
    package struct Findings {
        /// Something changed that is not hidden.
        package fileprivate(set) var isChanged = false
        /// A folder came, which is not watched yet.
        package fileprivate(set) var hasNewFolder = false
        /// Folders in which names came, went or were written to, by the paths under which they were added.
        package fileprivate(set) var folders: Set<[UInt8]> = []
        /// Files that were closed after writing, or moved to where they are.
        package fileprivate(set) var finished: Set<[UInt8]> = []
        /// The kernel dropped notifications: anything may have changed.
        package fileprivate(set) var isIncomplete = false
    }

    private let events: FolderEvents
    /// The folders by the kernel's numbers for them.
    private var paths: [FolderEvents.Watch: [UInt8]] = [:]

    /// - Throws: `io` when the user has no instance of inotify left.
    package init() throws(FolderError) {
        events = try FolderError.naming("inotify".utf8) { () throws(SystemError) in try FolderEvents() }
    }

    /// How many folders are watched.
    package var count: Int { paths.count }

    /// Watches a folder; once, however often it is added.
    ///
    /// - Parameter name: the path that is reported when something changes inside.
    /// - Throws: `io` with ENOSPC when the user may not watch more folders.
    package func add(_ folder: OpenFolder, as name: [UInt8]) throws(FolderError) {
        let watch = try FolderError.naming(name) { () throws(SystemError) in try events.add(folder.descriptor) }
        paths[watch] = name
    }

    /// Waits until there is a notification, at most so long, and takes all that there are.
    package func wait(milliseconds: Int) -> Findings {
        var findings = Findings()
        events.wait(milliseconds: milliseconds) { event, name in note(event, name: name, &findings) }
        return findings
    }

    private func note(_ event: FolderEvents.Event, name: ArraySlice<UInt8>, _ findings: inout Findings) {
        if event.isOverflow {
            (findings.isChanged, findings.hasNewFolder, findings.isIncomplete) = (true, true, true)
        } else if event.isEndOfWatch {
            paths[event.watch] = nil
        } else if !HiddenNames.contains(name) {
            findings.isChanged = true
            if let folder = paths[event.watch] {
                findings.folders.insert(folder)
                if event.isCompletion { findings.finished.insert(joined(folder, name)) }
            }
            if event.isFolder, event.isArrival { findings.hasNewFolder = true }
        }
    }
}
