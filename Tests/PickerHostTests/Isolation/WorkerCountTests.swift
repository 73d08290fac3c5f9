import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

/// The counts are those of the process, in which other tests run, too: each grows by at least what is expected.
@Suite("The counts of workers", .timeLimit(.minutes(15))) struct WorkerCountTests {
    @Test("say how many were started, crashed or were killed, and how many calls were refused")
    func counted() async throws {
        let before = WorkerUse.ofProcess
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        #expect(WorkerUse.ofProcess.started > before.started && WorkerUse.ofProcess.running > 0)
        kill(try #require(shelf.processes.first), SIGKILL)
        try await wait { WorkerUse.ofProcess.endedFromOutside > before.endedFromOutside }
        _ = try await library.image()
        shelf.say("crash-minimal-portrait")
        for _ in 0..<2 { _ = try? await library.image() }
        let after = WorkerUse.ofProcess
        #expect(after.crashed >= before.crashed + 2 && after.refusedCalls > before.refusedCalls)
        #expect(after.started >= before.started + 4)
        try await wait { WorkerUse.ofProcess.bytes > 0 }
        library.close()
    }
}
