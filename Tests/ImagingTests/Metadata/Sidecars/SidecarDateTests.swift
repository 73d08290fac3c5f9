import Imaging
import PhotoModel
import Testing

@Suite("Dates in sidecars and in the file")
struct SidecarDateTests {
    /// What is left of the clock of a file, with a sidecar that names a moment.
    private func date(_ clock: String?, moment: Int64) throws -> CivilTime {
        var metadata = ImageMetadata()
        metadata.dateTimeOriginal = clock.flatMap { CivilTime($0) }
        var sidecar = SidecarMetadata()
        sidecar.moment = Timestamp(milliseconds: moment)
        metadata.adopt(sidecar)
        return try #require(metadata.dateTimeOriginal)
    }

    /// 2024-05-01T10:40:00Z
    private static let moment: Int64 = 1_714_560_000_000

    @Test("A moment tells the zone of a clock that differs from it by a zone")
    func zones() throws {
        let clock = try date("2024-05-01T12:40:00.250", moment: Self.moment)
        #expect(clock.utcOffsetMinutes == 120 && clock.hour == 12 && clock.millisecond == 250)
        #expect(try date("2024-05-01T05:10:00", moment: Self.moment).utcOffsetMinutes == -330)
        #expect(try date("2024-05-01T10:40:00", moment: Self.moment).utcOffsetMinutes == nil)
    }

    @Test("A moment counts more than a clock that was wrong")
    func wrongClocks() throws {
        for clock in [nil, "2019-01-01T00:00:00", "2024-05-01T12:40:07", "2024-05-03T10:40:00"] {
            let found = try date(clock, moment: Self.moment)
            #expect(found == CivilTime("2024-05-01T10:40:00"))
        }
        let zoned = try date("2019-01-01T00:00:00+02:00", moment: Self.moment)
        #expect(zoned == CivilTime("2024-05-01T12:40:00+02:00"))
    }

    @Test("A date in XMP counts more than the file's, unless both say the same and the file says it better")
    func clocks() {
        func date(_ sidecar: String?, digitized: String? = nil, file: String?) -> CivilTime? {
            var metadata = ImageMetadata()
            metadata.dateTimeOriginal = file.flatMap { CivilTime($0) }
            var found = SidecarMetadata()
            (found.dateTimeOriginal, found.dateTimeDigitized) = (
                sidecar.flatMap { CivilTime($0) }, digitized.flatMap { CivilTime($0) }
            )
            metadata.adopt(found)
            return metadata.dateTimeOriginal
        }
        let file = "2024-05-01T12:40:00.5+02:00"
        #expect(date("2020-01-02T03:04:05", file: file) == CivilTime("2020-01-02T03:04:05"))
        #expect(date("2024-05-01T12:40:00", file: file) == CivilTime(file))
        #expect(date("2024-05-01", file: file) == CivilTime(file))
        #expect(date("2024-05-02", file: file) == CivilTime("2024-05-02"))
        #expect(date(nil, digitized: "2000-01-01", file: file) == CivilTime(file))
        #expect(date(nil, digitized: "2000-01-01", file: nil) == CivilTime("2000-01-01"))
    }

    @Test("A year or a month in XMP counts more than the file's date, unless that is in it")
    func partialDates() {
        func date(_ text: String, file: String?) -> CivilTime? {
            var metadata = ImageMetadata()
            metadata.dateTimeOriginal = file.flatMap { CivilTime($0) }
            let xmp = MetadataFixture.packet(attributes: "photoshop:DateCreated='\(text)'", "")
            var sidecar = SidecarMetadata()
            sidecar.complete(with: SidecarMetadata(xmp: xmp))
            metadata.adopt(sidecar)
            return metadata.dateTimeOriginal
        }
        let scan = "2024-05-06T07:08:09"
        #expect(date("1975", file: nil) == CivilTime("1975-01-01"))
        #expect(date("1975", file: scan) == CivilTime("1975-01-01"))
        #expect(date("1975-07", file: scan) == CivilTime("1975-07-01"))
        #expect(date("2024", file: scan) == CivilTime(scan))
        #expect(date("2024-05", file: scan) == CivilTime(scan))
        #expect(date("2024-06", file: scan) == CivilTime("2024-06-01"))
        #expect(date("2024-01-01", file: scan) == CivilTime("2024-01-01"))
    }
}
