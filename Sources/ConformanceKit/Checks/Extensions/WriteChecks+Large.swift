internal import BackendAPI
internal import PhotoModel

/// A check of photos of more bytes than buffers have.
extension WriteChecks {
    static let large = [
        Check(
            "write.adds-large",
            "A photo of some megabytes is added byte by byte, from a source that fills all room that it is given",
            "R7.3 R9.2", requires: [.capability(.write), .anyKnownFormat],
            remedy: "Read until the source gives 0 bytes, however many it gave before, and write all that it gave."
        ) { context throws(CheckStop) in try addsLarge(context) }
    ]

    private static func addsLarge(_ context: CheckContext) throws(CheckStop) {
        let (library, photo) = (try context.open(), try largePhoto(context))
        // Whether it is announced how many bytes there are, or not.
        let sizes: [UInt64?] = [nil, UInt64(photo.bytes.count)]
        for size in sizes {
            let sink = RecordSink.assets()
            try library.add(photo.name, AddSource(photo.bytes, fillsRoom: true), size: size, sink: sink).ok()
            guard let asset = sink.records.first, sink.count == 1 else {
                throw .failed("add emitted \(sink.count) records")
            }
            try context.expect(
                Files.isFile(context.root / asset.path, upTo: .max),
                "add reported \"\(asset.path)\", and there is no file with that path in the library")
            let file = try Files.read(context.root / asset.path)
            try context.expect(
                file.count == photo.bytes.count,
                "of \(photo.bytes.count) bytes that were added, \(asset.path) has \(file.count)")
            try context.expect(
                file == photo.bytes, "of \(file.count) bytes that were added, some are others in \(asset.path)")
        }
    }

    /// Of noise, which no format makes small.
    private static func largePhoto(_ context: CheckContext) throws(CheckStop) -> NewPhoto {
        let format = try ChangeChecks.format(context)
        let (width, height) = (1200, 800)
        var random = SeededNumbers(seed: 1)
        // Longer than what a PNG looks back for something alike.
        let piece = (0..<40_009).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        var samples: [UInt8] = []
        while samples.count < width * height * 3 { samples += piece }
        samples.removeLast(samples.count - width * height * 3)
        let bytes = try RasterImage(width: width, height: height, samples: samples).encoded(as: format)
        return NewPhoto(name: "large.\(format.fileExtension)", bytes: bytes)
    }
}
