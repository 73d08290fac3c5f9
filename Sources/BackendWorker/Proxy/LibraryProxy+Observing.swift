internal import ABIMemory
internal import BackendAPI

extension LibraryProxy {
    /// How many workers in a row may end before they report anything.
    private static let attempts = 5

    /// Observes across workers. If one ends, changes may have been missed, so a reload is reported as soon as the next
    /// one observes.
    func observe(
        _ sink: UnsafePointer<picker_change_sink>, _ call: UnsafePointer<picker_call>?,
        _ error: UnsafeMutablePointer<picker_error>?
    ) -> picker_status {
        let table = boundedCopy(of: sink, into: picker_change_sink())
        var observing = HostCall.libraryObserve(call, error)
        // The number of changes is not limited: observing goes on while the library is open, and no change is kept.
        observing.receive(atMost: .max) { (change: UnsafePointer<picker_change>) in
            table.emit?(table.context, change) ?? PICKER_STOP
        }
        var isStopped = false
        var left = Self.attempts
        while true {
            do throws(WorkerFailure) {
                let outcome = try workers.attempt(observing)
                return isStopped ? PICKER_OK : outcome.status
            } catch {
                left = error.hasBegun ? Self.attempts : left - 1
                guard !error.isOwnFault, !workers.isShutDown, left > 0 else {
                    return workers.ended(observing, error).status
                }
            }
            observing.onBeginning = {
                isStopped = Self.emitReload(to: table) != PICKER_CONTINUE
                return isStopped ? PICKER_CANCELLED : PICKER_OK
            }
        }
    }

    private static func emitReload(to sink: picker_change_sink) -> picker_flow {
        var change = picker_change()
        change.struct_size = structSize(of: picker_change.self)
        change.kind = UInt32(PICKER_CHANGE_RELOAD)
        return sink.emit?(sink.context, &change) ?? PICKER_STOP
    }
}
