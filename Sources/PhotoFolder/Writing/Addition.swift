internal import Imaging
public import PhotoModel
internal import Platform

/// A file that is being added to a library: bytes are appended in pieces, and the file appears when it is complete. Use
/// it on one thread.
///
/// If it is not finished, nothing is left behind, whether there was an error, the request was cancelled or the process
/// was killed. Nothing is ever overwritten: if a name is taken, the file gets a number. And the file becomes an asset
/// of its own: a name that would make it a part of another asset (the video of a Live Photo, the RAW of a JPEG, an
/// edited version) counts as taken.
public final class Addition {
    private let wanted: String
    private let name: NewFileName
    private let folder: OpenFolder
    private let path: [UInt8]
    private let byteSize: Int64?
    private let canBeUnnamed: Bool
    /// The bytes that were received before the format was known.
    private var head: [UInt8] = []
    private var count: Int64 = 0
    private var begun: (file: NewFile, format: MediaFormat)?

    /// - Parameters:
    ///   - name: the wanted name, without folders.
    ///   - path: the folder to add to, from the root, which has the empty path. Links on the way are followed if they
    ///     stay inside the library.
    ///   - byteSize: the number of bytes that will be appended; nil if it is not known.
    /// - Throws: `unusableName` or `unreachable`.
    public convenience init(
        _ name: String, to path: [UInt8] = [], of root: LibraryRoot, byteSize: Int64? = nil
    ) throws(WritingError) {
        try self.init(name, to: path, of: root, byteSize: byteSize, canBeUnnamed: true)
    }

    /// - Parameter canBeUnnamed: false behaves as on file systems that have no files without names.
    init(
        _ name: String, to path: [UInt8], of root: LibraryRoot, byteSize: Int64?, canBeUnnamed: Bool
    ) throws(WritingError) {
        wanted = name
        self.name = try NewFileName(name)
        self.path = path
        self.byteSize = byteSize
        self.canBeUnnamed = canBeUnnamed
        do throws(FolderError) {
            folder = try root.folder(at: path)
        } catch {
            throw .unreachable(error)
        }
    }

    /// Writes the next bytes.
    ///
    /// - Throws: `notMedia` as soon as there are enough bytes to decide, or `refused`.
    public func append(_ bytes: [UInt8]) throws(WritingError) {
        if let begun {
            try write(bytes, to: begun.file)
        } else {
            head += bytes
            if head.count >= MediaFormat.signatureLength { try begin() }
        }
    }

    /// Writes the file to the disk and gives it its name.
    ///
    /// - Throws: `notMedia`, `incomplete` if the number of bytes is not the announced one, `refused` or `cancelled`.
    public func finish(cancellation: Cancellation = .never) throws(WritingError) -> AssetFiles {
        let (file, format) = if let begun { begun } else { try begin() }
        if let byteSize, byteSize != count { throw .incomplete(name: wanted, expected: byteSize, found: count) }
        try file.sync()
        if let reason = cancellation.reason { throw .cancelled(reason) }
        let published = try publish(file, cancellation: cancellation)
        begun = nil
        do throws(WritingError) {
            try folder.sync()
        } catch {
            // Callers that get an error add the file again.
            try? folder.descriptor.removeFile(published)
            throw error
        }
        return AssetGrouping.assets([AssetGrouping.File(name: published, format: format)], folder: path) { _ in nil }[0]
    }

    @discardableResult
    private func begin() throws(WritingError) -> (file: NewFile, format: MediaFormat) {
        let fileExtension = FileName(Array(wanted.utf8)).fileExtension
        guard let format = MediaFormat.sniff(head, filenameExtension: fileExtension) else {
            throw .notMedia(name: wanted)
        }
        let file = try NewFile(in: folder, canBeUnnamed: canBeUnnamed)
        if let byteSize { try file.reserve(byteSize) }
        try write(head, to: file)
        head = []
        begun = (file, format)
        return (file, format)
    }

    private func write(_ bytes: [UInt8], to file: NewFile) throws(WritingError) {
        if let byteSize, count + Int64(bytes.count) > byteSize {
            throw .incomplete(name: wanted, expected: byteSize, found: count + Int64(bytes.count))
        }
        try file.write(bytes[...], at: count)
        count += Int64(bytes.count)
    }

    /// - Returns: the name that the file got.
    private func publish(_ file: NewFile, cancellation: Cancellation) throws(WritingError) -> [UInt8] {
        let lock = try FolderLock(folder, cancellation: cancellation)
        defer { withExtendedLifetime(lock) {} }
        let taken: TakenNames
        do throws(FolderError) {
            taken = try TakenNames(in: folder, for: name)
        } catch {
            throw .unreachable(error)
        }
        var number = 1
        while true {
            let candidate = name.numbered(number)
            if !taken.contains(candidate), try file.publish(as: candidate) { return candidate }
            number += 1
        }
    }
}
