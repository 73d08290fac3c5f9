import Imaging
import Testing

@Suite("A spool")
struct ImageSpoolTests {
    @Test("is a source over all that was added, once")
    func source() throws {
        let spool = try ImageSpool()
        try spool.append([1, 2, 3])
        try spool.append([])
        try spool.append([4])
        let source = try spool.source()
        #expect(try source.byteCount == 4 && source.read(at: 1, count: 10) == [2, 3, 4])
        #expect(throws: ImagingError.self) { try spool.source() }
        #expect(throws: ImagingError.self) { try spool.append([5]) }
        #expect(try source.read(at: 0, count: 1) == [1])
    }
}
