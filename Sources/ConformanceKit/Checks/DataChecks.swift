internal import BackendAPI

/// Bytes of files, as they are.
enum DataChecks {
    static let all = [
        Check(
            "data.equals-file", "A representation's bytes are those of its file", "R7.3 R9.5", needs: [.anyKnownFormat],
            mend: "Read the file from byte_offset on, and change nothing."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                let file = try Files.read(trial.root / match.photo.path)
                for piece in [1 << 16, 100, file.count - 1] {
                    let bytes = try match.library.bytes(match.asset.identifier, piece: piece)
                    try trial.expect(
                        bytes == file,
                        "\(match.photo.path), read in pieces of \(piece): \(bytes.count) bytes, not the file's")
                }
            }
        },
        Check(
            "data.every-representation", "Each representation can be read, and has the length that details tells",
            "R7.3",
            mend: "byte_size is the length of what read gives."
        ) { trial throws(CheckStop) in try everyRepresentation(trial) },
        Check(
            "data.ranges", "read gives what lies at the offset", "R7.3", needs: [.anyKnownFormat],
            mend: "Use pread with the whole 64-bit offset."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                let file = try Files.read(trial.root / match.photo.path)
                for offset in [0, 1, 7, file.count / 2, file.count - 3] {
                    let ask = ReadAsk(match.asset.identifier, capacity: 16) { $0.offset = UInt64(offset) }
                    let part = match.library.read(ask)
                    try part.reply.ok()
                    try trial.expect(
                        part.bytes == Array(file[offset...].prefix(16)),
                        "16 bytes at \(offset) are not those of the file")
                }
            }
        },
        Check(
            "data.no-short-reads", "read fills the buffer as far as there are bytes", "R9.1",
            mend: "Go on reading until the buffer is full or the file ends."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            let part = library.read(ReadAsk(asset.identifier, capacity: 10))
            try part.reply.ok()
            try trial.expect(part.bytes.count == min(10, Int(asset.byteSize)), "\(part.bytes.count) of 10 bytes came")
        },
        Check(
            "data.within-buffer", "read writes nothing behind the capacity", "R9.1",
            mend: "Pass the capacity on to what you read with."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            for capacity in [0, 1, 5, 64] {
                let part = library.read(ReadAsk(asset.identifier, capacity: capacity))
                try part.reply.ok()
                try trial.expect(part.isIntact, "with a capacity of \(capacity), more was written or told")
            }
        },
        Check(
            "data.behind-the-end", "Behind the end there are 0 bytes, and no error", "R10.1",
            mend: "Set *length to 0 and return PICKER_OK."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            for offset in [asset.byteSize, asset.byteSize + 1, 1 << 40, .max] {
                let part = library.read(ReadAsk(asset.identifier, capacity: 16) { $0.offset = offset })
                try part.reply.ok()
                try trial.expect(
                    part.bytes.isEmpty, "at \(offset) of \(asset.byteSize), \(part.bytes.count) bytes came")
            }
        },
        Check(
            "data.version", "Another version than asked for is CHANGED", "R10.1",
            mend: "Compare version_token, unless it is 0, with that of the file now."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            let details = try library.details(asset.identifier)
            let version = details.representations.first?.version ?? asset.version
            try library.read(ReadAsk(asset.identifier, capacity: 8) { $0.version = version }).reply.ok()
            let other = ReadAsk(asset.identifier, capacity: 8) { $0.version = version ^ 0x5A5A }
            try library.read(other).reply.expect(PICKER_CHANGED)
        },
    ]

    private static func everyRepresentation(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        for asset in try library.assets() {
            for (index, representation) in try library.details(asset.identifier).representations.enumerated() {
                let count = try library.bytes(asset.identifier, representation: UInt32(index)).count
                try trial.expect(
                    UInt64(count) == representation.byteSize,
                    "\(representation.path): \(count) bytes can be read, details tells \(representation.byteSize)")
            }
        }
    }
}
