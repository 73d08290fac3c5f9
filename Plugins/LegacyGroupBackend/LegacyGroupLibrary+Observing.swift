internal import BackendKit
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

extension LegacyGroupLibrary {
    /// Copying a card full of photos is one change, not a thousand: a change is told when nothing happened for 100 ms,
    /// but after a second in any case.
    private static let patience = 100
    private static let longestDelay = Duration.seconds(1)

    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(BackendError) {
        let watch = LibraryWatch(root)
        try watch.start(check: call.check)
        if let limitation = watch.limitation { host.log(.warning, limitation) }
        // Folders came under watch one after the other: what changed meanwhile may have been missed.
        if emit(.reload) == .stop { return }
        while true {
            try call.check()
            guard try watch.wait(milliseconds: Self.patience, check: call.check) else { continue }
            let first = ContinuousClock.now
            while ContinuousClock.now - first < Self.longestDelay,
                try watch.wait(milliseconds: Self.patience, check: call.check)
            {
                try call.check()
            }
            memory.withLock { $0.forget() }
            if emit(.reload) == .stop { return }
        }
    }
}
