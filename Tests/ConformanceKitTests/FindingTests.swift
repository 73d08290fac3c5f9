import TestSupport
import Testing

@testable import ConformanceKit

@Suite("What a finding says", .timeLimit(.minutes(10))) struct FindingTests {
    private static let right = TestPattern.colors

    @Test(
        "The colours of quarters tell how an image is turned",
        arguments: [
            ([3, 2, 1, 0], "rotated by 180°"), ([2, 0, 3, 1], "rotated by 90° clockwise"),
            ([1, 3, 0, 2], "rotated by 90° counter-clockwise"), ([1, 0, 3, 2], "mirrored, left is right"),
            ([2, 3, 0, 1], "upside down, mirrored"), ([0, 0, 0, 0], "of the top left quarter alone"),
        ])
    func turned(order: [Int], text: String) {
        #expect(QuarterHint.text(order.map { Self.right[$0] }, expected: Self.right, tolerance: 8) == text)
    }

    @Test("Colours that are right, or like nothing that is known, get no hint")
    func unknown() {
        #expect(QuarterHint.text(Self.right, expected: Self.right, tolerance: 8) == nil)
        let strange = [[1, 2, 3], [9, 9, 9], [70, 7, 7], [0, 0, 90]]
        #expect(QuarterHint.text(strange, expected: Self.right, tolerance: 8) == nil)
        #expect(QuarterHint.text([], expected: Self.right, tolerance: 8) == nil)
    }

    private func outcome(_ fault: String, _ check: String) async throws -> CheckOutcome {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build(fault, into: folder) }
        return try #require(try await ConformanceRun.test(plugin, level: .full, filter: check).report().checks.first)
    }

    @Test("A finding of wrong pixels says what they look like, and has pictures of them")
    func pixels() async throws {
        let found = try await outcome("blue-is-red", "images.every-pixel")
        #expect(found.message.contains("red and blue are exchanged"), "\(found.message)")
        #expect(found.pictures.map(\.name) == ["expected", "got", "difference"])
        #expect(found.lastStep?.contains("mosaic-") == true, "\(found.lastStep ?? "")")
        let turned = try await outcome("upside-down", "images.colors")
        #expect(turned.message.contains("it is upside down"), "\(turned.message)")
    }

    @Test("A finding has paths beside identifiers, and the step at which it was found")
    func places() async throws {
        let found = try await outcome("hides-hidden-bytes", "library.hidden-assets")
        #expect(found.message.contains(" (Album "), "\(found.message)")
        let counted = try await outcome("fetch-count-off-by-one", "fetch.count-is-enumeration")
        #expect(counted.lastStep != "release of a fetch" && counted.lastStep != "close")
    }
}
