internal import BackendAPI
internal import PhotoModel
internal import SystemThreads

/// What is told of files that come, go and change.
enum ChangeChecks {
    static let all = [
        change("added", "A photo that is added is told, and a fetch shows it then", "Rescan before you emit.") {
            trial, format throws(CheckStop) in
            try Files.write(Painting(width: 80, height: 60).encoded(as: format), to: new(trial, format))
        },
        change("removed", "A photo that is removed is told, and a fetch shows it no longer", "Rescan before you emit.")
        {
            trial, format throws(CheckStop) in try Files.remove(old(trial, format))
        },
        change("renamed", "A photo that is renamed is told", "Watch both names.") { trial, format throws(CheckStop) in
            try Files.rename(old(trial, format), to: new(trial, format))
        },
        change("rewritten", "A photo that is replaced is told, with its new size", "Compare dates and sizes.") {
            trial, format throws(CheckStop) in
            let file = try Painting(width: 96, height: 32).encoded(as: format)
            try Files.write(file, to: trial.root / "part.tmp")
            try Files.rename(trial.root / "part.tmp", to: old(trial, format))
        },
        Check(
            "changes.reload-only", "Without change-details, all changes are RELOAD and name nobody", "R12.7 R16.2",
            needs: [.capability(.observe), .noCapability(.changeDetails), .anyKnownFormat],
            mend: "Emit PICKER_CHANGE_RELOAD, with no identifiers and no token."
        ) { trial throws(CheckStop) in
            let changes = try observed(trial) { format throws(CheckStop) in try Files.remove(old(trial, format)) }
            for change in changes {
                try trial.expect(change.kind == PICKER_CHANGE_RELOAD, "a change has the kind \(change.kind)")
                try trial.expect(change.identifiers.isEmpty && change.token == nil, "it names assets, or has a token")
            }
        },
        Check(
            "changes.quiet", "While nothing changes, nothing is emitted", "R12.6",
            needs: [.capability(.observe)],
            mend: "Emit what changed, and wait."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let sink = RecordSink.changes()
            let control = CallProbe(deadline: Clock.now + trial.limit(milliseconds: 300))
            try library.observe(sink: sink, control: control).expect(PICKER_DEADLINE)
            // What may have been missed while the watch was set up is a reload (R12.7).
            let told = sink.records.filter { $0.kind != PICKER_CHANGE_RELOAD }
            try trial.expect(told.isEmpty && sink.count <= 1, "\(sink.count) changes were told")
        },
        Check(
            "changes.stop", "observe returns OK when the sink answers STOP", "R12.6 R9.3",
            needs: [.capability(.observe), .anyKnownFormat],
            mend: "Return PICKER_OK as soon as emit answers PICKER_STOP."
        ) { trial throws(CheckStop) in try stops(trial) },
        Check(
            "changes.version", "A file that is rewritten has another version_token, and its new sizes", "R9.7 R12.8",
            needs: [.anyKnownFormat],
            mend: "Make the token of what changes with the content: the date in nanoseconds, and the size."
        ) { trial throws(CheckStop) in try version(trial) },
        Check(
            "changes.gone", "What concerns a photo that is gone is NOT_FOUND, and its fetch stays", "R9.7",
            needs: [.anyKnownFormat],
            mend: "Answer reads with PICKER_NOT_FOUND; a fetch keeps its number and order."
        ) { trial throws(CheckStop) in try gone(trial) },
        Check(
            "changes.fetch-stays", "A fetch keeps its number while photos come and go", "R9.7",
            needs: [.anyKnownFormat],
            mend: "Keep the identifiers of a fetch from its first count or window on."
        ) { trial throws(CheckStop) in try fetchStays(trial) },
        Check(
            "changes.token", "changes_since tells what changed since a token", "R12.9 R12.8 R7.3",
            needs: [.capability(.changeDetails), .anyKnownFormat],
            mend: "Write down what you emit, with a number; the token is the number."
        ) { trial throws(CheckStop) in try token(trial) },
        Check(
            "changes.bad-token", "A token that is none is refused", "R10.1", needs: [.capability(.changeDetails)],
            mend: "Check length, form and library of a token."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for token in [[0xFF], [UInt8](repeating: 0x41, count: 200), [0, 0, 0, 0, 0, 0, 0, 0, 0]] {
                try library.changes(since: token, sink: .changes()).expect([PICKER_INVALID_ARGUMENT, PICKER_NOT_FOUND])
            }
        },
        Check(
            "changes.token-lasts", "A token holds when the library is opened again", "R12.9 R7.3",
            needs: [.capability(.changeDetails), .anyKnownFormat],
            mend: "Keep what changed in the data directory."
        ) { trial throws(CheckStop) in try tokenLasts(trial) },
    ]
}
