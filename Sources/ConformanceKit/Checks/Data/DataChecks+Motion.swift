internal import BackendAPI

/// A check of videos that are parts of photos' files.
extension DataChecks {
    static let motion = [
        Check(
            "data.motion-photos",
            "The video of a motion photo begins where details say, and what is read of it is that part of the file",
            "R7.3 R9.15 R9.20 R10.1", requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy:
                "byte_offset is counted from the beginning of the file; offsets of a read from there on; where the video ends, so "
                + "do the bytes of that representation."
        ) { context throws(CheckStop) in try motionPhotos(context) }
    ]

    private static func motionPhotos(_ context: CheckContext) throws(CheckStop) {
        let path: BytePath = "motion.jpg"
        try context.makeLibrary()
        let film = film(context)
        let file = try still(film.count) + film
        try Files.write(file, to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is not listed")
        }
        let parts = try library.details(asset.identifier).representations
        guard parts.contains(where: { $0.role == PICKER_ROLE_PAIRED_VIDEO || $0.byteOffset != 0 }) else {
            throw .notApplicable("it shows no videos of motion photos")
        }
        for (index, part) in parts.enumerated() {
            let isVideo = part.role == PICKER_ROLE_PAIRED_VIDEO
            let start = isVideo ? file.count - film.count : 0
            try context.expect(
                part.byteOffset == UInt64(start),
                "representation \(index) of \(path) begins at \(start) in its file, and details say at \(part.byteOffset)"
            )
            guard isVideo else { continue }
            try context.expect(
                part.mayHave(bytes: film.count),
                "the video of \(path) has \(film.count) bytes, and details report \(part.byteSize)")
            try context.expect(
                !PhotoFormat.identifiers.contains(part.contentType.description),
                "the video of \(path) has the type \(part.contentType)")
            try expectParts(context, library, asset.identifier, UInt32(index), film)
            try expectVersion(library, asset.identifier, UInt32(index), part.version, UInt64(film.count))
        }
    }

    private static func expectParts(
        _ context: CheckContext, _ library: Library, _ identifier: Text, _ index: UInt32, _ film: [UInt8]
    ) throws(CheckStop) {
        let ranges = [
            (0, film.count), (0, film.count + 100), (5, 16), (film.count - 3, 16), (film.count, 16),
            (film.count + 9, 16),
        ]
        for (offset, capacity) in ranges {
            let part = library.read(
                ReadRequest(identifier, capacity: capacity) {
                    ($0.representation, $0.offset) = (index, UInt64(offset))
                })
            try part.reply.ok()
            try context.expect(
                part.isIntact && part.bytes == Array(film.dropFirst(offset).prefix(capacity)),
                "\(offset)+\(capacity) of a video of \(film.count) bytes: \(part.bytes.count) bytes came, or others")
        }
    }

    /// A file of two boxes (ISO/IEC 14496-12); no two places in the second one look alike.
    private static func film(_ context: CheckContext) -> [UInt8] {
        var random = SeededNumbers(seed: context.order.seed &+ 7)
        let content = (0..<3000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let size = content.count + 8
        // Without the empty box at its end.
        var bytes = Array(SampleFiles.quickTime.dropLast(8))
        bytes += [0, 0, UInt8(size >> 8), UInt8(size & 255)]
        bytes += Array("mdat".utf8)
        return bytes + content
    }

    /// A photo that says where the video behind it is, as phones do since Motion Photo format 1.0 and as they did before.
    private static func still(_ count: Int) throws(CheckStop) -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
            xmlns:Container="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \
            GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1" GCamera:MicroVideo="1" GCamera:MicroVideoVersion="1" \
            GCamera:MicroVideoOffset="\(count)"><Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource">\
            <Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary"/></rdf:li><rdf:li rdf:parseType="Resource">\
            <Container:Item Item:Mime="video/mp4" Item:Semantic="MotionPhoto" Item:Length="\(count)"/></rdf:li></rdf:Seq>\
            </Container:Directory></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let photo = try TestPattern(width: 64, height: 48).encoded(as: .jpeg)
        let payload = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
        return photo.prefix(2) + JPEGLayout.segment(0xE1, payload) + photo.dropFirst(2)
    }
}
