import Foundation
import Platform
import Testing

@testable import PickerServer

@Suite("Questions to the system", .timeLimit(.minutes(1)))
struct SystemQuestionTests {
    private static func wait(for isOpen: Monitor<Bool>) -> Bool {
        isOpen.waitUntil { (isOpen: inout Bool) -> Bool? in isOpen ? true : nil }
    }

    @Test("that are not answered hold none of Swift's threads, and their answers come in the end")
    func unanswered() async {
        let isOpen = Monitor(false)
        // More than Swift has threads.
        let count = ProcessInfo.processInfo.activeProcessorCount + 4
        let answers = await withTaskGroup(of: Bool?.self) { group in
            for _ in 0..<count { group.addTask { await SystemQuestion.answer { Self.wait(for: isOpen) } } }
            // Let all of them begin.
            for _ in 0..<count { await Task.yield() }
            let other = await SystemQuestion.answer { 1 }
            #expect(other == 1)
            isOpen.withLock { $0 = true }
            isOpen.wakeAll()
            return await group.reduce(0) { $0 + ($1 == true ? 1 : 0) }
        }
        #expect(answers == count)
    }

    @Test("are waited for only as long as was said, or until who waits is cancelled")
    func patience() async {
        let isOpen = Monitor(false)
        let late = await SystemQuestion.answer(within: .milliseconds(1)) { Self.wait(for: isOpen) }
        #expect(late == nil)
        let waiting = Task { await SystemQuestion.answer { Self.wait(for: isOpen) } }
        waiting.cancel()
        #expect(await waiting.value == nil)
        isOpen.withLock { $0 = true }
        isOpen.wakeAll()
    }
}
