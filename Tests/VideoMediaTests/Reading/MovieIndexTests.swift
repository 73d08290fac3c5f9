import Imaging
import PhotoModel
import Testing

@testable import VideoMedia

@Suite("The index that a video would get")
struct MovieIndexTests {
    /// The most entries that are allowed.
    private static let most = 8 << 20

    /// The bytes of media in short pieces; throws what is wrong with the headers.
    @discardableResult
    private func check(
        _ boxes: [UInt8]..., mostHeaderBytes: Int = 1 << 20, cancellation: Cancellation = .never
    ) throws(ImagingError) -> Int {
        let bytes = boxes.flatMap(\.self)
        return try MovieIndex.check(
            VideoBytes(ImageSource(bytes: bytes)), mostHeaderBytes: mostHeaderBytes, cancellation)
    }

    private func isAllowed(_ boxes: [UInt8]...) -> Bool { (try? check(boxes.flatMap(\.self))) != nil }

    private func number(_ value: Int) -> [UInt8] { [UInt8].number(value) }

    private func run(_ samples: Int) -> [UInt8] { .box("trun", [0, 0, 0, 0], number(samples)) }

    private func sizes(_ samples: Int) -> [UInt8] { .box("stsz", [0, 0, 0, 0, 0, 0, 0, 1], number(samples)) }

    private func handler(_ kind: String) -> [UInt8] { .box("hdlr", .zeros(8), Array(kind.utf8)) }

    /// The table of times whose only row says how many samples last how long.
    private func times(rows: Int = 1, duration: Int = 1) -> [UInt8] {
        .box("stts", [0, 0, 0, 0], number(rows), number(1000), number(duration))
    }

    private func chunks(_ count: Int) -> [UInt8] { .box("stco", [0, 0, 0, 0], number(count)) }

    /// The table of samples in chunks: the first chunk, the samples and the description of each row.
    private func runs(_ rows: [Int]...) -> [UInt8] {
        .box("stsc", [0, 0, 0, 0], number(rows.count), rows.flatMap { $0.flatMap(number) })
    }

    @Test("has as many entries as fragments list samples, in all of them together")
    func fragments() {
        #expect(isAllowed(.box("moof", .box("traf", run(Self.most)))))
        #expect(!isAllowed(.box("moof", .box("traf", run(Self.most + 1)))))
        #expect(!isAllowed(.box("moof", .box("traf", run(0xFFFF_FFFF)))))
        #expect(isAllowed(run(Self.most / 2), run(Self.most / 2)))
        #expect(!isAllowed(run(Self.most / 2), run(Self.most / 2), run(1)))
    }

    @Test("has three entries for each track and fragment, those of an index of fragments too")
    func tracks() {
        let track: [UInt8] = .box("trak")
        let fragment: [UInt8] = .box("moof")
        #expect(isAllowed(track, track, fragment, run(Self.most - 6)))
        #expect(!isAllowed(track, track, fragment, run(Self.most - 5)))
        // A number of fragments in two bytes, whose place depends on the version.
        let short: [UInt8] = .box("sidx", [0], .zeros(21), [0xFF, 0xFF])
        let long: [UInt8] = .box("sidx", [1], .zeros(29), [0xFF, 0xFF])
        for index in [short, long] {
            #expect(isAllowed(track, index, run(Self.most - 3 * 65_535)))
            #expect(!isAllowed(track, index, run(Self.most - 3 * 65_535 + 1)))
        }
    }

    @Test("has an entry for each sample of a track, of those with a picture whatever else they are")
    func samples() {
        #expect(isAllowed(.box("trak", sizes(Self.most))) && !isAllowed(.box("trak", sizes(Self.most + 1))))
        let (sound, picture) = (handler("soun"), handler("vide"))
        let tables = times() + runs([1, 10, 1]) + chunks(10) + sizes(Self.most + 1)
        #expect(isAllowed(.box("trak", sound, tables)))
        #expect(!isAllowed(.box("trak", sound, picture, tables)) && !isAllowed(.box("trak", tables)))
        // Samples of other lengths, or of several.
        for others in [times(duration: 2), times(rows: 2)] {
            #expect(!isAllowed(.box("trak", sound, others, runs([1, 10, 1]), chunks(10), sizes(Self.most + 1))))
        }
        // Without the table of chunks.
        #expect(!isAllowed(.box("trak", sound, times(), chunks(10), sizes(Self.most + 1))))
    }

