internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of files whose sizes and offsets need more than 32 bits.
extension DataChecks {
    static let large = [
        Check(
            "data.over-4-gib", "A file of more than 4 GiB has its size, and its bytes are those of their offsets",
            "R7.3 R9.20", requires: [.anyKnownFormat],
            remedy:
                "Keep sizes and offsets in 64 bits, off_t among them: compile C for 32 bits with _FILE_OFFSET_BITS=64."
        ) { context throws(CheckStop) in try overFourGiB(context) }
    ]

    /// Marks are where an offset of 32 bits, with or without a sign, is another place, and in the end.
    private static let marks: [Int] = [1 << 31, 1 << 32, (1 << 32) + 70_000]
    private static let markLength = 16

    private static func overFourGiB(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let path = BytePath("over-4-gib.\(format.fileExtension)")
        let (place, size) = (context.root / path, marks[2] + markLength)
        try context.makeLibrary()
        try Files.write(try TestPattern(width: 64, height: 48).encoded(as: format), to: place)
        // One whose size is no number of 32 bits with a sign, and whose difference from others is none.
        let second = BytePath("over-2-gib.\(format.fileExtension)")
        try Files.write(try TestPattern(width: 64, height: 48).encoded(as: format), to: context.root / second)
        try extend([(place, size), (context.root / second, marks[0] + 70_000)])
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .notApplicable("it lists no photo of more than 4 GiB")
        }
        try context.expect(asset.mayHave(bytes: size), "its byte_size is \(asset.byteSize), not \(size)")
        for part in try library.details(asset.identifier).representations {
            try context.expect(
                part.mayHave(bytes: size), "details reports a byte_size of \(part.byteSize), not \(size)")
        }
        for mark in marks {
            let part = library.read(ReadRequest(asset.identifier, capacity: 100) { $0.offset = UInt64(mark) })
            try part.reply.ok()
            let expected = content(mark) + [UInt8](repeating: 0, count: min(100, size - mark) - markLength)
            try context.expect(part.bytes == expected, "the bytes at \(mark) are not those of the file")
        }
        try sizesInQueries(context, library)
    }

    /// Such sizes among others, as what is sorted by and as a condition.
    private static func sizesInQueries(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        let served = try context.served(by: library)
        let all = try library.assets()
        if served.contains(.sortByteSize) {
            let query = FetchRequest.everything { $0.sort.0 = PICKER_SORT_BYTE_SIZE }
            let sizes = try library.assets(FetchRequest(query: query)).map(\.byteSize)
            try context.expect(sizes == sizes.sorted(), "sorted by size, the sizes are \(sizes.suffix(4))")
        }
        guard served.contains(.queryBytes) else { return }
        for bound in [marks[0], marks[1], marks[1] + 1].map(UInt64.init) {
            for (query, expected, what) in [
                (FetchChecks.bytes(from: bound, below: nil), all.count { $0.byteSize >= bound }, "at least"),
                (FetchChecks.bytes(from: nil, below: bound), all.count { $0.byteSize < bound }, "less than"),
            ] {
                let found = try library.assets(FetchRequest(query: query)).count
                try context.expect(
                    found == expected, "of assets with \(what) \(bound) bytes, \(found) came, \(expected) expected")
            }
        }
    }

    /// Makes files longer, which takes no more room on the disk than the marks in the first one.
    private static func extend(_ files: [(place: BytePath, size: Int)]) throws(CheckStop) {
        let usual = try? LimitedResource.fileBytes.limit.current
        SmallDisk.limitFiles(bytes: UInt64(files.map(\.size).max() ?? 0))
        defer { if let usual { SmallDisk.limitFiles(bytes: usual) } }
        for (place, size) in files {
            do throws(CheckStop) {
                try Files.extend(place, to: size)
            } catch {
                throw .notApplicable("this disk holds no file of more than 4 GiB")
            }
        }
        for mark in marks { try Files.write(content(mark), into: files[0].place, at: mark) }
    }

    private static func content(_ mark: Int) -> [UInt8] {
        (1...markLength).map { UInt8(truncatingIfNeeded: (mark >> 16) + $0) }
    }
}
