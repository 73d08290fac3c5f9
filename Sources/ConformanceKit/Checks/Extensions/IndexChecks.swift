internal import BackendAPI
internal import PhotoModel

/// `org.picker.index/1`: an index is brought up to date when a caller asks for it.
enum IndexChecks {
    static let all = [
        one(
            "refresh", "A refresh reports what exists", "R7.3",
            remedy: "Count the files and the assets that the index has now."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let isHiddenServed = try context.served(by: library).contains(.queryHidden)
            let all = FetchRequest.everything {
                $0.hidden = isHiddenServed ? PICKER_HIDDEN_INCLUDE : PICKER_HIDDEN_EXCLUDE
            }
            let count = UInt64(try library.assets(FetchRequest(query: all)).count)
            let (reply, report, _) = try library.refresh()
            try reply.ok()
            try context.expect(
                isHiddenServed ? report.assets == count : report.assets >= count,
                "it reports \(report.assets) assets, and a fetch shows \(count)")
            try context.expect(report.files >= count, "it reports \(report.files) files, and there are \(count) assets")
        },
        one(
            "finds-new", "After a refresh a fetch shows what was added, and not what was removed", "R7.3 R12.8",
            requires: [.capability(.index), .anyKnownFormat],
            remedy: "Walk the whole library, and write what differs."
        ) { context throws(CheckStop) in try findsNew(context) },
        one(
            "rebuild", "A rebuilt index has the same assets with the same identifiers", "R8.4",
            remedy: "Make identifiers of what a file is, not of when it was seen."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let before = try library.assets().map(\.identifier)
            try library.refresh(PICKER_INDEX_REBUILD).reply.ok()
            let after = try library.assets().map(\.identifier)
            try context.expect(
                Set(after) == Set(before), "of \(before.count) assets, \(after.count) are left, or others")
        },
        one(
            "unknown-mode", "A mode that does not exist is INVALID_ARGUMENT", "R16.3",
            remedy: "Compare the mode with those that you know."
        ) { context throws(CheckStop) in
            let library = try context.open()
            for mode in ErrorChecks.valuesToCome {
                try library.refresh(mode).reply.expect(PICKER_INVALID_ARGUMENT)
            }
        },
        one(
            "short-report", "A report that is shorter than its own is not written past its end", "R5.3",
            remedy: "Copy at most struct_size bytes."
        ) { context throws(CheckStop) in
            let (reply, _, isIntact) = try context.open().refresh(size: 24)
            try reply.ok()
            try context.expect(isIntact, "bytes past the report were written")
        },
        one(
            "report", "A report is whole, and its numbers fit each other and what else the library says",
            "R5.1 R5.3 R5.8 R7.3",
            remedy: """
                Begin with a report of zeros, and fill all of it: of files_read there are no more than of files, and diagnostics is \
                how many records picker_library.diagnostics emits now.
                """
        ) { context throws(CheckStop) in try report(context) },
        one(
            "cancelled", "A refresh that is to end returns what check says, and the next one works", "R12.2",
            remedy: "Ask check between files."
        ) { context throws(CheckStop) in
            let library = try context.open()
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try library.refresh(control: control).reply
            }
            try library.refresh().reply.ok()
        },
        one(
            "progress", "Progress of a refresh never goes back, and comes on the call's thread", "R12.5 R11.3",
            remedy: "Report progress where the call runs."
        ) { context throws(CheckStop) in
            let control = CallProbe()
            try context.open().refresh(PICKER_INDEX_REBUILD, control: control).reply.ok()
            if let fault = control.progressFault { throw .failed(fault) }
        },
        one(
            "after-shutdown", "After begin_shutdown refresh returns CLOSED", "R13.4",
            remedy: "Functions of extensions ask whether the library is shutting down, as others do."
        ) { context throws(CheckStop) in
            let library = try context.open()
            library.beginShutdown()
            try library.refresh().reply.expect(PICKER_CLOSED)
        },
    ]

    private static func one(
        _ name: String, _ summary: String, _ clauses: String,
        requires requirements: [Requirement] = [.capability(.index)], remedy: String,
        _ body: @escaping Check.Body
    ) -> Check {
        Check("index." + name, summary, clauses, requires: requirements, remedy: remedy, body: body)
    }

    private static func report(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        try library.refresh().reply.ok()
        let isNewer = try context.isNewer()
        for mode in [PICKER_INDEX_REFRESH, PICKER_INDEX_REBUILD] {
            let (reply, report, _) = try library.refresh(mode)
            try reply.ok()
            let size = MemoryLayout<picker_index_report>.size
            try context.expect(
                Int(report.struct_size) >= size, "\(report.struct_size) bytes of the report are filled, of \(size)")
            try context.expect(isNewer || report.flags == 0, "the report has flags without a name: \(report.flags)")
            let fault = Links.fault(ofRecord: report)
            if let fault { throw .failed("on the report hangs \(fault)") }
            try context.expect(
                report.files_read <= report.files,
                "it reports \(report.files) files, of which \(report.files_read) were read")
            // What is made again may count as inserted.
            try context.expect(
                mode == PICKER_INDEX_REBUILD || report.inserted == 0 && report.removed == 0,
                "nothing changed, and it reports that \(report.inserted) assets came and \(report.removed) went")
            let sink = RecordSink.diagnostics()
            try library.diagnostics(sink: sink).ok()
            try context.expect(
                report.diagnostics == UInt64(sink.count),
                "it reports \(report.diagnostics) diagnostics, and the library has \(sink.count)")
        }
    }

    private static func findsNew(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let match = try context.matches(library)[0]
        let photo = try WriteChecks.photo(context)
        try Files.write(photo.bytes, to: context.root / BytePath(photo.name))
        try Files.remove(context.root / match.photo.path)
        try library.refresh().reply.ok()
        let paths = Set(try library.assets().map(\.path))
        try context.expect(paths.contains(BytePath(photo.name)), "\(photo.name) was added, and is not shown")
        try context.expect(!paths.contains(match.photo.path), "\(match.photo.path) was removed, and is shown")
    }
}