    @Test("has an entry for each thousand samples or so of sound, in each chunk")
    func chunksOfSound() {
        let sound = handler("soun") + times()
        // 8640 samples take eleven entries.
        #expect(isAllowed(.box("trak", sound, runs([1, 8640, 1]), chunks(Self.most / 11))))
        #expect(!isAllowed(.box("trak", sound, runs([1, 8640, 1]), chunks(Self.most / 11 + 1))))
        #expect(isAllowed(.box("trak", sound, runs([1, 8639, 1]), chunks(Self.most / 10))))
        // The second row is about the last chunk alone.
        let last = Self.most / 11
        #expect(isAllowed(.box("trak", sound, runs([1, 10, 1], [last, 8640, 1]), chunks(last))))
        // A table that is invalid: all chunks may have as many as any.
        for rows in [[[2, 10, 1], [3, 8640, 1]], [[1, 10, 1], [1, 8640, 1]], [[1, 0, 1], [2, 8640, 1]]] {
            let table: [UInt8] = .box("stsc", [0, 0, 0, 0], number(2), rows.flatMap { $0.flatMap(number) })
            #expect(isAllowed(.box("trak", sound, table, chunks(last))))
            #expect(!isAllowed(.box("trak", sound, table, chunks(last + 1))))
        }
    }

    @Test("is refused for tracks, compressed headers and tables where none may be")
    func misplaced() {
        #expect(!isAllowed(.box("trak", .box("trak"))) && isAllowed(.box("trak"), .box("trak")))
        #expect(!isAllowed(.box("trak", .box("cmov"))) && isAllowed(.box("moov", .box("cmov"))))
        #expect(isAllowed(.box("trak", .box("stsd", .zeros(8), .box("mp4a", .zeros(20))))))
        for name in ["stsz", "stz2", "stsc", "stts", "stco", "co64", "hdlr", "trak", "trun", "sidx", "cmov"] {
            #expect(!isAllowed(.box("trak", .box("stsd", .zeros(8), .box(name, .zeros(20))))), "\(name)")
        }
    }

    @Test("is looked for as deep as libavformat goes, and no longer than headers may be")
    func ends() throws {
        func nested(_ depth: Int) -> [UInt8] {
            (0..<depth).reduce(run(Self.most + 1)) { content, _ in .box("moov", content) }
        }
        #expect(!isAllowed(nested(11)) && isAllowed(nested(12)))
        let boxes = (0..<100).flatMap { _ in [UInt8].box("free") }
        try check(boxes, mostHeaderBytes: 800)
        #expect(throws: ImagingError.corrupt("its headers have no end")) { try check(boxes, mostHeaderBytes: 799) }
    }

    @Test("counts the media between headers only where it is short")
    func shortMedia() throws {
        let media = { (count: Int) -> [UInt8] in .box("mdat", .zeros(count)) }
        #expect(try check(media(100), media(131_072), media(131_071)) == 100 + 131_071)
        #expect(try check(.box("moov", media(100))) == 0)
    }

    @Test("is no longer made after a cancellation, which is asked about every thousand boxes")
    func cancelled() throws {
        let boxes = { (count: Int) in (0..<count).flatMap { _ in [UInt8].box("free") } }
        let cancelled = Cancellation { .cancelled }
        try check(boxes(1023), cancellation: cancelled)
        #expect(throws: ImagingError.cancelled) { try check(boxes(1024), cancellation: cancelled) }
    }

    @Test("is read from boxes with short, long and open lengths, as far as the file goes")
    func boxes() throws {
        func box(_ bytes: [UInt8], at offset: Int = 0) throws -> String? {
            var numbers = MovieNumbers(VideoBytes(ImageSource(bytes: bytes)))
            return try numbers.box(at: offset, end: bytes.count).map { "\($0.type) \($0.content)" }
        }
        #expect(try box(.box("free", .zeros(4))) == "free 8..<12")
        #expect(try box([UInt8].zeros(3) + [UInt8].box("free", .zeros(4)), at: 3) == "free 11..<15")
        #expect(try box([0, 0, 0, 0] + Array("mdat".utf8) + [UInt8].zeros(5)) == "mdat 8..<13")
        let long: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8)
        #expect(try box(long + [0, 0, 0, 0, 0, 0, 0, 18] + [UInt8].zeros(9)) == "mdat 16..<18")
        #expect(try box(long + [0, 0, 0, 0, 0, 0, 0, 15] + [UInt8].zeros(9)) == nil)
        #expect(try box(long + [0xFF, 0, 0, 0, 0, 0, 0, 0]) == nil)
        #expect(try box(long + [0, 0, 0]) == nil)
        // Longer than the file, shorter than its own header, and cut off in that.
        #expect(try box([0, 0, 1, 0] + Array("free".utf8) + [1]) == "free 8..<9")
        #expect(try box([0, 0, 0, 7] + Array("free".utf8) + [1]) == nil)
        #expect(try box([0, 0, 0, 8] + Array("fre".utf8)) == nil)
        #expect(try box([]) == nil)
    }
}
