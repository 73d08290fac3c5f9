internal import BackendAPI
internal import Platform

/// Plays a sequence against the plugin, and compares each answer with earlier ones.
final class SequencePlayer {
    struct OpenLibrary {
        let library: Library
        var isShuttingDown = false
    }

    let context: CheckContext
    let backend: Backend
    let subjects: SequenceSubjects
    var libraries: [Int: OpenLibrary] = [:]
    var fetches: [Int: HeldFetch] = [:]
    var frames: [Int: (frame: FrameCopy, sum: UInt64)] = [:]
    /// How many assets a request gives: the library does not change meanwhile.
    var counts: [SequenceFetch: UInt64] = [:]
    private var controls: [CallProbe] = []
    private var sinks: [SinkProbe] = []

    init(_ context: CheckContext, backend: Backend) throws(CheckStop) {
        self.context = context
        self.backend = backend
        subjects = try SequenceSubjects(context, backend)
    }

    /// Makes all calls; the first answer that is wrong ends it.
    func play(_ steps: [SequenceStep]) throws(CheckStop) {
        for (index, step) in steps.enumerated() {
            context.steps.place(index)
            do throws(CheckStop) {
                try make(step)
                try expectSilence(of: 4)
            } catch {
                throw error.within("step \(index + 1), \(step.text)")
            }
        }
        context.steps.place(steps.count)
        do throws(CheckStop) { try finish() } catch { throw error.within("at the end") }
    }

    private func make(_ step: SequenceStep) throws(CheckStop) {
        guard step.control.isElsewhere else { return try perform(step) }
        let stop = Box<CheckStop?>(nil)
        let work = {
            do throws(CheckStop) { try self.perform(step) } catch { stop.value = error }
        }
        // Without a thread this one has to do.
        if let thread = Threads.start(work) { thread.join() } else { work() }
        if let error = stop.value { throw error }
    }

    /// Releases, closes and destroys; frames go last (R13.6).
    private func finish() throws(CheckStop) {
        for library in libraries.keys.sorted() { closeLibrary(library) }
        backend.destroy()
        for frame in frames.keys.sorted() { try releaseFrame(frame) }
        try expectSilence(of: controls.count)
    }

    // MARK: Probes

    func note(_ probes: SequenceProbes, _ sink: SinkProbe? = nil) {
        controls.append(probes.control)
        if let sink { sinks.append(sink) }
    }

    /// That nothing of the last calls was called after they had returned (R12.3).
    private func expectSilence(of number: Int) throws(CheckStop) {
        let late = controls.suffix(number).reduce(0) { $0 + $1.lateCallCount }
        if late > 0 { throw .failed("check or progress of a call that had returned was called \(late) times") }
        let emitted = sinks.suffix(number).reduce(0) { $0 + $1.lateCount }
        if emitted > 0 { throw .failed("\(emitted) records came after their call had returned") }
    }

    // MARK: What calls share

    /// Why a library's call must be refused whatever it asks.
    func expectation(_ library: OpenLibrary) -> Expectation {
        library.isShuttingDown ? Expectation([PICKER_CLOSED]) : .ok
    }

    func closeLibrary(_ slot: Int) {
        guard let open = libraries.removeValue(forKey: slot) else { return }
        for (number, held) in fetches where held.library == slot {
            held.fetch.release()
            fetches[number] = nil
        }
        open.library.beginShutdown()
        open.library.close()
    }

    /// Fails when the pixels are not what they were when the frame came (R14.8).
    func releaseFrame(_ slot: Int) throws(CheckStop) {
        guard let held = frames.removeValue(forKey: slot) else { return }
        context.step("release of frame \(slot)")
        let sum = held.frame.sum
        held.frame.release()
        if sum != held.sum { throw .failed("the pixels of frame \(slot) changed before it was released") }
    }
}

extension CheckStop {
    /// With the place at which it happened.
    func within(_ place: String) -> CheckStop {
        if case .failed(let message) = self { .failed("\(place): \(message)") } else { self }
    }
}
