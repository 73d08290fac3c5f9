internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of photos that are no files of their own.
extension DataChecks {
    static let archives = [
        Check(
            "data.archives",
            "Photos that are shown of a ZIP archive are its members, each once, with their bytes, dates and images",
            "R7.3 R8.4 R9.1 R9.13 R9.22 R12.2 R18.6", requires: [.anyKnownFormat],
            remedy:
                "A member begins behind its local header, whose fields have lengths of their own, and sizes of 0 when it was "
                + "streamed: those of the directory count; what is inflated before the "
                + "offset of a read is thrown away; its date is taken for UTC."
        ) { context throws(CheckStop) in try membersOfArchives(context) }
    ]

    private static let place: BytePath = "Archives/trip.zip"

    private static func membersOfArchives(_ context: CheckContext) throws(CheckStop) {
        CurrentProcess.setTimeZone("<+0930>-9:30<+1030>,M10.1.0,M4.1.0/3")
        try context.makeLibrary()
        let archive = try archive(context)
        try Files.makeFolder(context.root / place.folder)
        try Files.write(archive.encoded(), to: context.root / place, date: FixtureLibrary.firstDate)
        try writeOthers(context, archive.encoded())
        let library = try context.open()
        var found: [BytePath: AssetCopy] = [:]
        let prefix = place.bytes + [UInt8(ascii: "/")]
        for asset in try library.assets() where asset.path.bytes.starts(with: prefix) {
            let name = BytePath(Array(asset.path.bytes.dropFirst(prefix.count)))
            try context.expect(found.updateValue(asset, forKey: name) == nil, "\(asset.path) is listed twice")
        }
        let isRead = try diagnosed(library)
        guard !found.isEmpty || isRead else { throw .notApplicable("it shows no photos in ZIP archives") }
        try context.expect(
            found.isEmpty || !library.info().info.hasFiles,
            "it has PICKER_LIBRARY_FILES, and what it shows of \(place) is no file")
        for member in archive.members where isShown(member) {
            guard let asset = found[member.name] else { throw .failed("\(member.name) in \(place) is not listed") }
            let isOnce = archive.members.count { $0.name == member.name } == 1
            try shows(context, library, asset, isOnce ? [member] : archive.members.filter { $0.name == member.name })
        }
        for (name, asset) in found where !archive.members.contains(where: { $0.name == name && isShown($0) }) {
            guard let member = archive.members.first(where: { $0.name == name && $0.isCut }) else {
                throw .failed("\(name) in \(place) is listed, and is none that can be shown")
            }
            try hurt(context, library, asset, member)
        }
        try LibraryChecks.expectCounts(context, library)
        try replaced(context, library, found, archive)
    }

    // MARK: What there is

