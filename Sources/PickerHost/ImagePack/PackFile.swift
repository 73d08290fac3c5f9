internal import Platform

/// An open pack of images: a file of bounded size that several processes read and write at once.
///
/// Readers take no lock: what is written while they read does not prove itself, and is none. Writers are one at a time, by the
/// lock of the file. Whatever is left of a writer that was killed harms nothing.
final class PackFile: Sendable {
    let path: String
    let layout: PackLayout
    /// Why it cannot be written to; nil: it can.
    let writeError: SystemError?
    private let file: OwnedDescriptor

    /// The pack cannot be used any more, as it was removed, replaced, emptied or overwritten.
    struct Stale: Error {}

    fileprivate init(_ path: String, _ file: consuming OwnedDescriptor, _ layout: PackLayout, writeError: SystemError?)
    {
        self.path = path
        self.file = file
        self.layout = layout
        self.writeError = writeError
    }

    /// An image that was found.
    struct Found {
        let image: EncodedImage
        /// It will be overwritten soon: it is worth being added again.
        let isOld: Bool
    }

    /// Looks for an image.
    func image(for key: PackKey) throws(SystemError) -> Found? {
        let bucket = PackBucket(try bytes(PackBucket.length, at: layout.bucketOffset(key)))
        for slot in bucket.slots(for: key, in: layout) {
            let record = try bytes(Int(slot.byteCount), at: layout.offset(slot.position))
            guard let image = PackRecord.image(in: record, key: key, position: slot.position) else { continue }
            return Found(image: image, isOld: layout.isOld(slot.position, head: try head()))
        }
        return nil
    }

    /// Adds an image; nothing happens when another writer holds the lock for long, or the image is too large.
    ///
    /// - Throws: `Stale`, or a `SystemError`.
    func add(_ image: EncodedImage, for key: PackKey) throws {
        if let writeError { throw writeError }
        guard PackRecord.length(of: image) <= layout.recordLimit, try Self.lock(file.borrowed) else { return }
        defer { file.borrowed.unlock() }
        guard leadsHere, try storedLayout() == layout else { throw Stale() }
        let bucket = PackBucket(try bytes(PackBucket.length, at: layout.bucketOffset(key)))
        for change in PackChange.adding(image, for: key, to: bucket, head: try head(), in: layout) {
            try file.borrowed.write(change.bytes, at: change.offset)
        }
    }

    /// Bytes of the file, about: those that were written.
    func usedBytes() throws(SystemError) -> Int64 { layout.ringOffset + min(layout.ringLength, max(0, try head())) }

    /// Whether the path still leads to this file.
    private var leadsHere: Bool {
        guard let own = try? file.borrowed.status(), let named = try? FileStatus(path: path) else { return false }
        return own.identity == named.identity
    }

    private func storedLayout() throws(SystemError) -> PackLayout? {
        PackLayout(header: try bytes(PackLayout.headerLength, at: 0))
    }

    private func head() throws(SystemError) -> Int64 {
        let bytes = try bytes(8, at: PackChange.headOffset)
        return bytes.count == 8 ? bytes.number(at: 0) : 0
    }

    /// Fewer at the end of the file.
    private func bytes(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        try file.borrowed.bytes(count, at: offset)
    }

    /// - Returns: false when another holds it for long.
    fileprivate static func lock(_ file: Descriptor) throws(SystemError) -> Bool {
        for _ in 0..<200 {
            if try file.tryToLock() { return true }
            pause(milliseconds: 1)
        }
        return false
    }
}

extension PackFile {
    /// Opens the pack, and makes it when there is none. What is there and is no pack is set aside under another name.
    ///
    /// - Parameters:
    ///   - path: in a folder that is made for its owner alone.
    ///   - layout: of a new pack.
    ///   - replacesOthers: whether a pack with another layout is replaced by a new one.
    static func open(_ path: String, _ layout: PackLayout, replacesOthers: Bool) throws(SystemError) -> PackFile {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        do throws(SystemError) {
            try makeFolders(folder)
            // It may have been made by hand, for more than its owner.
            try Descriptor.workingFolder.setPermissions(0o700, of: folder.utf8)
            for _ in 0..<4 {
                if let pack = try openOnce(path, layout, replacesOthers: replacesOthers) { return pack }
            }
            throw .tryAgain
        } catch {
            guard let pack = try? openToRead(path, error) else { throw error }
            return pack
        }
    }

