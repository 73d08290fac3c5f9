internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as a file beside a photo: JSON of Google Takeout, and XMP.
public struct FuzzedSidecar {
    private let bytes: [UInt8]

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// - Returns: 0, as libFuzzer wants it.
    public func exercise() -> CInt {
        check(SidecarMetadata(takeout: bytes))
        check(SidecarMetadata(xmp: bytes))
        return 0
    }

    private func check(_ sidecar: SidecarMetadata) {
        var metadata = ImageMetadata()
        metadata.dateTimeOriginal = CivilTime("2024-05-01T12:00:00")
        metadata.adopt(sidecar)
        for time in [metadata.dateTimeOriginal, sidecar.dateTimeOriginal, sidecar.dateTimeDigitized] {
            _ = time?.timestamp(offsetMinutes: time?.utcOffsetMinutes ?? 0).iso8601()
        }
        if let place = sidecar.location {
            precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "\(place)")
        }
        precondition(sidecar.altitude.map(\.isFinite) ?? true, "\(sidecar)")
        precondition(sidecar.rating.map { (0...5).contains($0) } ?? true, "\(sidecar)")
        // A sidecar that says nothing takes over all of it, and no more.
        var other = SidecarMetadata()
        other.complete(with: sidecar)
        other.complete(with: SidecarMetadata())
        precondition(other.location == sidecar.location && other.keywords == sidecar.keywords, "\(sidecar)")
    }
}
