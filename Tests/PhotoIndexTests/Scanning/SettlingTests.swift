import Testing

@testable import PhotoIndex

@Suite("Files that may not have settled")
struct SettlingTests {
    private static let second: Int64 = 1_000_000_000

    @Test("A file is young for two seconds after it was written to, and not when its time is still to come")
    func young() {
        let options = RefreshOptions()
        let now = 1_700_000_000 * Self.second
        #expect(options.isYoung(now, at: now) && options.isYoung(now - 2 * Self.second + 1, at: now))
        #expect(!options.isYoung(now - 2 * Self.second, at: now))
        #expect(!options.isYoung(now + 1, at: now))
        #expect(!options.isYoung(.min, at: now) && !options.isYoung(.max, at: -Self.second))
        #expect(!RefreshOptions.trusting.isYoung(now, at: now))
    }
}
