import Testing

@testable import PickerServer

@Suite("Waiting for a task, but not for ever", .timeLimit(.minutes(1)))
struct PatienceTests {
    @Test("ends while the task goes on, which is not cancelled")
    func impatient() async {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in gate {}
            return Task.isCancelled
        }
        await task.wait(atMost: .milliseconds(10))
        opening.finish()
        #expect(await task.value == false)
    }

    @Test("ends with the task")
    func patient() async {
        await Task { 1 }.wait(atMost: .seconds(3600))
    }

    @Test("ends when who waits is cancelled, before the task")
    func cancelled() async {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let task = Task { for await _ in gate {} }
        let waiting = Task { await task.wait(atMost: .seconds(3600)) }
        waiting.cancel()
        await waiting.value
        opening.finish()
        await task.value
    }
}
