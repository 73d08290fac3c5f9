/// How long the process of a check was silent for as long as it could run: time in which its threads waited for a processor
/// that other programs had does not count, so that a busy machine is not taken for a plugin that hangs.
///
/// What sleeps waits for no processor, and what spins has one: on a quiet machine the meter counts like a clock.
struct SilenceMeter {
    /// The longest silence, in nanoseconds.
    private let budget: UInt64
    private let processors: UInt64
    private var lastRecord: UInt64
    /// Since when and until when the threads were looked at, in this silence; nil: not yet.
    private var watched: (from: UInt64, to: UInt64)?
    private var latest: [Int32: SchedulerTimes] = [:]
    /// Whether no more is asked in this silence: looking at a crowd again and again would give it the time to grow.
    private var isUnknown = false
    /// What all threads together did while they were watched.
    private var sum = SchedulerTimes()

    /// - Parameters:
    ///   - budget: the longest silence, in nanoseconds.
    ///   - processors: how many the process may use.
    ///   - start: when it began, in nanoseconds since some fixed moment, as each time here.
    init(budget: UInt64, processors: Int, start: UInt64) {
        self.budget = budget
        self.processors = UInt64(max(1, processors))
        lastRecord = start
    }

    /// A record came: silence begins again.
    mutating func hear(at now: UInt64) {
        lastRecord = now
        (watched, latest, sum) = (nil, [:], SchedulerTimes())
        isUnknown = false
    }

    /// Whether figures are worth reading now: not for checks that speak often, and a few dozen times in the longest silence.
    func wantsFigures(at now: UInt64) -> Bool {
        guard !isUnknown else { return false }
        guard let watched else { return now - lastRecord >= budget / 10 }
        return now - watched.to >= budget / 60
    }

    /// - Parameter figures: of each thread, by its number; nil: unknown, so that all time of this silence counts.
    mutating func take(_ figures: [Int32: SchedulerTimes]?, at now: UInt64) {
        guard let figures, !isUnknown else {
            isUnknown = true
            return
        }
        if let watched {
            for (thread, times) in figures { sum.add(times.since(latest[thread])) }
            self.watched = (watched.from, now)
        } else {
            watched = (now, now)
        }
        latest = figures
    }

    func isOver(at now: UInt64) -> Bool { silence(at: now) > budget }

    /// Nanoseconds of silence in which the process could run.
    func silence(at now: UInt64) -> UInt64 { now - lastRecord - starved }

    /// The part of the time that was taken by other programs. Threads that wait for each other's processors are no sign of
    /// that: what the processors of this machine could have given is compared with what they gave.
    private var starved: UInt64 {
        guard !isUnknown, let watched, watched.to > watched.from else { return 0 }
        let length = watched.to - watched.from
        let possible = min(processors * length, sum.running + sum.waiting)
        guard possible > sum.running else { return 0 }
        // One thread loses the time itself; of many, each loses a share.
        let lost = Double(possible - sum.running) / Double(max(length, possible))
        return UInt64(lost * Double(length))
    }
}

/// What the scheduler counts for a thread, in nanoseconds since it began.
struct SchedulerTimes: Equatable {
    /// How long it ran.
    var running: UInt64 = 0
    /// How long it could have run, and waited for a processor.
    var waiting: UInt64 = 0

    mutating func add(_ other: SchedulerTimes) {
        running += other.running
        waiting += other.waiting
    }

    /// What came to it; all of it for a thread that is new, or that has the number of one which ended.
    func since(_ earlier: SchedulerTimes?) -> SchedulerTimes {
        guard let earlier, earlier.running <= running, earlier.waiting <= waiting else { return self }
        return SchedulerTimes(running: running - earlier.running, waiting: waiting - earlier.waiting)
    }
}

extension SchedulerTimes {
    /// The most threads that are looked at: who has more is short of processors by itself.
    private static let mostThreads = 64
    /// With more threads that want to run, of whatever program, looking at some would itself take seconds.
    private static let largestCrowd = 200

    /// Those of all threads of a process and of the processes below it, by their numbers (Linux, proc(5): `schedstat`).
    ///
    /// - Parameter crowd: with more threads of the machine that want to run, they are not looked at.
    /// - Returns: nil where the kernel does not tell, or when there are too many.
    static func ofThreads(below process: Int32, crowd: Int = largestCrowd) -> [Int32: SchedulerTimes]? {
        guard runnableThreads <= crowd else { return nil }
        var times: [Int32: SchedulerTimes] = [:]
        var processes = [process]
        while let next = processes.popLast() {
            let tasks = BytePath("/proc/\(next)/task")
            for name in Files.names(tasks) {
                guard let thread = Int32(name.description), times.count < mostThreads else { return nil }
                // One that ended meanwhile has none.
                guard let text = try? Files.read(tasks / name / "schedstat") else { continue }
                guard let found = SchedulerTimes(schedstat: text) else { return nil }
                times[thread] = found
                processes += ProcessFigures.children(ofTask: tasks / name)
            }
        }
        return times
    }

    /// Threads of the machine that run or wait for a processor; 0: unknown (proc(5), `loadavg`: "0.1 0.2 0.3 4/567 89").
    private static var runnableThreads: Int {
        let text = (try? Files.read("/proc/loadavg")) ?? []
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        return fields.count > 3 ? fields[3].split(separator: "/").first.flatMap { Int($0) } ?? 0 : 0
    }

    /// - Parameter text: three numbers, of which the first two are nanoseconds: run, waited, times that it ran.
    init?(schedstat text: [UInt8]) {
        let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard numbers.count == 3, let running = UInt64(numbers[0]), let waiting = UInt64(numbers[1]) else { return nil }
        self.init(running: running, waiting: waiting)
    }
}
