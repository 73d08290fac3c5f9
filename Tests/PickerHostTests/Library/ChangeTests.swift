import PhotoModel
import Platform
import TestSupport
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
        "Observing a library before authorization is an error at once, and touches no backend (lesson 6)",
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

    @Test("Observing a library, and adding to it, are permitted also where a part of it may be read")
    func limited() async throws {
        let script = try LibraryScript { $0.authorization = .limited }
        let library = try await script.open()
        #expect(try await library.requestAuthorization() == .limited)
        let stream = try library.changeEvents()
        await script.log.wait(for: "observe")
        let added = try await library.add(NewAsset(filename: "a", bytes: [1]))
        #expect(added.localIdentifier == "a")
        withExtendedLifetime(stream) {}
        library.close()
    }

    @Test("Observing a library is unsupported where the backend does not offer it")
    func unsupported() async throws {
        let script = try LibraryScript()
        let library = try await script.open(.path(ScriptedBackends.plain))
        try await library.requestAuthorization()
        let error = #expect(throws: PhotoError.self) { try library.changeEvents() }
        let message = "the backend scripted-plain does not observe its library"
        #expect(error == PhotoError(.unsupported, message))
        library.close()
    }

    @Test("Observing a library reports to every listener, over one observation of the backend")
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

    @Test("Observing a library reports what names too much as a reload, since listeners that are slow keep it")
    func large() async throws {
        let (library, script, stream) = try await observed()
        let many = (0..<20_001).map { "\($0)" }
        script.send(.inserted(many, token: [1]))
        script.send(.updated([String(repeating: "x", count: 65)]))
        script.send(.removed(["z"], token: [UInt8](repeating: 1, count: 16_385)))
        script.send(.inserted(Array(many.dropLast()), token: [UInt8](repeating: 2, count: 16_384)))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == LibraryChange(.reload, token: [1]))
        #expect(await iterator.next() == .reload)
        #expect(await iterator.next() == .removed(["z"]))
        #expect(await iterator.next()?.identifiers.count == 20_000)
        library.close()
    }

    @Test("Observing a library ends for the backend with the last listener, and begins again with the next")
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

    @Test("Observing a library ends with close")
    func closed() async throws {
        let (library, script, stream) = try await observed()
        library.close()
        for await _ in stream {}
        await script.log.wait(for: "close")
        for await _ in try library.changeEvents() {}
    }

    @Test("Observing a library has ended when its backend is shut down, so that this is no failure of it")
    func closedFirst() async throws {
        let (library, script, stream) = try await observed()
        let hasEnded = Monitor(false)
        script.answers.withLock {
            $0.onShutdown = { [log = script.log] in
                for _ in 0..<500 where log.count(of: "observe ended") == 0 { pause(milliseconds: 10) }
                hasEnded.withLock { $0 = log.count(of: "observe ended") == 1 }
            }
        }
        library.close()
        await script.log.wait(for: "close")
        let hadEnded = hasEnded.withLock { $0 }
        #expect(hadEnded)
        for await _ in stream {}
    }

    @Test("Observing a library gives one reload for a swap, and goes on with the new backend")
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

    @Test("Observing a library goes on after a backend in between that does not observe")
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

    @Test("Observing a library goes on with the new backend while the old one does not come back from its call")
    func swapWhileHanging() async throws {
        let gate = Latch()
        let script = try LibraryScript { $0.onObserve = { gate.pass() } }
        let library = try await script.open()
        try await library.requestAuthorization()
        let stream = try library.changeEvents()
        await script.log.wait(for: "observe")
        script.answers.withLock { $0.onObserve = {} }
        try await library.swap(to: .path(ScriptedBackends.second))
        await script.log.wait(for: "observe", count: 2)
        script.send(.updated(["y"]))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == .reload)
        #expect(await iterator.next() == .updated(["y"]))
        // It comes back at last, and takes no part any more.
        gate.open()
        await script.log.wait(for: "observe ended")
        script.send(.removed(["z"]))
        #expect(await iterator.next() == .removed(["z"]))
        #expect(script.log.count(of: "observe") == 2)
        library.close()
    }

    @Test("Observing a library begins again with the next listener while the backend does not come back from its call")
    func listenerWhileHanging() async throws {
        let (gate, calls) = (Latch(), Monitor(0))
        let script = try LibraryScript {
            $0.onObserve = {
                let isFirst = calls.withLock { calls in
                    calls += 1
                    return calls == 1
                }
                if isFirst { gate.pass() }
            }
        }
        let library = try await script.open()
        try await library.requestAuthorization()
        let task = Task { for await _ in try library.changeEvents() {} }
        try await wait { calls.withLock { $0 == 1 } }
        task.cancel()
        try await task.value
        let stream = try library.changeEvents()
        await script.log.wait(for: "observe", count: 2)
        script.send(.inserted(["x"]))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next() == .inserted(["x"]))
        // It comes back at last, and takes no part any more.
        gate.open()
        await script.log.wait(for: "observe ended")
        script.send(.removed(["z"]))
        #expect(await iterator.next() == .removed(["z"]))
        #expect(script.log.count(of: "observe") == 2)
        library.close()
    }

    @Test(
        "Observing a library comes back after any error, however often, and tells that something may have been missed",
        arguments: [PhotoStatus.notFound, .io, .internal, .closed, .changed])
    func failing(status: PhotoStatus) async throws {
        let (library, script, stream) = try await observed()
        for round in 1...3 {
            script.answers.withLock { $0.observing = PhotoError(status, "the disk is full, or the folder away") }
            await script.log.wait(for: "observe ended", count: round)
            script.answers.withLock { $0.observing = nil }
            await script.log.wait(for: "observe", count: round + 1)
        }
        script.send(.inserted(["x"]))
        var heard: [LibraryChange] = []
        for await change in stream {
            heard.append(change)
            if change == .inserted(["x"]) { break }
        }
        #expect(heard.first == .reload && heard.allSatisfy { $0 == .reload || $0 == .inserted(["x"]) }, "\(heard)")
        library.close()
    }

    @Test("Observing a library that fails again and again ends with its last listener, and with close")
    func failingForEver() async throws {
        let script = try LibraryScript { $0.observing = PhotoError(.io, "the disk is full") }
        let library = try await script.open()
        try await library.requestAuthorization()
        let task = Task { for await _ in try library.changeEvents() {} }
        await script.log.wait(for: "observe ended", count: 2)
        task.cancel()
        try await task.value
        script.answers.withLock { $0.observing = nil }
        // The next listener does not wait for the end of a delay that was another's.
        let stream = try library.changeEvents()
        script.send(.inserted(["x"]))
        var iterator = stream.makeAsyncIterator()
        while let change = await iterator.next(), change != .inserted(["x"]) {}
        library.close()
        #expect(await iterator.next() == nil)
        await script.log.wait(for: "close")
    }

    @Test("Observing a library gives a slow listener a reload for what it missed, and no more than it can hold")
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
