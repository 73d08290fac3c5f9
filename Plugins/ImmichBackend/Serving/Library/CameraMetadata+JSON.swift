internal import PhotoModel

extension CameraMetadata {
    /// Reads the server's record of an asset; nil if it contains no metadata.
    init?(_ document: JSON) {
        self.init()
        let exif = document["exifInfo"]
        make = Self.text(exif?["make"])
        model = Self.text(exif?["model"])
        lens = Self.text(exif?["lensModel"])
        caption = Self.text(exif?["description"])
        exposureTime = exif?["exposureTime"]?.text.flatMap(Self.seconds)
        fNumber = Self.positive(exif?["fNumber"])
        focalLength = Self.positive(exif?["focalLength"])
        isoSpeed = exif?["iso"]?.integer.flatMap { $0 > 0 ? $0 : nil }
        rating = exif?["rating"]?.integer.flatMap { (0...5).contains($0) ? $0 : nil }
        var seen: Set<String> = []
        keywords = (document["tags"]?.elements ?? []).compactMap { Self.text($0["value"] ?? $0["name"]) }
            .filter { seen.insert($0).inserted }
        if keywords.count > 1024 { keywords.removeLast(keywords.count - 1024) }
        if self == CameraMetadata() { return nil }
    }

    private static func text(_ value: JSON?) -> String? {
        guard let text = value?.text, !text.isEmpty else { return nil }
        return String(text.unicodeScalars.filter { $0.value != 0 }.prefix(4_096).map(Character.init))
    }

    private static func positive(_ value: JSON?) -> Double? { value?.number.flatMap { $0 > 0 ? $0 : nil } }

    /// Reads an exposure time such as "1/250" or "0.4".
    private static func seconds(_ text: String) -> Double? {
        // A part that is no number makes the whole none: without it, "1/x" would be a second.
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let seconds = parts.count == 2 ? first / parts[1] : first
        return seconds.isFinite && seconds > 0 ? seconds : nil
    }
}
