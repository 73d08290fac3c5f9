public import PhotoModel

/// Names a representation of an asset, and optionally a version of it.
public struct RepresentationReference: Hashable, Sendable {
    /// The asset.
    public var localIdentifier: String
    /// Index in `AssetDetails.representations`.
    public var index: Int
    /// The version; if the file is another one, `.changed` is thrown. Nil: any version.
    public var contentTag: UInt64?
    /// Whether other machines may be asked. If not, reading what is not on this machine throws `.networkNotAllowed`.
    public var allowsNetwork = true

    /// - Parameters:
    ///   - localIdentifier: the asset.
    ///   - index: in `AssetDetails.representations`.
    ///   - contentTag: the version; nil: any.
    public init(localIdentifier: String, index: Int = 0, contentTag: UInt64? = nil) {
        self.localIdentifier = localIdentifier
        self.index = index
        self.contentTag = contentTag
    }
}

/// A representation as a file: what it is, how large, and its bytes in any range.
public struct OriginalFile: Sendable {
    /// The asset that it belongs to.
    public let asset: Asset
    /// The representation.
    public let representation: Representation
    /// Names this version of the representation in `PhotoLibrary.read`.
    public var reference: RepresentationReference
    /// The path of the file in the file system, in bytes. A representation that is a part of a file starts at
    /// `representation.byteOffset` in it.
    public let path: [UInt8]
    /// The duration in seconds; 0 for stills, nil when it is not known.
    public var duration: Double? { asset.duration }
    /// The number of bytes of the representation.
    public var byteSize: Int64 { representation.byteSize }
}

extension PhotoLibrary {
    /// The file of an asset with this role; nil: the one that represents the asset.
    ///
    /// - Throws: `.notFound` when the asset has no such representation.
    public func requestURLAsset(
        for localIdentifier: String, role: RepresentationRole? = nil
    ) async throws(PhotoError) -> OriginalFile {
        try await requestURLAsset(for: localIdentifier, role: role, allowsNetwork: true)
    }

    /// The same.
    ///
    /// - Parameter allowsNetwork: whether other machines may be asked for its bytes, from now on and for its size, which some
    ///   backends do not know before the bytes are read.
    public func requestURLAsset(
        for localIdentifier: String, role: RepresentationRole?, allowsNetwork: Bool
    ) async throws(PhotoError) -> OriginalFile {
        let details = try await details(of: localIdentifier)
        guard let index = details.representations.firstIndex(where: { role == nil || $0.role == role }) else {
            let has = details.representations.map(\.role.name).joined(separator: ", ")
            let wanted = role?.name ?? "any"
            throw PhotoError(
                .notFound, "\(details.asset.filename) has no representation \"\(wanted)\"; it has: \(has)")
        }
        var representation = details.representations[index]
        var reference = RepresentationReference(
            localIdentifier: localIdentifier, index: index, contentTag: representation.contentTag)
        reference.allowsNetwork = allowsNetwork
        if representation.byteSize == 0 { representation.byteSize = try await measuredSize(of: reference) }
        return OriginalFile(
            asset: details.asset, representation: representation, reference: reference,
            path: absolutePath(of: representation.path))
    }

    /// The playable video of an asset: a video itself, or the video of a Live Photo.
    ///
    /// - Throws: `.notFound` when there is none.
    public func requestVideo(for localIdentifier: String) async throws(PhotoError) -> OriginalFile {
        let details = try await details(of: localIdentifier)
        let roles: [RepresentationRole] = [.video, .pairedVideo]
        guard let role = roles.first(where: { role in details.representations.contains { $0.role == role } }) else {
            throw PhotoError(.notFound, "\(details.asset.filename) has no video")
        }
        return try await requestURLAsset(for: localIdentifier, role: role)
    }

    /// Reads bytes of a representation as they are: at most `count`, fewer at the end, none after it.
    ///
    /// - Throws: `.tooLarge` for more than 1 GiB at once; `.changed` when the file is not the version that `reference` names,
    ///   or changed while it was read.
    public func read(
        _ reference: RepresentationReference, offset: Int64, count: Int
    ) async throws(PhotoError) -> [UInt8] {
        guard offset >= 0, count >= 0 else { throw PhotoError(.invalidArgument, "a range cannot start before 0") }
        guard reference.index >= 0 else {
            throw PhotoError(.notFound, "there is no representation \(reference.index)")
        }
        guard count <= 1 << 30 else { throw PhotoError(.tooLarge, "at most 1 GiB can be read at once") }
        guard count > 0 else { return [] }
        return try await perform(in: \.media) { (_, table, control) throws(PhotoError) in
            var failure: PhotoError?
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                let room = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
                do throws(PhotoError) {
                    initialized = try table.read(reference, offset: offset, into: room, control: control)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return bytes
        }
    }
}

extension OriginalFile {
    /// The file's name with a true extension: if its own promises another type, that of its type.
    public var trueFilename: String {
        let format = MediaFormat(uniformTypeIdentifier: representation.contentType)
        return format.map { filename(as: $0) } ?? representation.filename
    }

    /// The same in bytes, since the file's own name need not be UTF-8.
    package var trueFilenameBytes: [UInt8] {
        let own = representation.path.bytes
        let name = own[(own.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        let isUTF8 = String(validating: name, as: UTF8.self) != nil
        guard !isUTF8, String(decoding: name, as: UTF8.self) == representation.filename else {
            return Array(trueFilename.utf8)
        }
        guard trueFilename != representation.filename else { return Array(name) }
        // Only what is after the dot is another one.
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        let suffix = trueFilename.utf8.lastIndex(of: UInt8(ascii: ".")).map { trueFilename.utf8[$0...] }
        return Array(name[..<dot]) + (suffix.map { Array($0) } ?? [])
    }

    /// The file's name with an extension of PNG or JPEG.
    package func filename(asPNG isPNG: Bool) -> String { filename(as: isPNG ? .png : .jpeg) }

    /// The file's name with an extension of a format; it stays as it is if it has one already.
    func filename(as format: MediaFormat) -> String { format.filename(representation.filename) }
}
