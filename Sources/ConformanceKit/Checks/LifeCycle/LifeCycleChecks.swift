internal import BackendAPI
internal import Platform

/// Entry to destroy, in every order that the ABI allows, and what must come of calls at the wrong time.
enum LifeCycleChecks {
    static let all = basics + apart + folders + endings + ofSecrets

    private static let basics = [
        Check(
            "lifecycle.whole", "Entry, probe, open, close and destroy work in order", "R13.1",
            remedy: "Follow the diagram in docs/abi.md, Life cycle."
        ) { context throws(CheckStop) in
            let host = HostProbe()
            let backend = try context.backend(host: host)
            let library = try context.open(backend)
            library.beginShutdown()
            library.close()
            backend.destroy()
            host.end()
            Threads.pause(milliseconds: 100 * context.order.timeScale)
            try context.expect(
                host.lateCalls == 0, "after destroy had returned, the host was called \(host.lateCalls) times")
        },
        Check(
            "lifecycle.destroy-unused", "A backend that opened nothing can be destroyed, probed or not", "R13.1",
            remedy: "destroy must not rely on probe or open_library having been called."
        ) { context throws(CheckStop) in
            try context.madeBackend().destroy()
            try context.backend().destroy()
        },
        Check(
            "lifecycle.quick-start", "Entry, info and probe take less than a second together", "R13.2 R2.4",
            remedy: "Leave work to open_library."
        ) { context throws(CheckStop) in try quickStart(context) },
        Check(
            "lifecycle.quiet-start", "Entry, info and probe call no function of the host but log", "R13.2 R11.3",
            remedy: "Ask for extensions and the time when a library is opened."
        ) { context throws(CheckStop) in
            let host = HostProbe()
            let backend = try context.backend(host: host)
            _ = try backend.info()
            try context.expect(host.calls == 0, "they called \(host.calls) functions of the host other than log")
        },
        Check(
            "lifecycle.probe-without-effects", "Entry starts no thread; entry, info and probe leave no files", "R13.2",
            remedy: "Create caches, logs and threads when a library is opened."
        ) { context throws(CheckStop) in try withoutEffects(context) },
        Check(
            "lifecycle.probe-again", "probe may be called again", "R13.1",
            remedy: "probe looks, and changes nothing."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            try backend.probe().ok()
            try backend.probe().ok()
        },
        Check(
            "lifecycle.entry-again", "Further calls of entry make backends of their own", "R13.3",
            remedy: "Keep the state of a backend in its context, not in globals that destroy frees."
        ) { context throws(CheckStop) in try entryAgain(context) },
        Check(
            "lifecycle.info-stays", "info answers the same before, during and after a library", "R7.4 R13.1",
            remedy: "Fill info from constants."
        ) { context throws(CheckStop) in try infoStays(context) },
        Check(
            "lifecycle.open-again", "A library can be opened again after it was closed", "R13.1",
            remedy: "close gives back locks and files."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            var counts: [Int] = []
            for _ in 0..<3 {
                let library = try context.open(backend)
                counts.append(try library.assets().count)
                library.beginShutdown()
                library.close()
            }
            try context.expect(Set(counts).count == 1, "opened again, it has \(counts) assets")
        },
        Check(
            "lifecycle.two-libraries", "Two libraries of the same folder may be open", "R13.7",
            remedy: "Keep state in the library's context, and share an index by locking it."
        ) { context throws(CheckStop) in try twoLibraries(context) },
        Check(
            "lifecycle.close-one-of-two", "Closing one library leaves another one open", "R13.7",
            remedy: "Keep state in the library's context, not in the backend's."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            let first = try context.open(backend)
            let second = try context.open(backend)
            first.beginShutdown()
            first.close()
            try second.authorization().reply.ok()
            _ = try second.assets()
        },
        Check(
            "lifecycle.open-missing", "Opening a folder that is not there is NOT_FOUND", "R10.1",
            remedy: "Look at the folder before you make a library."
        ) { context throws(CheckStop) in
            let (_, data) = try context.makeFolder("missing")
            try context.backend().open(root: context.folder / "nowhere", data: data).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "lifecycle.other-location", "A location of another kind is refused, and settings that are not its own",
            "R18.1 R18.3",
            remedy:
                "A backend without schemes opens what begins with a slash; name the key of a setting that is not known."
        ) { context throws(CheckStop) in try otherLocation(context) },
        Check(
            "lifecycle.open-file", "Opening a file is INVALID_ARGUMENT", "R10.1",
            remedy: "Check that the root is a folder."
        ) { context throws(CheckStop) in
            let (_, data) = try context.makeFolder("file")
            try Files.write([1, 2, 3], to: context.folder / "photo.jpg")
            try context.backend().open(root: context.folder / "photo.jpg", data: data).reply.expect(
                PICKER_INVALID_ARGUMENT)
        },
        Check(
            "lifecycle.open-empty", "An empty folder is a library without assets, of which everything can be asked",
            "R13.1 R9.15 R9.21",
            remedy: "An empty result is PICKER_OK with nothing emitted."
        ) { context throws(CheckStop) in
            try openEmpty(context)
        },
        Check(
            "lifecycle.failed-open", "After a refused open the next one works", "R9.8",
            remedy: "Undo everything when open_library fails: close is never called for it."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            _ = backend.open(root: context.folder / "nowhere", data: nil)
            _ = try context.open(backend).assets()
        },
        Check(
            "lifecycle.closed-after-shutdown", "After begin_shutdown each function of the library returns CLOSED",
            "R13.4",
            remedy: "Ask first thing in every function whether the library is shutting down."
        ) { context throws(CheckStop) in try closedAfterShutdown(context) },
        Check(
            "lifecycle.fetch-after-shutdown", "After begin_shutdown a fetch returns CLOSED, and can be released",
            "R13.4 R9.6",
            remedy: "A fetch asks its library whether it is shutting down."
        ) { context throws(CheckStop) in try fetchAfterShutdown(context) },
        Check(
            "lifecycle.shutdown-again", "begin_shutdown may be called again, without effect", "R13.4",
            remedy: "Setting a flag twice is fine; freeing twice is not."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for _ in 0..<3 {
                library.beginShutdown()
                try library.count().reply.expect(PICKER_CLOSED)
                _ = library.extensionTable(PICKER_EXT_WRITE)
            }
            library.close()
        },
        Check(
            "lifecycle.shutdown-at-once", "begin_shutdown does not wait", "R13.5",
            remedy: "Set a flag that calls in flight look at; the host waits for them."
        ) { context throws(CheckStop) in try shutdownAtOnce(context) },
        Check(
            "lifecycle.frames-outlive-close", "A frame can be read and released after close and destroy",
            "R13.6 R14.8 R11.6",
            requires: [.anyKnownFormat],
            remedy: "Let a frame own its pixels."
        ) { context throws(CheckStop) in try framesOutlive(context) },
        Check(
            "lifecycle.quiet-release", "Releasing a frame or a fetch calls no function of the host", "R11.6",
            requires: [.anyKnownFormat],
            remedy: "Give memory back, and do nothing else: the host may release where it holds a lock of its own."
        ) { context throws(CheckStop) in try quietRelease(context) },
        Check(
            "lifecycle.fetch-outlives-call", "A fetch is independent, however many others come and go", "R9.6",
            remedy: "Give each fetch memory of its own."
        ) { context throws(CheckStop) in try fetchOutlives(context) },
        Check(
            "lifecycle.many-cycles", "Fifty libraries can be opened and closed", "R13.1", .must, .full,
            remedy: "close gives back all that open_library took."
        ) { context throws(CheckStop) in
            let backend = try context.backend()
            for _ in 0..<50 where !context.isHalfOver {
                let library = try context.open(backend)
                library.beginShutdown()
                library.close()
            }
        },
    ]
}
