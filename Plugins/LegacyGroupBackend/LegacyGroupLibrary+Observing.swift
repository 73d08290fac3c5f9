internal import BackendKit
internal import PhotoFolder
internal import PhotoModel
internal import Platform

extension LegacyGroupLibrary {
    /// Copying a memory card full of photos is one change, not a thousand: a change is reported when nothing has
    /// happened for 100 ms, but no later than after a second.
    private static let patience = 100
    private static let longestDelay = Duration.seconds(1)

    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        let watch = LibraryWatch(root)
        try call.run(watch.start)
        if let limitation = watch.limitation { host.log(.warning, limitation) }
        // The folders were watched one after the other, so changes in the meantime may have been missed.
        if emit(.reload) == .stop { return }
        while true {
            try call.check()
            guard try isChanged(watch, call) else { continue }
            let first = ContinuousClock.now
            while ContinuousClock.now - first < Self.longestDelay,
                try isChanged(watch, call)
            {
                try call.check()
            }
            memory.withLock { $0.forget() }
            if emit(.reload) == .stop { return }
        }
    }

    private func isChanged(_ watch: LibraryWatch, _ call: BackendCall) throws(PhotoError) -> Bool {
        try call.run { (cancellation) throws(Cancellation.Reason) in
            try watch.wait(milliseconds: Self.patience, cancellation: cancellation)
        }
    }
}
