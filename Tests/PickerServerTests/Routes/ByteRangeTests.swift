import Testing

@testable import PickerServer

@Suite("Range headers")
struct ByteRangeTests {
    @Test(
        "no header, another unit, several ranges and nonsense give the whole",
        arguments: [
            nil, "", "items=0-1", "bytes=0-1,3-4", "bytes=", "bytes=-", "bytes=x-y", "bytes=5", "bytes=5-2", "bytes=-x",
            "bytes=--5", "bytes=-1-5", "bytes=99999999999999999999-", "bytes=+5-", "bytes=-+5",
            "bytes=1-+5",
        ])
    func whole(header: String?) {
        #expect(ByteRange(header, size: 100) == .whole)
    }

    @Test(
        "first and last byte are both part of a range",
        arguments: [
            ("bytes=0-0", 0, 1), ("bytes=0-99", 0, 100), ("bytes=10-19", 10, 10), ("bytes=99-99", 99, 1),
            ("bytes=0-1000", 0, 100), ("bytes=50-", 50, 50), ("bytes=0-9223372036854775807", 0, 100),
        ] as [(String, Int64, Int64)])
    func part(header: String, offset: Int64, count: Int64) {
        #expect(ByteRange(header, size: 100) == .part(offset: offset, count: count))
    }

    @Test(
        "a suffix gives the last bytes, all of them when it is longer",
        arguments: [
            ("bytes=-1", 99, 1), ("bytes=-100", 0, 100), ("bytes=-500", 0, 100),
        ] as [(String, Int64, Int64)])
    func suffix(header: String, offset: Int64, count: Int64) {
        #expect(ByteRange(header, size: 100) == .part(offset: offset, count: count))
    }

    @Test(
        "a range that begins after the end cannot be satisfied",
        arguments: ["bytes=100-", "bytes=100-200", "bytes=-0"])
    func unsatisfiable(header: String) {
        #expect(ByteRange(header, size: 100) == .unsatisfiable)
    }

    @Test("nothing of an empty file can be a range", arguments: ["bytes=0-", "bytes=0-0", "bytes=-5"])
    func emptyFile(header: String) {
        #expect(ByteRange(header, size: 0) == .unsatisfiable)
    }
}
