import TestSupport
import Testing

@testable import PickerCommands

@Suite("Bytes of arguments")
struct ArgumentBytesTests {
    private struct Command {
        var album: String?
        var files: [FilePath] = []
    }

    private let odd = ArgumentBytes.text(of: [0xFF, 0x61])

    @Test("Bytes of arguments that are not UTF-8 may be in paths, and in nothing else")
    func places() {
        let path = FilePath(bytes: [0xFF, 0x61])
        #expect(throws: Never.self) { try ArgumentBytes.check(Command(files: [path]), given: [odd]) }
        let failure = #expect(throws: CommandFailure.self) {
            try ArgumentBytes.check(Command(album: odd, files: [path]), given: [odd])
        }
        #expect(failure?.status == PickerCommands.ExitStatus.usage && failure?.message.hasPrefix("\\xffa: ") == true)
    }

    @Test("Bytes of as many paths as a command line can have are not looked at one by one")
    func many() {
        let path = FilePath(bytes: [UInt8](repeating: 0x61, count: 200))
        let command = Command(files: [FilePath](repeating: path, count: 10_000))
        let start = threadSeconds()
        #expect(throws: Never.self) { try ArgumentBytes.check(command, given: [odd]) }
        #expect(threadSeconds() - start < 1)
    }
}
