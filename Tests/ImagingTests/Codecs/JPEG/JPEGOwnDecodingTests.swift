import CImaging
import CJPEGFixtures
import Foundation
import Imaging
import SystemPackage
import TestSupport
import Testing

/// Coefficients are read without libjpeg: at an eighth of the size only those of DC, at other scales all of them where a file has one
/// scan. No difference may be seen, but that damage among what is passed over has no mark.
@Suite("A JPEG that is decoded without libjpeg's reader")
struct JPEGOwnDecodingTests {
    private static let scales = [1, 2, 4, 8]

    /// Whether a fixture's coefficients are read without libjpeg.
    private static func isOwn(_ fixture: jpeg_fixture, eighths: Int) -> Bool {
        let hasOneScan =
            fixture.scans == JPEG_FIXTURE_ONE_SCAN
            || fixture.scans == JPEG_FIXTURE_SCAN_EACH && fixture.component_count == 1
        return eighths == 1 || hasOneScan
    }

    @Test("has libjpeg's samples, whatever its size, sampling, quality, tables, restarts and scans")
    func generated() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<TestExtent.choose(300, all: 10_000) {
            let fixture = jpeg_fixture.random(&generator)
            let bytes = fixture.bytes()
            let eighths = Self.scales.randomElement(using: &generator)!
            let own = JPEGDecoding(bytes, eighths: eighths)
            #expect(
                own.isOwn == Self.isOwn(fixture, eighths: eighths)
                    && own == JPEGDecoding(bytes, eighths: eighths, leavesToLibjpeg: true),
                "\(fixture.summary) at \(eighths)/8")
        }
    }

    @Test("has the rows that are wanted, and says how many")
    func rows() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<TestExtent.choose(100, all: 1000) {
            let fixture = jpeg_fixture.random(&generator)
            let bytes = fixture.bytes()
            let eighths = Self.scales.randomElement(using: &generator)!
            let rows = Int.random(in: 0...Int(fixture.height) * eighths / 8 + 2, using: &generator)
            let own = JPEGDecoding(bytes, eighths: eighths, rows: rows)
            let theirs = JPEGDecoding(bytes, eighths: eighths, leavesToLibjpeg: true, rows: rows)
            #expect(
                own.isOwn == Self.isOwn(fixture, eighths: eighths) && own == theirs,
                "\(rows) rows of \(fixture.summary) at \(eighths)/8")
        }
    }

    @Test("and damaged has the samples, the marks and the errors that libjpeg gives it")
    func damaged() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<TestExtent.choose(300, all: 10_000) {
            let fixture = jpeg_fixture.random(&generator)
            let bytes = Self.damage(fixture.bytes(), &generator)
            let eighths = Self.scales.randomElement(using: &generator)!
            let theirs = JPEGDecoding(bytes, eighths: eighths, leavesToLibjpeg: true)
            let passesOver = fixture.scans == JPEG_FIXTURE_PROGRESSIVE && eighths == 1
            #expect(
                JPEGDecoding(bytes, eighths: eighths).agrees(with: theirs, passesOverScans: passesOver),
                "\(fixture.summary) at \(eighths)/8")
        }
    }

    @Test(
        "and progressive, with damage among what gives no sample at an eighth, has its samples, and no mark there alone"
    )
    func damageThatIsPassedOver() throws {
        var bytes = jpeg_fixture.grain(200, 150, scans: JPEG_FIXTURE_PROGRESSIVE).bytes()
        let sound = JPEGDecoding(bytes)
        // The first scan of AC coefficients has no DC, so that its band begins above 0: Ss, the first of the three last bytes.
        let scan = try #require(
            bytes.ranges(of: [0xFF, 0xDA]).first { range in
                let length = Int(bytes[range.upperBound]) << 8 | Int(bytes[range.upperBound + 1])
                return bytes[range.upperBound + length - 3] > 0
            })
        let length = Int(bytes[scan.upperBound]) << 8 | Int(bytes[scan.upperBound + 1])
        for place in 0..<40 { bytes[scan.upperBound + length + place] = 0x55 }
        let (own, theirs) = (JPEGDecoding(bytes), JPEGDecoding(bytes, leavesToLibjpeg: true))
        #expect(own.isOwn && own == sound && own.planes == theirs.planes)
        #expect(theirs.report.warnings > 0)
        #expect(JPEGDecoding(bytes, eighths: 2).report == JPEGDecoding(bytes, eighths: 2, leavesToLibjpeg: true).report)
        #expect(JPEGDecoding(bytes, eighths: 2).report.warnings > 0)
    }

    /// A cut, or some bits, bytes, markers or zeros in the wrong place.
    private static func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var result = bytes
        for _ in 0...Int.random(in: 0..<3, using: &generator) where result.count > 30 {
            let place = Int.random(in: 2..<result.count - 20, using: &generator)
            let end = place + Int.random(in: 1...20, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: result.removeSubrange(place...)
            case 1: result.removeSubrange(place..<end)
            case 2: result.insert(contentsOf: [0xFF, UInt8.random(in: 0xC0...0xDF, using: &generator)], at: place)
            case 3: result.replaceSubrange(place..<end, with: repeatElement(0, count: end - place))
            default: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
        return result
    }

    /// A file that is left to libjpeg: what it lacks is to be noticed.
    struct Unusual: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        init(_ kind: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (kind, bytes) }
    }

    static let unusual: [Unusual] = {
        let baseline = jpeg_fixture.grain(200, 150).bytes()
        let restarts = jpeg_fixture.grain(200, 150, restartInterval: 5).bytes()
        let progressive = jpeg_fixture.grain(200, 150, scans: JPEG_FIXTURE_PROGRESSIVE).bytes()
        let marker = restarts.firstRange(of: [0xFF, 0xD2])!.lowerBound
        let scans = progressive.ranges(of: [0xFF, 0xDA])
        return [
            Unusual("cut off", Array(baseline.prefix(baseline.count / 2))),
            Unusual("without the marker of its end", baseline.dropLast(2)),
            Unusual("without a restart marker", Array(restarts[..<marker] + restarts[(marker + 2)...])),
            Unusual(
                "with restart markers out of order", Array(restarts[...marker] + [0xD4] + restarts[(marker + 2)...])),
            Unusual("without its last scan", Array(progressive[..<scans.last!.lowerBound] + [0xFF, 0xD9])),
            Unusual(
                "of coefficients that are not all there", Array(progressive[..<scans[1].lowerBound] + [0xFF, 0xD9])),
            Unusual("progressive and cut off", Array(progressive.prefix(progressive.count * 3 / 4))),
            Unusual("in arithmetic code", jpeg_fixture.grain(200, 150, scans: JPEG_FIXTURE_ARITHMETIC).bytes()),
            Unusual("of ink", jpeg_fixture.grain(200, 150, components: 4).bytes()),
        ]
    }()

    @Test("is left to libjpeg when it is damaged or unusual", arguments: unusual, scales)
    func fallsBack(unusual: Unusual, eighths: Int) {
        #expect(!unusual.bytes.isEmpty)
        let own = JPEGDecoding(unusual.bytes, eighths: eighths)
        #expect(!own.isOwn && own == JPEGDecoding(unusual.bytes, eighths: eighths, leavesToLibjpeg: true))
    }

    @Test(
        "has the same samples from a file as from memory",
        arguments: [JPEG_FIXTURE_ONE_SCAN, JPEG_FIXTURE_SCAN_EACH, JPEG_FIXTURE_PROGRESSIVE].map(\.rawValue))
    func descriptor(scans: UInt32) throws {
        var fixture = jpeg_fixture.grain(1500, 1000, scans: jpeg_fixture_scans(rawValue: scans))
        fixture.picture = JPEG_FIXTURE_NOISE
        let bytes = fixture.bytes()
        #expect(bytes.count > 1 << 20)
        let folder = try TemporaryFolder()
        let file = try FileDescriptor.open(try folder.file("noise.jpg", bytes), .readOnly)
        defer { try? file.close() }
        let source = imaging_source(bytes: nil, descriptor: file.rawValue, count: bytes.count)
        for eighths in Self.scales {
            let own = JPEGDecoding(source, eighths: eighths)
            #expect(own.isOwn == Self.isOwn(fixture, eighths: eighths) && own == JPEGDecoding(bytes, eighths: eighths))
            #expect(own == JPEGDecoding(source, eighths: eighths, leavesToLibjpeg: true))
        }
    }

    /// Damaged ones too, whatever they are called.
    private static let photos = Corpus.rows.filter { ["JPEG", "MPO"].contains($0["decoder_format"]) }

    @Test(
        "has libjpeg's samples, when it is a photo of the corpus", .enabled(if: Corpus.isAvailable, Corpus.comment),
        arguments: Corpus.sample(photos))
    func photo(row: CorpusRow) throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: row.file)))
        // The others differ in their transforms alone, which are libjpeg's.
        let isProgressive = bytes.firstRange(of: [0xFF, 0xC2]) != nil
        for eighths in [1, 4] {
            let theirs = JPEGDecoding(bytes, eighths: eighths, leavesToLibjpeg: true)
            let own = JPEGDecoding(bytes, eighths: eighths)
            #expect(own.agrees(with: theirs, passesOverScans: isProgressive && eighths == 1))
        }
    }
}
