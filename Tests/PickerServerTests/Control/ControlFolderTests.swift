import TestSupport
import Testing

@testable import PickerServer

@Suite("The folder in which servers listen for their owner")
struct ControlFolderTests {
    @Test("names the processes whose sockets are in it, in the order of their numbers, and takes nothing else for one")
    func servers() throws {
        let folder = try TemporaryFolder()
        let names = ["12.sock", "3.sock", "x.sock", "12.sock.old", ".sock", "4.socks", "99999999999.sock", "5"]
        for name in names { try folder.write("", to: name) }
        #expect(ControlFolder(path: folder.path).servers == [3, 12])
        #expect(ControlFolder(path: folder.path("none")).servers.isEmpty)
    }
}

@Suite("How far an index is, as pages and commands read it")
struct IndexDocumentTests {
    @Test("has the numbers while files are read, and the reason if it failed")
    func states() {
        let begun = IndexDocument(.reading(done: 3, total: nil))
        #expect(begun.state == "reading" && begun.done == 3 && begun.total == nil && begun.message == nil)
        #expect(IndexDocument(.reading(done: 3, total: 9)).total == 9)
        let ready = IndexDocument(.ready)
        #expect(ready.state == "ready" && ready.done == nil && ready.total == nil && ready.message == nil)
        let failed = IndexDocument(.failed("the disk is full"))
        #expect(failed.state == "failed" && failed.message == "the disk is full" && failed.done == nil)
    }
}
