import Platform
import TestSupport
import Testing

@testable import PickerCommands

@Suite("Standard output")
struct StandardOutputTests {
    @Test("Standard output that another process has made to never wait gets all that is printed")
    func neverWaits() async throws {
        var pipe = try Platform.Pipe()
        let (end, reading) = (pipe.writing, pipe.reading.borrowed)
        let writing = try #require(end)
        writing.neverWait()
        let output = StandardOutput(writing)
        let bytes = [UInt8](repeating: 7, count: 4 << 20)
        async let found = onThread { try reading.readToEnd() }
        // Far more than the pipe holds, and faster than it is read.
        await #expect(throws: Never.self) { try await onThread { try output.writeAtOnce(bytes) } }
        pipe.closeWriting()
        let count = try await found.count
        #expect(count == bytes.count)
        _ = pipe.reading.borrowed
    }
}
