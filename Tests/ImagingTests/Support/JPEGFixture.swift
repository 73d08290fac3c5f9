import CJPEGFixtures
import Foundation
import TestSupport

/// JPEGs of kinds that Picker's own encoder does not write.
extension jpeg_fixture {
    /// Sampling factors of luma and chroma. Most groups have up to ten blocks; chroma may be the finer one.
    private static let samplings: [[(CInt, CInt)]] = [
        [(2, 2), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)], [(1, 1), (1, 1), (1, 1)],
        [(4, 1), (1, 1), (1, 1)], [(4, 2), (1, 1), (1, 1)], [(1, 4), (1, 1), (1, 1)], [(3, 2), (1, 1), (1, 1)],
        [(2, 2), (2, 1), (1, 2)], [(1, 1), (2, 2), (1, 1)], [(2, 1), (1, 2), (1, 1)],
    ]

    /// Any kind that is decoded by blocks: all sides, samplings, qualities, intervals of restarts, tables and scans.
    static func random(_ generator: inout SeededGenerator) -> jpeg_fixture {
        var fixture = jpeg_fixture()
        let longest = [20, 90, 300, 1500].randomElement(using: &generator)!
        fixture.width = CInt.random(in: 1...CInt(longest), using: &generator)
        fixture.height = CInt.random(in: 1...CInt(longest == 1500 ? 20 : longest), using: &generator)
        if Bool.random(using: &generator) { swap(&fixture.width, &fixture.height) }
        fixture.component_count = Int.random(in: 0..<5, using: &generator) == 0 ? 1 : 3
        fixture.setSampling(samplings.randomElement(using: &generator)!)
        fixture.quality = CInt.random(in: 0...100, using: &generator)
        if Bool.random(using: &generator) { fixture.restart_interval = CInt.random(in: 1...40, using: &generator) }
        let kinds = [JPEG_FIXTURE_ONE_SCAN, JPEG_FIXTURE_ONE_SCAN, JPEG_FIXTURE_SCAN_EACH, JPEG_FIXTURE_PROGRESSIVE]
        fixture.scans = kinds.randomElement(using: &generator)!
        fixture.has_own_tables = Bool.random(using: &generator) ? 1 : 0
        fixture.picture = jpeg_fixture_picture(rawValue: UInt32.random(in: 0..<4, using: &generator))
        fixture.seed = UInt32.random(in: 1...UInt32.max, using: &generator)
        return fixture
    }

    /// A grainy picture in the usual sampling.
    static func grain(
        _ width: Int, _ height: Int, components: Int = 3, scans: jpeg_fixture_scans = JPEG_FIXTURE_ONE_SCAN,
        restartInterval: Int = 0
    ) -> jpeg_fixture {
        var fixture = jpeg_fixture()
        (fixture.width, fixture.height) = (CInt(width), CInt(height))
        fixture.component_count = CInt(components)
        fixture.setSampling(components == 3 ? samplings[0] : Array(repeating: (1, 1), count: components))
        fixture.quality = 85
        fixture.restart_interval = CInt(restartInterval)
        fixture.scans = scans
        (fixture.picture, fixture.seed) = (JPEG_FIXTURE_GRAIN, 7)
        return fixture
    }

    private mutating func setSampling(_ factors: [(CInt, CInt)]) {
        let all = factors + Array(repeating: (1, 1), count: 4 - factors.count)
        h_factors = (all[0].0, all[1].0, all[2].0, all[3].0)
        v_factors = (all[0].1, all[1].1, all[2].1, all[3].1)
    }

    /// The file; empty when libjpeg does not write such.
    func bytes() -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var fixture = self
        let count = jpeg_fixture_write(&fixture, &bytes)
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// What to look for when it fails.
    var summary: String {
        "\(width)x\(height), \(component_count) components \(h_factors) \(v_factors), quality \(quality), "
            + "restarts \(restart_interval), scans \(scans.rawValue), own tables \(has_own_tables), "
            + "picture \(picture.rawValue), seed \(seed)"
    }
}
