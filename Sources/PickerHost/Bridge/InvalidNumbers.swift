internal import Logging
internal import PhotoModel
internal import Platform

/// Checks the numbers that a backend gives with its records, in one place: what cannot be counts as unknown, so that one
/// photo's NaN costs no page of others. One for each open library, which says so once in the log.
final class InvalidNumbers: Sendable {
    private let backend: String
    private let logger: Logger
    private let isReported = Atomic(false)

    init(backend: String, logger: Logger = Logger(label: "picker.library")) {
        self.backend = backend
        self.logger = logger
    }

    /// What a number is when it is in range.
    ///
    /// - Parameters:
    ///   - range: NaN is in none.
    ///   - name: of the number, for the log.
    func check<Number: Comparable>(
        _ value: Number, in range: ClosedRange<Number>, _ name: @autoclosure () -> String
    ) -> Number? {
        if range.contains(value) { return value }
        if !isReported.exchange(true, ordering: .relaxed) {
            logger.warning(
                "the backend \(backend) gave \(name()) as \(value), which cannot be; such values count as unknown, and this is said once"
            )
        }
        return nil
    }
}

extension InvalidNumbers {
    /// Pixels of one side.
    private static let sides: ClosedRange<UInt32> = 0...UInt32(PixelSize.longestSide)
    /// Assets of one list: far above every library, and low enough that sums and differences of many do not overflow.
    private static let listLengths: ClosedRange<UInt64> = 0...1 << 40
    /// A video shows less than a million frames a second.
    private static let frameRates = 0.0...1e6
    /// Seconds: 30 years.
    private static let durations = 0.0...1e9
    /// The years 1 to 9999.
    private static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// Days since 1970-01-01: those of these years, and what clocks elsewhere show at their ends.
    private static let days: ClosedRange<Int64> = -719_163...2_932_897
    /// Minutes: a day.
    private static let offsets: ClosedRange<Int32> = -1439...1439

    /// 0 when it is not known.
    func side(_ pixels: UInt32, _ name: @autoclosure () -> String) -> Int {
        Int(check(pixels, in: Self.sides, name()) ?? 0)
    }

    /// How many assets a list has, or how many are before one of them.
    ///
    /// - Throws: `.internal` when no list has so many: what is unknown here is no list.
    func listLength(_ assets: UInt64) throws(PhotoError) -> Int {
        guard Self.listLengths.contains(assets) else {
            throw PhotoError(.internal, "\(backend): it says that a list has \(assets) assets, which cannot be")
        }
        return Int(assets)
    }

    /// How many assets an album says that it has; nil when no list has so many.
    func albumLength(_ assets: UInt64) -> Int? {
        check(assets, in: Self.listLengths, "the count of an album").map { Int($0) }
    }

    func frameRate(_ rate: Double) -> Double? { check(rate, in: Self.frameRates, "a frame rate") }

    func duration(_ seconds: Double) -> Double? { check(seconds, in: Self.durations, "a duration") }

    func time(_ milliseconds: Int64, _ name: @autoclosure () -> String) -> Timestamp? {
        check(milliseconds, in: Self.times, name()).map { Timestamp(milliseconds: $0) }
    }

    func day(_ number: Int64) -> Int64? { check(number, in: Self.days, "a day") }

    func offset(_ minutes: Int32) -> Int? { check(minutes, in: Self.offsets, "an offset from UTC").map { Int($0) } }

    func location(latitude: Double, longitude: Double) -> Location? {
        guard let latitude = check(latitude, in: -90...90, "a latitude"),
            let longitude = check(longitude, in: -180...180, "a longitude")
        else { return nil }
        return Location(latitude: latitude, longitude: longitude)
    }

    /// 0 and less say that it is not known.
    func positive(_ value: Double, _ name: @autoclosure () -> String) -> Double? {
        value <= 0 && value > -.infinity ? nil : check(value, in: 1e-12...1e12, name())
    }

    func altitude(_ metres: Double) -> Double? { check(metres, in: -1e7...1e7, "an altitude") }

    func rating(_ stars: UInt32) -> Int? { check(stars, in: 0...5, "a rating").map { Int($0) } }
}
