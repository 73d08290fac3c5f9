internal import BackendAPI

/// Bytes of files, as they are.
enum DataChecks {
    static let all = basics + models + large + places + archives + motion

    private static let basics = [
        Check(
            "data.equals-file", "A representation's bytes are those of its file", "R7.3 R9.5",
            requires: [.anyKnownFormat],
            remedy: "Read the file from byte_offset on, and change nothing."
        ) { context throws(CheckStop) in
            for match in try context.samples() {
                let file = try Files.read(context.root / match.photo.path)
                for piece in [1 << 16, 100, file.count - 1] {
                    let bytes = try match.library.bytes(match.asset.identifier, piece: piece)
                    try context.expect(
                        bytes == file,
                        "\(match.photo.path), read in pieces of \(piece): \(bytes.count) bytes, not the file's")
                }
            }
        },
        Check(
            "data.without-network", "What is not remote answers the same when the network is not allowed", "R18.9",
            remedy: "Look at PICKER_REQUEST_ALLOW_NETWORK only before you ask another machine."
        ) { context throws(CheckStop) in try withoutNetwork(context) },
        Check(
            "data.every-representation", "Each representation can be read, and has the length that details reports",
            "R7.3 R9.20 R18.6",
            remedy: "byte_size is the length of what read gives."
        ) { context throws(CheckStop) in try everyRepresentation(context) },
        Check(
            "data.ranges", "read gives the bytes at the offset", "R7.3", requires: [.anyKnownFormat],
            remedy: "Use pread with the whole 64-bit offset."
        ) { context throws(CheckStop) in
            for match in try context.samples() {
                let file = try Files.read(context.root / match.photo.path)
                for offset in [0, 1, 7, file.count / 2, file.count - 3] {
                    let ask = ReadRequest(match.asset.identifier, capacity: 16) { $0.offset = UInt64(offset) }
                    let part = match.library.read(ask)
                    try part.reply.ok()
                    try context.expect(
                        part.bytes == Array(file[offset...].prefix(16)),
                        "16 bytes at \(offset) are not those of the file")
                }
            }
        },
        Check(
            "data.no-short-reads", "read fills the buffer as far as there are bytes", "R9.1",
            remedy: "Go on reading until the buffer is full or the file ends."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            let part = library.read(ReadRequest(asset.identifier, capacity: 10))
            try part.reply.ok()
            let count = min(10, try length(of: asset, in: library))
            try context.expect(part.bytes.count == count, "\(part.bytes.count) of \(count) bytes came")
        },
        Check(
            "data.within-buffer", "read writes nothing past the capacity", "R9.1",
            remedy: "Pass the capacity on to what you read with."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            for capacity in [0, 1, 5, 64] {
                let part = library.read(ReadRequest(asset.identifier, capacity: capacity))
                try part.reply.ok()
                try context.expect(part.isIntact, "with a capacity of \(capacity), more was written or reported")
            }
        },
        Check(
            "data.behind-the-end", "Past the end there are 0 bytes, and no error", "R10.1",
            remedy: "Set *length to 0 and return PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            let end = UInt64(try length(of: asset, in: library))
            for offset in [end, end + 1, 1 << 40, .max] {
                let part = library.read(ReadRequest(asset.identifier, capacity: 16) { $0.offset = offset })
                try part.reply.ok()
                try context.expect(
                    part.bytes.isEmpty, "at \(offset) of \(end), \(part.bytes.count) bytes came")
            }
        },
        Check(
            "data.version", "Another version than asked for is CHANGED", "R10.1",
            remedy: "Compare version_token, unless it is 0, with that of the file now."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let several = try library.assets().filter { $0.representationCount > 1 }.prefix(4)
            for asset in [try context.anyAsset(library)] + several {
                for (index, part) in try library.details(asset.identifier).representations.enumerated() {
                    try expectVersion(library, asset.identifier, UInt32(index), part.version, part.byteSize)
                }
            }
        },
        Check(
            "data.versions-told", "Each asset and representation has a version_token that is not 0", "R9.22",
            remedy: "Make it of the content, or of the file's size, times and inode; take 1 where that comes out as 0."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for asset in try library.assets() {
                try context.expect(asset.version != 0, "the version_token of \(asset.path) is 0")
            }
            for match in try context.matches(library) {
                for representation in try library.details(match.asset.identifier).representations {
                    try context.expect(
                        representation.version != 0,
                        "in the details of \(match.asset.path), the version_token of a representation is 0")
                }
            }
        },
        Check(
            "data.one-version", "The bytes of a file that is rewritten meanwhile are of one version", "R10.1",
            requires: [.anyKnownFormat],
            remedy: "After reading, compare size, times and inode with those from before; see 'What one version is'."
        ) { context throws(CheckStop) in try oneVersion(context) },
    ]

