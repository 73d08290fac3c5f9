internal import BackendKit
internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension PlaylistLibrary {
    /// Looks at the folder twice a second, on the thread that the host gives for as long. Photos that did not change are not
    /// opened again, so a look costs about as much as `find`; for very large libraries, inotify(7) is the better way.
    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(BackendError) {
        var told = catalog
        while true {
            let found = try Catalog(reading: root, after: told, check: call.check)
            if found != told {
                told = found
                // First what fetches see, then the word that something changed (R12.8).
                catalog = found
                if emit(.reload) == .stop { return }
            }
            for _ in 0..<10 {
                try call.check()
                usleep(50_000)
            }
        }
    }
}
