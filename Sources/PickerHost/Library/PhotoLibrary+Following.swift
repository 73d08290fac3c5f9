internal import Logging
internal import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// How often it is looked whether another folder took the place of the library's.
    private static let followingInterval = Duration.seconds(2)

    /// A generation, and the one that has the folder open that was there before.
    private struct Replacement: Sendable {
        let former: Generation
        let next: Generation
    }

    /// Opens the library again whenever another folder takes the place of its own: that of a disk that was mounted again, or
    /// a copy that was restored. Backends hold on to the folder that they opened, which is somewhere else then, or nowhere.
    ///
    /// Begins with the first observation, and ends with the library.
    func followFolder() {
        let isFirst = state.withLock { state in
            defer { state.isFollowed = true }
            return !state.isFollowed && !state.isClosed
        }
        guard isFirst, location.folder != nil else { return }
        // A disk that does not answer holds up nothing but this.
        let thread = ThreadPool("looks at the folder", limit: 1)
        Task.detached { [weak self] in
            defer { thread.shutDown() }
            var (look, failures) = (Look.done, 0)
            while look != .over {
                try? await Task.sleep(for: Self.followingInterval * (1 << min(failures, 5)))
                look = await self?.reopenIfReplaced(thread) ?? .over
                failures = look == .failed ? failures + 1 : 0
            }
        }
    }

    /// What came of a look at the folder.
    private enum Look {
        case done
        /// It is another one, which cannot be opened: it is tried again, by and by less often.
        case failed
        /// The library is closed.
        case over
    }

    private func reopenIfReplaced(_ thread: ThreadPool) async -> Look {
        do throws(PhotoError) {
            let replacement = try await thread.run(priority: .visible) { [self] control throws(PhotoError) in
                try openIfReplaced(control: control)
            }
            if let replacement { enter(replacement) }
            return isClosed ? .over : .done
        } catch {
            logger.debug("another folder is where the library was, and cannot be opened: \(error.message)")
        }
        return isClosed ? .over : .failed
    }

    private func openIfReplaced(control: CallControl) throws(PhotoError) -> Replacement? {
        let former = state.withLock { $0.current }
        guard !isClosed, let opened = former.folder, let found = location.folderIdentity, found != opened,
            location.holdsNames
        else { return nil }
        return Replacement(former: former, next: try openNext(former.backend, number: takeNumber(), control: control))
    }

    private func enter(_ replacement: Replacement) {
        guard replaceCurrent(by: replacement.next, insteadOf: replacement.former) != nil else {
            // Closed, or swapped meanwhile, which opened the new folder as well.
            return replacement.next.shutDown()
        }
        logger.info("another folder is where the library was, and is the library from now on")
        replacement.former.retire()
        changes.generationChanged { startObserving($0) }
    }
}

extension LibraryLocation {
    /// What tells the folder from another one at its path; nil: there is none.
    var folderIdentity: FileStatus.Identity? {
        guard let folder, let status = try? FileStatus(path: folder), status.kind == .folder else { return nil }
        return status.identity
    }

    /// Whether anything is in the folder that is not hidden. One without may be where a disk belongs that is away.
    var holdsNames: Bool {
        guard let folder, let names = try? folderContents(folder) else { return false }
        return names.contains { !$0.hasPrefix(".") }
    }
}
