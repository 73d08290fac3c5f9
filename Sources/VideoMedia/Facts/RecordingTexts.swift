package import Imaging
package import PhotoModel

/// Texts about a recording that a converted file needs, by QuickTime's keys, because the original has them only beside
/// its frames.
package struct RecordingTexts {
    /// Date (ISO 8601, with a zone if it is known) and camera, by key. Empty if the container has a date.
    package private(set) var texts: [String: String] = [:]
    /// Where it was recorded (ISO 6709, annex H), by key.
    package private(set) var place: [String: String] = [:]

    /// - Throws: the errors of `VideoFile.with` and `VideoFile.dvPacks`.
    package init(of video: VideoBytes, cancellation: Cancellation) throws(ImagingError) {
        // Open the video once more: the file that is converted has to be at its beginning.
        self = try VideoFile.with(video, cancellation: cancellation) { file throws(ImagingError) in
            guard ImageMetadata.date(file) == nil else { return RecordingTexts() }
            return RecordingTexts(try file.dvPacks())
        }
    }

    private init() {}

    init(_ packs: DVPacks) {
        texts["com.apple.quicktime.creationdate"] = packs.dateTimeOriginal.map(Self.text)
        texts["com.apple.quicktime.make"] = packs.make
        texts["com.apple.quicktime.model"] = packs.model
        guard let location = packs.location else { return }
        let altitude = packs.altitude.map { Self.signed($0, digits: 1, decimals: 1) } ?? ""
        place["com.apple.quicktime.location.ISO6709"] =
            Self.signed(location.latitude, digits: 2, decimals: 5)
            + Self.signed(location.longitude, digits: 3, decimals: 5) + altitude + "/"
    }

    private static func text(_ time: CivilTime) -> String {
        let date = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        guard let offset = time.utcOffsetMinutes else { return "\(date)T\(clock)" }
        let zone = "\(padded(abs(offset) / 60, 2))\(padded(abs(offset) % 60, 2))"
        return "\(date)T\(clock)\(offset < 0 ? "-" : "+")\(zone)"
    }

    private static func signed(_ value: Double, digits: Int, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
        let number = Int((abs(value) * Double(scale)).rounded())
        return (value < 0 ? "-" : "+") + padded(number / scale, digits) + "." + padded(number % scale, decimals)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
