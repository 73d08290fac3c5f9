public import PhotoModel
internal import Platform

/// Where the bytes of a representation are.
package struct RepresentationPlace: Sendable {
    /// The file's path from the library's root.
    let path: [UInt8]
    /// Nil for the whole file.
    let part: Range<Int>?
    /// The content tag of the file in which the part was found: in another version, other bytes are there. Nil for the
    /// whole file.
    let version: UInt64?
}

extension AssetRecords {
    /// Finds a representation by its number in `details`; nil if there is none with that number.
    ///
    /// - Parameter version: the content tag of the file that is wanted; nil: any version.
    /// - Throws: `changed` if a part of the file is wanted, and the file has another version; `notFound` if the file that
    ///   represents the asset is gone.
    package mutating func place(
        of representation: Int, of files: AssetFiles, version: UInt64?
    ) throws(FolderError) -> RepresentationPlace? {
        let members = present(files)
        // Without its first file the asset has no details either. The others must not be taken for that file.
        if let first = members.first, first != files.members[0] {
            throw .notFound(path: String(decoding: files.path, as: UTF8.self))
        }
        if members.indices.contains(representation) {
            return RepresentationPlace(path: files.path(of: members[representation]), part: nil, version: nil)
        }
        guard representation == members.count else { return nil }
        let all = try details(files).representations
        if let version, version != all[0].contentTag { throw .changed(path: all[0].path.text) }
        // The video of a motion photo comes after the files.
        return all.first { $0.byteOffset > 0 }.map { video in
            let start = Int(clamping: video.byteOffset)
            return RepresentationPlace(
                path: files.path, part: start..<start + Int(clamping: video.byteSize), version: video.contentTag)
        }
    }
}

extension LibraryRoot {
    /// How many bytes are read between two checks for cancellation.
    private static var piece: Int { 1 << 20 }

    /// Up to `count` bytes of a representation, all of one version of its file; fewer only at its end.
    ///
    /// - Throws: the errors of `read(_:from:count:version:)`.
    package func read(
        _ place: RepresentationPlace, from offset: Int, count: Int, version: UInt64?,
        cancellation: Cancellation = .never
    ) throws(FolderError) -> [UInt8] {
        guard let part = place.part else {
            return try read(place.path, from: offset, count: count, version: version, cancellation: cancellation)
        }
        let start = part.lowerBound + min(offset, part.count)
        return try read(
            place.path, from: start, count: min(count, part.upperBound - start), version: version ?? place.version,
            cancellation: cancellation)
    }

    /// Up to `count` bytes of the file at `path`, all of one version of it; fewer only at the end.
    ///
    /// - Parameters:
    ///   - version: the content tag of the version that is wanted; nil: any version.
    ///   - cancellation: checked after each megabyte. If it is cancelled, the result is what was read before.
    /// - Throws: `changed` if the file has another version, or changed while it was read.
    public func read(
        _ path: [UInt8], from offset: Int, count: Int, version: UInt64? = nil, cancellation: Cancellation = .never
    ) throws(FolderError) -> [UInt8] {
        let file = try file(at: path)
        let before = ContentTag.token(of: file.status)
        let text = String(decoding: path, as: UTF8.self)
        if let version, version != before { throw .changed(path: text) }
        try file.settle()
        var bytes = try file.read(at: offset, count: min(count, Self.piece))
        while bytes.count < count, bytes.count % Self.piece == 0, !bytes.isEmpty, !cancellation.isCancelled {
            bytes += try file.read(at: offset + bytes.count, count: min(count - bytes.count, Self.piece))
        }
        guard ContentTag.token(of: try file.currentStatus()) == before else { throw .changed(path: text) }
        return bytes
    }
}
