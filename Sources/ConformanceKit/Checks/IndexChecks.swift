internal import BackendAPI
internal import PhotoModel

/// `org.picker.index/1`: an index is brought up to date when somebody asks for it.
enum IndexChecks {
    static let all = [
        one(
            "refresh", "A refresh tells what there is", "R7.3",
            mend: "Count the files and the assets that the index has now."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let count = UInt64(try library.assets().count)
            let (reply, report, _) = try library.refresh()
            try reply.ok()
            try trial.expect(report.assets >= count, "it tells \(report.assets) assets, and a fetch shows \(count)")
            try trial.expect(report.files >= count, "it tells \(report.files) files, and there are \(count) assets")
        },
        one(
            "finds-new", "After a refresh a fetch shows what was added, and not what was removed", "R7.3 R12.8",
            needs: [.capability(.index), .anyKnownFormat],
            mend: "Walk the whole library, and write what differs."
        ) { trial throws(CheckStop) in try findsNew(trial) },
        one(
            "rebuild", "A rebuilt index has the same assets with the same identifiers", "R8.4",
            mend: "Make identifiers of what a file is, not of when it was seen."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let before = try library.assets().map(\.identifier)
            try library.refresh(PICKER_INDEX_REBUILD).reply.ok()
            let after = try library.assets().map(\.identifier)
            try trial.expect(Set(after) == Set(before), "of \(before.count) assets, \(after.count) are left, or others")
        },
        one(
            "unknown-mode", "A mode that nobody knows is INVALID_ARGUMENT", "R16.3",
            mend: "Compare the mode with those that you know."
        ) { trial throws(CheckStop) in
            try trial.open().refresh(77).reply.expect(PICKER_INVALID_ARGUMENT)
        },
        one(
            "short-report", "A report that is shorter than its own is not written behind its end", "R5.3",
            mend: "Copy at most struct_size bytes."
        ) { trial throws(CheckStop) in
            let (reply, _, isIntact) = try trial.open().refresh(size: 24)
            try reply.ok()
            try trial.expect(isIntact, "bytes behind the report were written")
        },
        one(
            "cancelled", "A refresh that is cancelled returns CANCELLED, and the next one works", "R12.2",
            mend: "Ask check between files."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let control = CallProbe(answering: PICKER_CANCELLED)
            let reply = try library.refresh(control: control).reply
            if control.checkCount > 0 { try reply.expect(PICKER_CANCELLED) }
            try library.refresh().reply.ok()
        },
        one(
            "progress", "Progress of a refresh never goes back, and comes on the call's thread", "R12.5 R11.3",
            mend: "Report progress where the call runs."
        ) { trial throws(CheckStop) in
            let control = CallProbe()
            try trial.open().refresh(PICKER_INDEX_REBUILD, control: control).reply.ok()
            if let fault = control.progressFault { throw .failed(fault) }
        },
        one(
            "after-shutdown", "After begin_shutdown refresh returns CLOSED", "R13.4",
            mend: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            library.beginShutdown()
            try library.refresh().reply.expect(PICKER_CLOSED)
        },
    ]

    private static func one(
        _ name: String, _ sentence: String, _ clauses: String, needs: [Need] = [.capability(.index)], mend: String,
        _ body: @escaping Check.Body
    ) -> Check {
        Check("index." + name, sentence, clauses, needs: needs, mend: mend, body: body)
    }

    private static func findsNew(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let match = try trial.matches(library)[0]
        let photo = try WriteChecks.photo(trial)
        try Files.write(photo.bytes, to: trial.root / BytePath(photo.name))
        try Files.remove(trial.root / match.photo.path)
        try library.refresh().reply.ok()
        let paths = Set(try library.assets().map(\.path))
        try trial.expect(paths.contains(BytePath(photo.name)), "\(photo.name) was added, and is not shown")
        try trial.expect(!paths.contains(match.photo.path), "\(match.photo.path) was removed, and is shown")
    }
}
