internal import BackendKit
internal import Glibc
internal import PhotoModel

extension PlaylistLibrary {
    /// Looks at the folder twice a second, on the thread that the host gives for as long. Files that did not change are not
    /// opened again, so a look costs about as much as `find`; for very large libraries, inotify(7) is the better way.
    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        var seen = catalog
        while true {
            let found = try Catalog(reading: root, after: seen, check: call.check)
            let isNew = found.differs(from: seen)
            seen = found
            // First what fetches see, then the word that something changed (R12.8).
            if isNew { catalog = found }
            if isNew, emit(.reload) == .stop { return }
            for _ in 0..<10 {
                try call.check()
                usleep(50_000)
            }
        }
    }
}
