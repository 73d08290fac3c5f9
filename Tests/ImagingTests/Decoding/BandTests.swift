import PhotoModel
import Testing

@testable import Imaging

@Suite("Work in bands")
struct BandTests {
    private func bands(_ rows: Int, rowBytes: Int, multipleOf step: Int = 1) throws -> [Range<Int>] {
        var bands: [Range<Int>] = []
        try Cancellation.never.bands(rows: rows, rowBytes: rowBytes, multipleOf: step) { bands.append($0) }
        return bands
    }

    @Test("takes rows of a mebibyte at once, one at least, and whole steps")
    func heights() throws {
        #expect(try bands(10, rowBytes: 1 << 18) == [0..<4, 4..<8, 8..<10])
        #expect(try bands(8, rowBytes: 1 << 18) == [0..<4, 4..<8])
        #expect(try bands(3, rowBytes: 1 << 22) == [0..<1, 1..<2, 2..<3])
        #expect(try bands(8, rowBytes: 1 << 18, multipleOf: 3) == [0..<3, 3..<6, 6..<8])
        #expect(try bands(10, rowBytes: 1 << 16, multipleOf: 6) == [0..<10])
        #expect(try bands(0, rowBytes: 1) == [] && bands(7, rowBytes: 0) == [0..<7])
    }

    @Test("ends before the next band after a cancellation")
    func cancelled() {
        var (asked, done) = (0, 0)
        let cancellation = Cancellation {
            asked += 1
            return asked > 2 ? .deadline : nil
        }
        #expect(throws: ImagingError.cancelled) {
            try cancellation.bands(rows: 10, rowBytes: 1 << 18) { done = $0.upperBound }
        }
        #expect(done == 8 && asked == 3)
    }
}
