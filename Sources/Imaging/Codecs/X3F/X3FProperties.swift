internal import PhotoModel

/// The names and values of which a section of an X3F file consists. They are in UTF-16, after a list of where each begins.
struct X3FProperties {
    private static let headLength = 24
    /// Files have some dozens, of some letters each.
    private static let mostBytes = 256 << 10
    private static let mostProperties = 1024
    private static let longestText = 256
    /// The accepted times in seconds since 1970, to the year 2099.
    private static let seconds: Range<Int64> = 1..<4_102_444_800

    private var values: [String: String] = [:]

    init() {}

    /// Reads a section up to any damage.
    ///
    /// - Throws: `io`.
    init(_ section: Range<Int>, of source: ImageSource) throws(ImagingError) {
        let bytes = try source.read(at: section.lowerBound, count: min(section.count, Self.mostBytes))
        guard bytes.starts(with: Array("SECp".utf8)), let count = bytes.little(at: 8), count <= Self.mostProperties
        else { return }
        let start = Self.headLength + 8 * count
        for index in 0..<count {
            let place = Self.headLength + 8 * index
            // Counted in letters.
            guard let name = bytes.little(at: place), let value = bytes.little(at: place + 4) else { return }
            let key = Self.text(bytes, at: start + 2 * name)
            values[key] = values[key] ?? Self.text(bytes, at: start + 2 * value)
        }
    }

    /// A text that ends in NUL.
    private static func text(_ bytes: [UInt8], at start: Int) -> String {
        guard start < bytes.count else { return "" }
        let units = stride(from: start, to: min(bytes.count - 1, start + 2 * longestText), by: 2)
            .map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }

    /// Adds what the metadata do not have yet.
    func complete(_ metadata: inout ImageMetadata) {
        metadata.make = metadata.make ?? text("CAMMANUF")
        metadata.model = metadata.model ?? text("CAMMODEL")
        metadata.exposureTime = metadata.exposureTime ?? number("SHUTTER")
        metadata.fNumber = metadata.fNumber ?? number("APERTURE")
        metadata.focalLength = metadata.focalLength ?? number("FLENGTH")
        metadata.isoSpeed = metadata.isoSpeed ?? number("ISO").flatMap { Int(exactly: $0.rounded()) }
        // By the camera's clock, whatever its zone is.
        guard metadata.dateTimeOriginal == nil, let seconds = values["TIME"].flatMap({ Int64($0) }),
            Self.seconds.contains(seconds)
        else { return }
        metadata.dateTimeOriginal = CivilTime(timestamp: Timestamp(milliseconds: seconds * 1000))
        metadata.dateTimeDigitized = metadata.dateTimeDigitized ?? metadata.dateTimeOriginal
    }

    private func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    private func number(_ name: String) -> Double? {
        values[name].flatMap { Double($0) }.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
}
