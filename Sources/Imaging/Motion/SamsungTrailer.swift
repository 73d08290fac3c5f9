/// The data that Samsung's phones append to a JPEG: blocks with names, and a directory of them at the end of the file
/// (ExifTool, `Samsung.pm`, `ProcessSamsung`).
///
/// The last eight bytes of the file are the length of the directory and `SEFT`. The directory begins with `SEFH`, a version and
/// the number of blocks. An entry of twelve bytes follows for each block: two bytes of 0, the type, the distance from the
/// start of the block to the directory, and the block's length. A block consists of two bytes of 0, its type, the length of
/// its name, its name and its content. Numbers are little-endian.
struct SamsungTrailer {
    private static let directoryLimit = 64 << 10

    private let source: ImageSource
    private let directory: ByteView
    private let directoryStart: Int

    /// The video of a motion photo; nil if there is none.
    ///
    /// - Parameter make: the camera's make. Only files of Samsung's phones are read at their end, to save a read for all others.
    static func motionPhoto(of source: ImageSource, make: String?) -> MotionPhoto? {
        guard make?.lowercased().hasPrefix("samsung") == true, let photo = SamsungTrailer(source)?.motionPhoto,
            photo.isPresent(in: source)
        else { return nil }
        return photo
    }

    /// Nil if the file has no such trailer.
    init?(_ source: ImageSource) {
        let end = source.byteCount - 8
        guard end > 0, let tail = try? source.read(at: end, count: 8), ByteView(tail).has("SEFT", at: 4),
            let length = ByteView(tail).littleUInt32(at: 0), length >= 12, length <= Self.directoryLimit,
            Int(length) <= end, let bytes = try? source.read(at: end - Int(length), count: Int(length)),
            ByteView(bytes).has("SEFH", at: 0)
        else { return nil }
        self.source = source
        directory = ByteView(bytes)
        directoryStart = end - Int(length)
    }

    /// The video of a motion photo.
    var motionPhoto: MotionPhoto? {
        let blockCount = min(Int(directory.littleUInt32(at: 8) ?? 0), directory.count / 12)
        for index in 0..<blockCount {
            let entry = 12 + 12 * index
            guard let distance = directory.littleUInt32(at: entry + 4),
                let length = directory.littleUInt32(at: entry + 8)
            else { return nil }
            let start = directoryStart - Int(distance)
            if let content = content(of: start..<start + Int(length), named: "MotionPhoto_Data") {
                return MotionPhoto(content, in: source)
            }
        }
        return nil
    }

    private func content(of block: Range<Int>, named name: StaticString) -> Range<Int>? {
        let headLength = 8 + name.utf8CodeUnitCount
        guard block.lowerBound > 0, block.upperBound <= directoryStart, block.count > headLength,
            let head = try? source.read(at: block.lowerBound, count: headLength),
            ByteView(head).littleUInt32(at: 4) == UInt32(name.utf8CodeUnitCount), ByteView(head).has(name, at: 8)
        else { return nil }
        return block.lowerBound + headLength..<block.upperBound
    }
}
