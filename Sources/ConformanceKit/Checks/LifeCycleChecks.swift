internal import BackendAPI
internal import SystemThreads

/// Entry to destroy, in every order that the ABI allows, and what must come of calls at the wrong time.
enum LifeCycleChecks {
    static let all = [
        Check(
            "lifecycle.whole", "Entry, probe, open, close and destroy work in order", "R13.1",
            mend: "Follow the diagram in docs/abi.md, Life cycle."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            let library = try trial.open(backend)
            library.beginShutdown()
            library.close()
            backend.destroy()
        },
        Check(
            "lifecycle.destroy-unused", "A backend that opened nothing can be destroyed, probed or not", "R13.1",
            mend: "destroy must not rely on probe or open_library having been called."
        ) { trial throws(CheckStop) in
            try trial.madeBackend().destroy()
            try trial.backend().destroy()
        },
        Check(
            "lifecycle.quick-start", "Entry, info and probe take less than a second together", "R13.2 R2.4",
            mend: "Leave work to open_library."
        ) { trial throws(CheckStop) in try quickStart(trial) },
        Check(
            "lifecycle.quiet-start", "Entry, info and probe call no function of the host but log", "R13.2 R11.3",
            mend: "Ask for extensions and the time when a library is opened."
        ) { trial throws(CheckStop) in
            let host = HostProbe()
            let backend = try trial.backend(host: host)
            _ = try backend.info()
            try trial.expect(host.calls == 0, "they called \(host.calls) functions of the host other than log")
        },
        Check(
            "lifecycle.probe-without-effects", "Entry starts no thread; entry, info and probe leave no files", "R13.2",
            mend: "Create caches, logs and threads when a library is opened."
        ) { trial throws(CheckStop) in try withoutEffects(trial) },
        Check(
            "lifecycle.probe-again", "probe may be called again", "R13.1",
            mend: "probe looks, and changes nothing."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            try backend.probe().ok()
            try backend.probe().ok()
        },
        Check(
            "lifecycle.entry-again", "Further calls of entry make backends of their own", "R13.3",
            mend: "Keep the state of a backend behind its context, not in globals that destroy frees."
        ) { trial throws(CheckStop) in try entryAgain(trial) },
        Check(
            "lifecycle.info-stays", "info answers the same before, during and after a library", "R7.4 R13.1",
            mend: "Fill info from constants."
        ) { trial throws(CheckStop) in try infoStays(trial) },
        Check(
            "lifecycle.open-again", "A library can be opened again after it was closed", "R13.1",
            mend: "close gives back locks and files."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            var counts: [Int] = []
            for _ in 0..<3 {
                let library = try trial.open(backend)
                counts.append(try library.assets().count)
                library.beginShutdown()
                library.close()
            }
            try trial.expect(Set(counts).count == 1, "opened anew, it has \(counts) assets")
        },
        Check(
            "lifecycle.two-libraries", "Two libraries of the same folder may be open", "R13.7",
            mend: "Keep state in the library's context, and share an index by locking it."
        ) { trial throws(CheckStop) in try twoLibraries(trial) },
        Check(
            "lifecycle.close-one-of-two", "Closing one library leaves another one open", "R13.7",
            mend: "Keep state in the library's context, not in the backend's."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            let first = try trial.open(backend)
            let second = try trial.open(backend)
            first.beginShutdown()
            first.close()
            try second.authorization().reply.ok()
            _ = try second.assets()
        },
        Check(
            "lifecycle.open-missing", "Opening a folder that is not there is NOT_FOUND", "R10.1",
            mend: "Look at the folder before you make a library."
        ) { trial throws(CheckStop) in
            let (_, data) = try trial.makeFolder("missing")
            try trial.backend().open(root: trial.folder / "nowhere", data: data).reply.expect(PICKER_NOT_FOUND)
        },
        Check(
            "lifecycle.open-file", "Opening a file is INVALID_ARGUMENT", "R10.1",
            mend: "Check that the root is a folder."
        ) { trial throws(CheckStop) in
            let (_, data) = try trial.makeFolder("file")
            try Files.write([1, 2, 3], to: trial.folder / "photo.jpg")
            try trial.backend().open(root: trial.folder / "photo.jpg", data: data).reply.expect(PICKER_INVALID_ARGUMENT)
        },
        Check(
            "lifecycle.open-empty", "An empty folder is a library without assets", "R13.1",
            mend: "An empty result is PICKER_OK with nothing emitted."
        ) { trial throws(CheckStop) in
            let (root, data) = try trial.makeFolder("blank")
            let library = try trial.open(trial.backend(), root: root, data: data)
            let assets = try library.assets()
            try trial.expect(assets.isEmpty, "it has \(assets.count) assets")
            _ = try library.cameraRoll()
        },
        Check(
            "lifecycle.failed-open", "After a refused open the next one works", "R9.8",
            mend: "Undo everything when open_library fails: nobody calls close for it."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            _ = backend.open(root: trial.folder / "nowhere", data: nil)
            _ = try trial.open(backend).assets()
        },
        Check(
            "lifecycle.closed-after-shutdown", "After begin_shutdown each function of the library returns CLOSED",
            "R13.4",
            mend: "Ask first thing in every function whether the library is shutting down."
        ) { trial throws(CheckStop) in try closedAfterShutdown(trial) },
        Check(
            "lifecycle.fetch-after-shutdown", "After begin_shutdown a fetch returns CLOSED, and can be released",
            "R13.4 R9.6",
            mend: "A fetch asks its library whether it is shutting down."
        ) { trial throws(CheckStop) in try fetchAfterShutdown(trial) },
        Check(
            "lifecycle.shutdown-again", "begin_shutdown may be called again, without effect", "R13.4",
            mend: "Setting a flag twice is fine; freeing twice is not."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            library.beginShutdown()
            library.beginShutdown()
            _ = library.extensionTable(PICKER_EXT_WRITE)
            library.beginShutdown()
            library.close()
        },
        Check(
            "lifecycle.shutdown-at-once", "begin_shutdown does not wait", "R13.5",
            mend: "Set a flag that calls in flight look at; the host waits for them."
        ) { trial throws(CheckStop) in try shutdownAtOnce(trial) },
        Check(
            "lifecycle.frames-outlive-close", "A frame can be read and released after close and destroy", "R13.6 R14.8",
            needs: [.anyKnownFormat],
            mend: "Let a frame own its pixels."
        ) { trial throws(CheckStop) in try framesOutlive(trial) },
        Check(
            "lifecycle.fetch-outlives-call", "A fetch stands on its own, however many others come and go", "R9.6",
            mend: "Give each fetch memory of its own."
        ) { trial throws(CheckStop) in try fetchOutlives(trial) },
        Check(
            "lifecycle.many-cycles", "Fifty libraries can be opened and closed", "R13.1", .must, .full,
            mend: "close gives back all that open_library took."
        ) { trial throws(CheckStop) in
            let backend = try trial.backend()
            for _ in 0..<50 {
                let library = try trial.open(backend)
                library.beginShutdown()
                library.close()
            }
        },
    ]
}
