import PhotoModel
import Synchronization
import Testing

@testable import PickerHost

@Suite("Observing a library", .timeLimit(.minutes(15))) struct ChangeTests {
    private func observed() async throws -> (PhotoLibrary, LibraryScript, AsyncStream<LibraryChange>) {
        let script = try LibraryScript()
        let library = try await script.open()
        try await library.requestAuthorization()
        let stream = try library.changeEvents()
        await script.log.wait(for: "observe")
        return (library, script, stream)
    }

    @Test(
        "before authorization is an error at once, and touches no backend (lesson 6)",
        arguments: [
            nil, AuthorizationStatus.denied, .restricted, .notDetermined,
        ])
    func unauthorized(status: AuthorizationStatus?) async throws {
        let script = try LibraryScript { $0.authorization = status ?? .authorized }
        let library = try await script.open()
        if status != nil { try await library.requestAuthorization() }
        let error = #expect(throws: PhotoError.self) { try library.changeEvents() }
        #expect(error?.status == .accessDenied && script.log.count(of: "observe") == 0)
        library.close()
    }

    @Test("is unsupported where the backend does not offer it")
    func unsupported() async throws {
        let script = try LibraryScript()
        let library = try await script.open(.path(ScriptedBackends.plain))
        try await library.requestAuthorization()
        let error = #expect(throws: PhotoError.self) { try library.changeEvents() }
        let message = "the backend scripted-plain does not observe its library"
        #expect(error == PhotoError(.unsupported, message))
        library.close()
    }

    @Test("tells every listener, over one observation of the backend")
    func listeners() async throws {
        let (library, script, first) = try await observed()
        let second = try library.changeEvents()
        script.send(.inserted(["x"]))
        for stream in [first, second] {
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == .inserted(["x"]))
        }
        #expect(script.log.count(of: "observe") == 1)
        library.close()
    }

    @Test("ends for the backend with the last listener, and begins again with the next")
    func lastListener() async throws {
        let script = try LibraryScript()
        let library = try await script.open()
        try await library.requestAuthorization()
        do { _ = try library.changeEvents() }
        var task = Task { for await _ in try library.changeEvents() {} }
        await script.log.wait(for: "observe")
        task.cancel()
        await script.log.wait(for: "observe ended")
        task = Task { for await _ in try library.changeEvents() {} }
        await script.log.wait(for: "observe", count: 2)
        library.close()
        try await task.value
    }

    @Test("ends with close")
    func closed() async throws {
        let (library, script, stream) = try await observed()
        library.close()
        for await _ in stream {}
        await script.log.wait(for: "close")
        for await _ in try library.changeEvents() {}
    }

    @Test("gives one reload for a swap, and goes on with the new backend")
    func swap() async throws {
        let (library, script, stream) = try await observed()
        try await library.swap(to: .path(ScriptedBackends.second))
        await script.log.wait(for: "observe", count: 2)
        script.send(.updated(["y"]))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == .reload)
        #expect(await iterator.next() == .updated(["y"]))
        library.close()
    }

    @Test("goes on after a backend in between that does not observe")
    func swapWithoutObserving() async throws {
        let (library, script, stream) = try await observed()
        try await library.swap(to: .path(ScriptedBackends.plain))
        await script.log.wait(for: "observe ended")
        try await library.swap(to: .path(ScriptedBackends.second))
        await script.log.wait(for: "observe", count: 2)
        script.send(.removed(["z"]))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == .reload)
        #expect(await iterator.next() == .reload)
        #expect(await iterator.next() == .removed(["z"]))
        library.close()
    }

    @Test("gives a slow listener a reload for what it missed, and no more than it can hold")
    func slowListener() async throws {
        let hub = ChangeHub()
        let stream = hub.listen { _ in }
        for number in 0..<500 { hub.send(.inserted(["\(number)"])) }
        hub.finish()
        var heard: [LibraryChange] = []
        for await change in stream { heard.append(change) }
        #expect(heard.count == 64 && heard.last == .reload)
    }
}