    /// How many bytes an asset says it has; where it does not know (R9.20), how many can be read.
    private static func length(of asset: AssetCopy, in library: Library) throws(CheckStop) -> Int {
        asset.byteSize == 0 ? try library.bytes(asset.identifier).count : Int(clamping: asset.byteSize)
    }

    private static func everyRepresentation(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let hasFiles = library.info().info.hasFiles
        for asset in try library.assets() where !context.isHalfOver {
            for (index, representation) in try library.details(asset.identifier).representations.enumerated() {
                let bytes = try library.bytes(asset.identifier, representation: UInt32(index))
                let count = bytes.count
                // 0 says that the size is not known.
                let isEmpty = representation.path.name == FixtureWriter.emptyFile.name
                try context.expect(
                    representation.byteSize == 0 ? count > 0 || isEmpty : UInt64(count) == representation.byteSize,
                    "\(representation.path): \(count) bytes can be read, details reports \(representation.byteSize)")
                if index > 0 { try expectMiddle(context, library, asset.identifier, UInt32(index), bytes) }
                guard hasFiles else { continue }
                let file = try listedFile(context, representation.path, of: asset)
                try context.expect(
                    Files.areEqual(bytes[...], file.dropFirst(Int(clamping: representation.byteOffset)).prefix(count)),
                    "\(representation.path): the bytes of representation \(index) are not those of its file")
            }
        }
    }

    /// A file that the plugin names: where there is none, it is the plugin that is wrong, and not the kit.
    private static func listedFile(
        _ context: CheckContext, _ path: BytePath, of asset: AssetCopy
    ) throws(CheckStop) -> [UInt8] {
        do throws(CheckStop) {
            return try Files.read(context.root / path)
        } catch {
            throw .failed(
                "the library has PICKER_LIBRARY_FILES, and \(path), a file of \(asset.path), cannot be read there (R18.6)"
            )
        }
    }

    /// That a part of a representation is that part of it.
    private static func expectMiddle(
        _ context: CheckContext, _ library: Library, _ identifier: Text, _ index: UInt32, _ bytes: [UInt8]
    ) throws(CheckStop) {
        let offset = bytes.count / 2 + 1
        let part = library.read(
            ReadRequest(identifier, capacity: 16) { ($0.representation, $0.offset) = (index, UInt64(offset)) })
        try part.reply.ok()
        try context.expect(
            part.bytes == Array(bytes.dropFirst(offset).prefix(16)),
            "16 bytes at \(offset) of representation \(index) of \(KnownNames.text(identifier)) are not those that are there"
        )
    }

    /// That a representation is read by its own version, and by no other.
    static func expectVersion(
        _ library: Library, _ identifier: Text, _ index: UInt32, _ version: UInt64, _ size: UInt64
    ) throws(CheckStop) {
        func read(_ version: UInt64, from offset: UInt64) -> Reply {
            let ask = ReadRequest(identifier, capacity: 8) {
                ($0.representation, $0.version, $0.offset) = (index, version, offset)
            }
            return library.read(ask).reply
        }
        try read(version, from: 0).ok()
        // Each bit of it counts.
        for change in [0x5A5A, 1, 1 << 31, 1 << 32, 1 << 63] as [UInt64] where version ^ change != 0 {
            for offset in [0, 5, size] { try read(version ^ change, from: offset).expect(PICKER_CHANGED) }
        }
    }
}