    /// - Returns: nil when what was there had to go.
    private static func openOnce(
        _ path: String, _ layout: PackLayout, replacesOthers: Bool
    ) throws(SystemError) -> PackFile? {
        let file = try OwnedDescriptor.open(
            path, [.readAndWrite, .create, .noFollow, .neverWait], permissions: 0o600)
        let open = file.borrowed
        guard try open.status().kind == .file else { throw .invalidArgument }
        // Given back below, or when the file is closed.
        guard try lock(open) else { throw .tryAgain }
        // Removed or set aside by another process since it was opened.
        guard try open.status().identity == (try? FileStatus(path: path))?.identity else { return nil }
        guard let found = try foundLayout(open, layout) else {
            // All that is written here can be made again, but it may be another program's.
            try Descriptor.workingFolder.rename(path.utf8, to: "\(path).damaged".utf8)
            return nil
        }
        if found != layout, replacesOthers {
            try Descriptor.workingFolder.removeFile(path.utf8)
            return nil
        }
        try Descriptor.workingFolder.setPermissions(0o600, of: path.utf8)
        open.unlock()
        return PackFile(path, file, found, writeError: nil)
    }

    /// The layout of the pack, which is written if the file is empty; nil: it is none.
    private static func foundLayout(
        _ file: Descriptor, _ layout: PackLayout
    ) throws(SystemError) -> PackLayout? {
        guard try file.status().byteSize == 0 else {
            return PackLayout(header: try file.bytes(PackLayout.headerLength, at: 0))
        }
        try file.write(layout.header, at: 0)
        return layout
    }

    private static func openToRead(_ path: String, _ writeError: SystemError) throws(SystemError) -> PackFile {
        let file = try OwnedDescriptor.open(path, [.noFollow, .neverWait])
        guard try file.borrowed.status().kind == .file,
            let layout = PackLayout(header: try file.borrowed.bytes(PackLayout.headerLength, at: 0))
        else { throw writeError }
        return PackFile(path, file, layout, writeError: writeError)
    }
}

/// Bytes that go into a pack.
struct PackChange: Hashable, Sendable {
    /// Of the header: where the next record begins.
    static let headOffset: Int64 = 32

    /// In the file.
    let offset: Int64
    let bytes: [UInt8]

    /// What adding an image writes, in this order: its record, where the next one goes, and where it is.
    ///
    /// - Parameter bucket: that of the key.
    static func adding(
        _ image: EncodedImage, for key: PackKey, to bucket: PackBucket, head: Int64, in layout: PackLayout
    ) -> [PackChange] {
        let length = PackRecord.length(of: image)
        let position = layout.place(length, head: head)
        guard let record = PackRecord.bytes(of: image, key: key, position: position) else { return [] }
        var next: [UInt8] = []
        next.append(number: position + Int64(length))
        let index = bucket.index(for: key, at: position, in: layout)
        let slot = PackBucket.Slot(tag: key.tag, position: position, byteCount: Int64(length))
        return [
            PackChange(offset: layout.offset(position), bytes: record),
            PackChange(offset: headOffset, bytes: next),
            PackChange(
                offset: layout.bucketOffset(key) + Int64(index * PackBucket.Slot.length), bytes: slot.bytes),
        ]
    }
}

extension Descriptor {
    fileprivate func write(_ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { bytes in
            do throws(SystemError) { try write(bytes, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Bytes from a place in a file; fewer at its end.
    func bytes(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                var done = 0
                while done < count {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
                    let read = try read(into: rest, at: offset + Int64(done))
                    if read == 0 { break }
                    done += read
                }
                filled = done
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
