internal import Imaging
public import PhotoModel
internal import Platform

extension LibraryRoot {
    /// Whether the library has an asset. It stops at the first one, in the order of the file system, so that a folder
    /// of 100,000 files need not be listed.
    public func holdsAssets(cancellation: Cancellation = .never) throws(Cancellation.Reason) -> Bool {
        var pending: [[UInt8]] = [[]]
        var hasLinks = false
        while let path = pending.popLast() {
            let entries = try look(into: path, cancellation: cancellation)
            if entries.holdMedia { return true }
            pending += entries.folders
            hasLinks = hasLinks || entries.includeLinks
        }
        // Links may lead to hidden files; only a traversal follows them.
        guard hasLinks else { return false }
        return try walkFindsAssets(cancellation: cancellation)
    }

    private struct Entries {
        var holdMedia = false
        var includeLinks = false
        var folders: [[UInt8]] = []
    }

    private func look(into path: [UInt8], cancellation: Cancellation) throws(Cancellation.Reason) -> Entries {
        var entries = Entries()
        guard let folder = try? strictFolder(at: path) else { return entries }
        var stopped: Cancellation.Reason?
        try? folder.forEachEntry { name, kind in
            stopped = cancellation.reason
            guard stopped == nil else { return false }
            guard !HiddenNames.contains(name) else { return true }
            // A small copy of a video is beside that video, or is itself an asset.
            if let sidecar = GroupKey.sidecar(name), sidecar != .proxy { return true }
            switch kind {
            case .file: entries.holdMedia = holdsMedia(Array(name), in: folder)
            case .folder: entries.folders.append(joined(path, name))
            case .link: entries.includeLinks = true
            case .special: break
            }
            return !entries.holdMedia
        }
        if let stopped { throw stopped }
        return entries
    }

    private func holdsMedia(_ name: [UInt8], in folder: OpenFolder) -> Bool {
        guard let file = try? folder.file(name),
            let head = try? file.read(at: 0, count: MediaFormat.signatureLength)
        else { return false }
        return MediaFormat.sniff(head, filenameExtension: FileName(name).fileExtension) != nil
    }

    private func walkFindsAssets(cancellation: Cancellation) throws(Cancellation.Reason) -> Bool {
        var walk = LibraryTraversal(self)
        var found = false
        while !found {
            try cancellation.check()
            let goesOn = walk.step(cancellation: cancellation) { if case .asset = $0 { found = true } }
            if !goesOn { break }
        }
        return found
    }
}
