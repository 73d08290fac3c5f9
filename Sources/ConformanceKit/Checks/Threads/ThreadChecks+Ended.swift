internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of calls beside others that are told to end.
extension ThreadChecks {
    static let ended = [
        Check(
            "threads.ended-beside-others", "A call that is told to end ends no other one, and spoils none",
            "R12.2 R11.2 R11.5", .must, .full, requires: [.anyKnownFormat],
            remedy: "Keep what check answered in the call, in no static variable and not in the library."
        ) { context throws(CheckStop) in try endedBeside(context) }
    ]

    private static func endedBeside(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let matches = try context.matches(library).filter { $0.photo.width < 600 }
        let expected = try library.assets().map(\.identifier)
        let last = Clock.now + context.limit(milliseconds: 600)
        let stops = (0..<4).map { _ in Box<CheckStop?>(nil) }
        Threads.run(4) { thread in
            var number = thread * 7
            do throws(CheckStop) {
                while Clock.now < last {
                    number += 1
                    let match = matches[number % matches.count]
                    if thread < 2 {
                        try end(number, match)
                    } else {
                        try go(context, number, match, expected)
                    }
                }
            } catch {
                stops[thread].value = error
            }
        }
        if let stop = stops.lazy.compactMap(\.value).first { throw stop }
    }

    /// A call that is told to end at one of its first questions.
    private static func end(_ number: Int, _ match: CheckContext.Match) throws(CheckStop) {
        let answer = number % 2 == 0 ? PICKER_CANCELLED : PICKER_DEADLINE
        let control = CallProbe(answering: answer, afterChecks: number % 3)
        let reply: Reply
        switch number % 5 {
        case 0:
            let fetched = match.library.fetch(control: control)
            fetched.fetch?.release()
            reply = fetched.reply
        case 1: reply = match.library.read(ReadRequest(match.asset.identifier, capacity: 4096), control: control).reply
        case 2: reply = match.library.details(match.asset.identifier, sink: .details(), control: control)
        default: reply = match.library.image(match.asset.identifier, sink: .releasing(), control: control)
        }
        try reply.expect([PICKER_OK, answer])
    }

    /// One that is not.
    private static func go(
        _ context: CheckContext, _ number: Int, _ match: CheckContext.Match, _ expected: [Text]
    ) throws(CheckStop) {
        switch number % 5 {
        case 0:
            let found = try match.library.assets().map(\.identifier)
            try context.expect(found == expected, "beside calls that are ended, a fetch gave \(found.count) assets")
        case 1: try match.library.read(ReadRequest(match.asset.identifier, capacity: 4096)).reply.ok()
        case 2: _ = try match.library.details(match.asset.identifier)
        default:
            let frame = try match.library.finalFrame(match.asset.identifier, ImageRequest(40, 40))
            try context.expect(
                frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
                "beside calls that are ended, \(match.photo.path) shows \(frame.quarters)")
        }
    }
}
