internal import Imaging
internal import PhotoModel
internal import Platform

extension DesktopThumbnails {
    /// Writes a thumbnail for other programs, unless there is one of this size, or the photo changed since it was looked at. Runs on
    /// the calling thread. What cannot be written is not.
    ///
    /// - Parameters:
    ///   - frame: the answer to a request with these options.
    ///   - photo: as it was before the frame was made.
    func add(_ frame: Frame, _ options: ImageOptions, of photo: DesktopPhoto, _ cancellation: Cancellation) {
        let image = frame.pixels
        guard isWriting, frame.isFinal, !frame.isDegraded, !frame.isIncomplete, Self.request(options) != nil,
            image.colorSpace == .sRGB, photo.hasShape(image.size),
            let size = DesktopThumbnailSize.largest(for: image.size, of: photo.size), isPermitted(photo),
            file(of: photo, size) == nil
        else { return }
        do {
            let bytes = try content(image, of: photo, size, cancellation)
            guard photo.isUnchanged else { return }
            try write(bytes, to: path(of: photo, size))
        } catch let error as SystemError {
            warn(error)
        } catch {
            // Cancelled, or no memory: the next request writes it.
        }
    }

    /// Whether a copy of what is in a photo may be here: on the file system where it is itself, so that nothing leaves one that is
    /// encrypted, or is taken away. The standard's own files have no thumbnails.
    private func isPermitted(_ photo: DesktopPhoto) -> Bool {
        guard !photo.path.starts(with: Array("\(folder)/".utf8)), let device = device(ofExisting: folder) else {
            return false
        }
        return device == photo.status.device
    }

    /// Of a folder, or where it would be made.
    private func device(ofExisting path: String) -> UInt64? {
        if let status = try? FileStatus(path: path) { return status.device }
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
        return device(ofExisting: String(path[..<slash]))
    }

    private func content(
        _ image: PixelBuffer, of photo: DesktopPhoto, _ size: DesktopThumbnailSize, _ cancellation: Cancellation
    ) throws -> [UInt8] {
        let box = PixelSize(width: size.side, height: size.side)
        let scaled = try ImageScaler.scale(image, RenderRequest(targetSize: box), cancellation: cancellation)
        let png = try PNGEncoder().encode(scaled, cancellation: cancellation)
        return PNGText.adding(
            [
                (Self.addressKeyword, photo.address), (Self.timeKeyword, "\(photo.modificationSeconds)"),
                (Self.byteSizeKeyword, "\(photo.status.byteSize)"), ("Software", "Picker"),
            ], to: png)
    }

    /// Complete or not at all, and for its owner alone.
    private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try makeFolders(folder)
        if beginsToWrite(in: folder) { Self.removeLeftovers(in: folder) }
        let here = Descriptor.workingFolder
        let number = UInt32.random(in: .min ... .max)
        let temporary = "\(folder)/\(Self.start)\(CurrentProcess.identifier)-\(number)\(Self.end)"
        let file = try OwnedDescriptor.open(temporary, [.write, .create, .exclusive, .noFollow], permissions: 0o600)
        // As long as this process has it, others do not take it for one that was left.
        _ = try? file.borrowed.tryToLock()
        do throws(SystemError) {
            try file.borrowed.write(bytes)
            try here.rename(temporary.utf8, to: path.utf8)
        } catch {
            try? here.removeFile(temporary.utf8)
            throw error
        }
    }

    // What the names of unfinished thumbnails begin and end with.
    private static let start = ".picker-"
    private static let end = ".png"
    /// Seconds for which an unfinished thumbnail may not be locked yet, or is left where the file system has no locks.
    private static let youth: Int64 = 60

    /// Removes the unfinished thumbnails of killed processes from a folder, which other programs use, too.
    private static func removeLeftovers(in path: String) {
        Leftovers.sweep(.file, in: path, olderThan: youth) { name in
            name.starts(with: start.utf8) && name.suffix(end.utf8.count).elementsEqual(end.utf8)
        }
    }
}
