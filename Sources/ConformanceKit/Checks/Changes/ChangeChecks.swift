internal import BackendAPI
internal import PhotoModel
internal import Platform

/// What is reported of files that come, go and change.
enum ChangeChecks {
    static let all =
        basics + observers + ofCollections + ofAssets + ofOutcomes + ofMeanwhile + ofSecondFiles
        + ofRecords + ofTelling

    private static let basics = [
        change("added", "A photo that is added is reported, and a fetch shows it then", "Rescan before you emit.") {
            context, format throws(CheckStop) in
            try Files.write(TestPattern(width: 80, height: 60).encoded(as: format), to: new(context, format))
        },
        change(
            "removed", "A photo that is removed is reported, and a fetch shows it no longer", "Rescan before you emit."
        ) {
            context, format throws(CheckStop) in try Files.remove(old(context, format))
        },
        change("renamed", "A photo that is renamed is reported", "Watch both names.") {
            context, format throws(CheckStop) in
            try Files.rename(old(context, format), to: new(context, format))
        },
        change("rewritten", "A photo that is replaced is reported, with its new size", "Compare dates and sizes.") {
            context, format throws(CheckStop) in
            let file = try TestPattern(width: 96, height: 32).encoded(as: format)
            try Files.write(file, to: context.root / "part.tmp")
            try Files.rename(context.root / "part.tmp", to: old(context, format))
        },
        change(
            "replaced", "A photo that is replaced by one of the same size is reported",
            "Compare dates and inodes, too.",
            before: { context, format throws(CheckStop) in
                try Files.write(padded(format, 1), to: old(context, format), date: FixtureLibrary.firstDate)
            }
        ) { context, format throws(CheckStop) in
            try Files.write(padded(format, 2), to: context.root / "part.tmp")
            try Files.rename(context.root / "part.tmp", to: old(context, format))
        },
        change(
            "edited", "A photo that is written over in its place is reported",
            "Watch for files that are closed after they were written, not for names that come and go alone."
        ) { context, format throws(CheckStop) in
            // Longer than before, so that nothing of it is left; its times are left alone, which is another event.
            let file = try padded(format, 3) + [UInt8](repeating: 0, count: 40_000)
            try Files.write(file, into: old(context, format), at: 0)
        },
        change(
            "folder-renamed", "A folder that is renamed is reported, and a fetch shows where its photos are then",
            "Watch the folders that folders are in, and walk again through what was moved."
        ) { context, _ throws(CheckStop) in
            try Files.rename(context.root / "Nested/Inner", to: context.root / "Nested/Elsewhere")
        },
        change("moved", "A photo that is moved to another folder is reported", "Compare paths, not names.") {
            context, format throws(CheckStop) in
            let target = context.root / "Album Two" / old(context, format).name
            try Files.rename(old(context, format), to: target)
        },
        Check(
            "changes.reload-only", "Without change-details, all changes are RELOAD and name no asset", "R12.7 R16.2",
            requires: [.capability(.observe), .noCapability(.changeDetails), .anyKnownFormat],
            remedy: "Emit PICKER_CHANGE_RELOAD, with no identifiers and no token."
        ) { context throws(CheckStop) in
            let changes = try observed(context) { format throws(CheckStop) in try Files.remove(old(context, format)) }
            for change in changes {
                try context.expect(change.kind == PICKER_CHANGE_RELOAD, "a change has the kind \(change.kind)")
                let isEmpty = change.identifiers.isEmpty && !change.isWithoutIdentifiers
                try context.expect(isEmpty && change.token == nil, "it names assets, or has a token")
            }
        },
        Check(
            "changes.quiet", "While nothing changes, nothing is emitted", "R12.6",
            requires: [.capability(.observe)],
            remedy: "Emit what changed, and wait."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let sink = RecordSink.changes()
            let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 300))
            try library.observe(sink: sink, control: control).expect(PICKER_DEADLINE)
            // What may have been missed while the watch was set up is a reload (R12.7).
            let reported = sink.records.filter { $0.kind != PICKER_CHANGE_RELOAD }
            try context.expect(reported.isEmpty && sink.count <= 1, "\(sink.count) changes were reported")
        },
        Check(
            "changes.stop", "observe returns OK when the sink answers STOP", "R12.6 R9.3",
            requires: [.capability(.observe), .anyKnownFormat],
            remedy: "Return PICKER_OK as soon as emit answers PICKER_STOP."
        ) { context throws(CheckStop) in try stops(context) },
        Check(
            "changes.version", "A file that is rewritten has another version_token, and its new sizes", "R9.7 R12.8",
            requires: [.anyKnownFormat],
            remedy: "Make the token of what changes with the content: the date in nanoseconds, and the size."
        ) { context throws(CheckStop) in try version(context) },
        Check(
            "changes.gone", "What concerns a photo that is gone is NOT_FOUND, and its fetch stays", "R9.7",
            requires: [.anyKnownFormat],
            remedy: "Answer reads with PICKER_NOT_FOUND; a fetch keeps its number and order."
        ) { context throws(CheckStop) in try gone(context) },
        Check(
            "changes.fetch-stays", "A fetch keeps its number while photos come and go", "R9.7",
            requires: [.anyKnownFormat],
            remedy: "Keep the identifiers of a fetch from its first count or window on."
        ) { context throws(CheckStop) in try fetchStays(context) },
        Check(
            "changes.token", "changes_since reports what changed since a token", "R12.9 R12.8 R7.3",
            requires: [.capability(.changeDetails), .anyKnownFormat],
            remedy: "Write down what you emit, with a number; the token is the number."
        ) { context throws(CheckStop) in try token(context) },
        Check(
            "changes.current", "An absent token is answered with where the changes are now, and nothing else", "R12.11",
            requires: [.capability(.changeDetails)],
            remedy: "Emit one PICKER_CHANGE_CURRENT with the token and without identifiers."
        ) { context throws(CheckStop) in try current(context) },
        Check(
            "changes.bad-token", "A token that is none, an empty one too, is refused", "R10.1 R12.11",
            requires: [.capability(.changeDetails)],
            remedy:
                "Check length, form and library of a token; an absent one alone, whose data is NULL, asks for the current."
        ) { context throws(CheckStop) in
            let library = try context.open()
            // An empty one is there: what is absent is NULL (R8.2).
            for token in [[], [0xFF], [UInt8](repeating: 0x41, count: 200), [0, 0, 0, 0, 0, 0, 0, 0, 0]] {
                try library.changes(since: token, sink: .changes()).expect([PICKER_INVALID_ARGUMENT, PICKER_NOT_FOUND])
            }
        },
        Check(
            "changes.token-lasts",
            "A token holds when the library is opened again, or is answered as one that is not known",
            "R12.9 R12.11 R7.3",
            requires: [.capability(.changeDetails), .anyKnownFormat],
            remedy:
                "Keep what changed in the data directory; else answer PICKER_CHANGE_RELOAD or PICKER_NOT_FOUND, never that "
                + "nothing happened."
        ) { context throws(CheckStop) in try tokenLasts(context) },
    ]

    /// A photo with a few bytes after its end: files of one size that differ, in every format.
    private static func padded(_ format: PhotoFormat, _ byte: UInt8) throws(CheckStop) -> [UInt8] {
        try TestPattern(width: 96, height: 32).encoded(as: format) + [UInt8](repeating: byte, count: 4)
    }
}
