/// Random sequences of calls.
enum FuzzChecks {
    static let all = [
        sequence(
            "calls", "Random sequences of calls are answered as the rules say", .full, calls: 1000,
            remedy: "The steps show the shortest sequence that was found; the C reproducer makes the same calls."),
        sequence(
            "many-calls", "Long random sequences of calls are answered as the rules say", .stress, calls: 12_000,
            remedy: "The steps show the shortest sequence that was found; the C reproducer makes the same calls."),
        Check(
            "fuzz.side-by-side",
            "Random sequences on four threads, over libraries of their own, do not disturb each other",
            "R11.2 R13.7", .must, .stress,
            remedy: "Protect what libraries share, or share nothing; a thread sanitizer finds what is not protected."
        ) { context throws(CheckStop) in try sideBySide(context) },
    ]

    private static let clauses = "R9.3 R9.6 R9.7 R9.9 R10.1 R10.3 R11.5 R12.2 R12.3 R13.4 R13.6 R13.7 R14.1 R14.2 R16.3"

    private static func sequence(
        _ name: String, _ summary: String, _ level: Level, calls: Int, remedy: String
    ) -> Check {
        Check("fuzz.\(name)", summary, clauses, .must, level, remedy: remedy, callCount: calls) {
            context throws(CheckStop) in
            let steps =
                try context.sequence()?.steps ?? SequenceGenerator.steps(seed: context.order.seed, count: calls)
            try SequencePlayer(context, backend: context.backend()).play(steps)
        }
    }

    private static func sideBySide(_ context: CheckContext) throws(CheckStop) {
        var players: [SequencePlayer] = []
        for _ in 0..<4 { players.append(try SequencePlayer(context, backend: context.backend())) }
        let stops = players.map { _ in Box<CheckStop?>(nil) }
        let ready = players
        Threads.run(ready.count) { index in
            let steps = SequenceGenerator.steps(seed: context.order.seed &+ UInt64(index), count: 1500)
            do throws(CheckStop) { try ready[index].play(steps) } catch { stops[index].value = error }
        }
        for (index, stop) in stops.enumerated() {
            if let error = stop.value { throw error.within("sequence \(index + 1) of four") }
        }
    }
}