    private static func archive(_ context: CheckContext) throws(CheckStop) -> ZipArchive {
        let formats = try context.info().formats
        var random = SeededNumbers(seed: context.order.seed)
        var archive = ZipArchive()
        archive.add(.init(name: "DCIM/", bytes: []))
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            let suffix = format.fileExtension
            let photo = try pattern.encoded(as: format)
            // More than is read, or inflated, at once; no two places in it look alike.
            var long = photo
            for _ in 0..<60_000 { withUnsafeBytes(of: random.next()) { long += $0 } }
            archive.add(.init(name: "DCIM/stored.\(suffix)", bytes: photo, date: ZipArchive.summer))
            archive.add(.init(name: "DCIM/deflated.\(suffix)", bytes: photo, isDeflated: true))
            archive.add(.init(name: "DCIM/long-stored.\(suffix)", bytes: long))
            archive.add(.init(name: "DCIM/long.\(suffix)", bytes: long, isDeflated: true, date: ZipArchive.summer))
            archive.add(.init(name: "top.\(suffix)", bytes: photo, isDeflated: true))
            archive.add(.init(name: "DCIM/streamed.\(suffix)", bytes: photo, isDeflated: true, isStreamed: true))
            archive.add(.init(name: "DCIM/streamed-long.\(suffix)", bytes: long, isDeflated: true, isStreamed: true))
            archive.add(.init(name: "DCIM/twice.\(suffix)", bytes: photo))
            archive.add(.init(name: "DCIM/twice.\(suffix)", bytes: photo + [0], isDeflated: true))
            archive.add(.init(name: "DCIM/hurt.\(suffix)", bytes: long, isDeflated: true, isCut: true))
            archive.add(.init(name: "DCIM/locked.\(suffix)", bytes: photo, isLocked: true))
            archive.add(.init(name: "DCIM/unknown.\(suffix)", bytes: photo, hasUnknownMethod: true))
            archive.add(
                .init(name: "DCIM/unknown-2.\(suffix)", bytes: photo, isDeflated: true, hasUnknownMethod: true))
            for strange in ["../out", "DCIM/../../out"] {
                archive.add(.init(name: "\(strange).\(suffix)", bytes: photo))
            }
        }
        archive.add(.init(name: "DCIM/notes.txt", bytes: Array("no photo\n".utf8), isDeflated: true))
        return archive
    }

    private static let pattern = TestPattern(width: 72, height: 48)

    private static func isShown(_ member: ZipArchive.Member) -> Bool {
        let isPlain =
            !member.isLocked && !member.isCut && !member.hasUnknownMethod && !member.name.description.hasSuffix(".txt")
        return isPlain && ["DCIM/", "top."].contains { member.name.description.hasPrefix($0) }
            && !member.name.description.contains("..") && !member.bytes.isEmpty
    }

    /// Archives in which nothing is, or that are damaged: none of them may keep what is beside them from being shown.
    private static func writeOthers(_ context: CheckContext, _ whole: [UInt8]) throws(CheckStop) {
        var behind = whole
        // Where the directory begins, said to be behind the end.
        let end = behind.count - ZipArchive.endSize
        for index in 0..<4 { behind[end + 16 + index] = [0xFF, 0xFF, 0xFF, 0x7F][index] }
        var shifted = whole
        shifted[end + 16] ^= 8
        let others: [(BytePath, [UInt8])] = [
            ("empty.zip", ZipArchive().encoded()), ("cut.zip", Array(whole.prefix(whole.count / 2))),
            ("behind.zip", behind), ("shifted.zip", shifted), ("tiny.zip", Array("PK".utf8)),
        ]
        for (name, bytes) in others {
            try Files.write(bytes, to: context.root / place.folder / name, date: FixtureLibrary.firstDate)
        }
    }

    /// An archive that is whole is not told as one that is damaged.
    ///
    /// - Returns: whether something is told of what is in it, so that it is read.
    private static func diagnosed(_ library: Library) throws(CheckStop) -> Bool {
        let sink = RecordSink.diagnostics()
        try library.diagnostics(sink: sink).ok()
        let paths = sink.records.map { BytePath($0.pathBytes ?? $0.relativePath.bytes ?? []) }
        for (path, record) in zip(paths, sink.records) where path == place && record.reason == PICKER_CORRUPT_MEDIA {
            throw .failed("\(place) is whole, and its diagnostic says \"\(record.message)\"")
        }
        return paths.contains { $0.bytes.starts(with: place.bytes + [UInt8(ascii: "/")]) }
    }

    // MARK: What comes

    /// - Parameter members: those with the name of the asset, of which it is one.
    private static func shows(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ members: [ZipArchive.Member]
    ) throws(CheckStop) {
        let bytes = try library.bytes(asset.identifier)
        guard let member = members.first(where: { $0.bytes == bytes }) else {
            throw .failed(
                "\(asset.path): \(bytes.count) bytes came, which are not those of the member, \(members[0].bytes.count)"
            )
        }
        try context.expect(
            asset.byteSize == UInt64(bytes.count) || asset.byteSize == 0,
            "\(asset.path) has \(bytes.count) bytes, the asset says \(asset.byteSize)")
        try context.expect(asset.version != 0, "the version_token of \(asset.path) is 0")
        let isDated =
            asset.modification == AssetCopy.unknownTime || asset.modification == Int64(member.date.second) * 1000
        try context.expect(
            isDated || members.count > 1,
            "\(asset.path) was modified at \(member.date.second) s, if its date is taken for UTC; the asset says "
                + "\(asset.modification) ms")
        try context.expect(
            asset.width == 0 || asset.width == pattern.width && asset.height == pattern.height,
            "\(asset.path) has \(pattern.width)x\(pattern.height) pixels, the asset says \(asset.width)x\(asset.height)"
        )
        let details = try library.details(asset.identifier)
        try context.expect(
            try LibraryChecks.isAlike(library, asset, details), "details describes \(asset.path) in another way")
        try parts(context, library, asset, bytes)
        for ask in [ImageRequest(), ImageRequest(24, 24)] {
            let frame = try library.finalFrame(asset.identifier, ask)
            try context.expect(
                frame.shows(pattern.uprightColors, tolerance: PhotoFormat.jpeg.tolerance),
                "\(asset.path) in \(ask.sizeText): quarters are \(frame.quarters), not \(pattern.uprightColors)")
        }
    }

    private static func parts(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ bytes: [UInt8]
    ) throws(CheckStop) {
        var random = SeededNumbers(seed: context.order.seed &+ 3)
        var ranges = [
            (0, bytes.count + 1), (1, bytes.count), (bytes.count - 1, 9), (bytes.count, 4), (bytes.count + 9, 4),
        ]
        if bytes.count > 1 << 18 {
            for edge in [1 << 16, 1 << 17, 1 << 18] { ranges += [(edge - 1, 2), (edge, edge + 1), (edge + 1, 70_000)] }
            ranges += (0..<6).map { _ in
                (Int(random.next() % UInt64(bytes.count)), 1 + Int(random.next() % UInt64(bytes.count)))
            }
        }
        for (offset, capacity) in ranges {
            let part = library.read(ReadRequest(asset.identifier, capacity: capacity) { $0.offset = UInt64(offset) })
            try part.reply.ok()
            let expected = offset < bytes.count ? bytes[offset..<min(bytes.count, offset + capacity)] : []
            let isSame = part.bytes.count == expected.count && Files.areEqual(part.bytes[...], expected)
            try context.expect(
                part.isIntact && isSame,
                "\(asset.path), \(offset)+\(capacity) of \(bytes.count): \(part.bytes.count) bytes came, "
                    + "\(expected.count) expected, or others")
        }
        // Between a worker and its host questions take their time: all may be done before the answer is there.
        guard bytes.count > 1 << 18, !context.order.isIsolated else { return }
        let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: 2)
        let reply = library.read(ReadRequest(asset.identifier, capacity: bytes.count), control: control).reply
        if control.checkCount > 2 { try reply.expect(PICKER_CANCELLED) }
    }

    /// What is missing is said, and nothing is made up in its place.
    private static func hurt(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ member: ZipArchive.Member
    ) throws(CheckStop) {
        let whole = library.read(ReadRequest(asset.identifier, capacity: member.bytes.count)).reply
        try whole.expect([PICKER_CORRUPT_MEDIA, PICKER_IO, PICKER_NOT_FOUND])
        let start = library.read(ReadRequest(asset.identifier, capacity: 1000))
        try context.expect(
            start.reply.status != PICKER_OK || start.bytes == Array(member.bytes.prefix(1000)),
            "\(asset.path) is damaged at its end, and its first bytes are others")
    }

    /// Another archive of the same size and date takes the place.
    private static func replaced(
        _ context: CheckContext, _ library: Library, _ found: [BytePath: AssetCopy], _ archive: ZipArchive
    ) throws(CheckStop) {
        var other = ZipArchive()
        for var member in archive.members {
            // The last byte, which readers of images pass over.
            if let last = member.bytes.indices.last { member.bytes[last] ^= 0x55 }
            other.add(member)
        }
        Threads.pause(milliseconds: 40)
        try Files.write(other.encoded(), to: context.root / place, date: FixtureLibrary.firstDate)
        for asset in found.values {
            let version = asset.version
            let part = library.read(ReadRequest(asset.identifier, capacity: 64) { $0.version = version })
            try part.reply.expect([PICKER_CHANGED, PICKER_NOT_FOUND, PICKER_IO, PICKER_CORRUPT_MEDIA])
        }
    }
}
