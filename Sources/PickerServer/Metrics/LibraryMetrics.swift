internal import PickerHost

extension MetricsRegistry {
    /// Adds metrics of the images that libraries make, and of their caches, in sum.
    ///
    /// - Parameter libraries: returns the libraries that are open at the moment.
    func add(imagesOf libraries: @escaping @Sendable () -> [PhotoLibrary]) {
        add(cache: "memory") { libraries().map(\.memoryCacheCounts).sum }
        add(cache: "disk") {
            let counts = libraries().map(\.diskCacheCounts)
            var sum = counts.sum
            // All of them keep their images in one file.
            sum.bytes = counts.map(\.bytes).max() ?? 0
            return sum
        }
        add(cache: "desktop") { libraries().map(\.desktopThumbnailCounts).sum }
        let counts: @Sendable () -> ImageWorkCounts = { libraries().map(\.imageWorkCounts).sum }
        for (end, count) in ImageWorkCounts.ends {
            add(
                PolledMetric("counter") { count(counts()) },
                MetricName("picker_images_ended_total", suffix: "", [("end", end)]))
        }
        add("counter", "picker_images_begun_total", of: counts) { "\($0.begun)" }
        add("counter", "picker_image_waiting_seconds_total", of: counts) { "\($0.waiting / .seconds(1))" }
        add("counter", "picker_image_working_seconds_total", of: counts) { "\($0.working / .seconds(1))" }
        add("gauge", "picker_image_requests", of: counts) { "\($0.requests)" }
    }

    private func add(
        _ kind: String, _ name: String, of counts: @escaping @Sendable () -> ImageWorkCounts,
        _ text: @escaping @Sendable (ImageWorkCounts) -> String
    ) {
        add(PolledMetric(kind, text: { text(counts()) }), MetricName(name, suffix: "", []))
    }

    /// Adds metrics of the workers of all libraries.
    func addWorkers() {
        add("gauge", "picker_workers") { $0.running }
        add("gauge", "picker_worker_memory_bytes") { Int($0.bytes) }
        add("counter", "picker_workers_started_total") { $0.started }
        add("counter", "picker_workers_crashed_total") { $0.crashed }
        add("counter", "picker_workers_killed_total") { $0.endedFromOutside }
        add("counter", "picker_worker_calls_refused_total") { $0.refusedCalls }
    }

    private func add(_ kind: String, _ name: String, _ count: @escaping @Sendable (WorkerUse) -> Int) {
        add(PolledMetric(kind) { count(.ofProcess) }, MetricName(name, suffix: "", []))
    }

    private func add(cache: String, _ counts: @escaping @Sendable () -> ImageCacheCounts) {
        let label = [("cache", cache)]
        add(PolledMetric("counter") { counts().hits }, MetricName("picker_image_cache_hits_total", suffix: "", label))
        add(
            PolledMetric("counter") { counts().misses },
            MetricName("picker_image_cache_misses_total", suffix: "", label))
        add(PolledMetric("gauge") { counts().bytes }, MetricName("picker_image_cache_bytes", suffix: "", label))
    }
}

extension [ImageCacheCounts] {
    fileprivate var sum: ImageCacheCounts {
        reduce(into: ImageCacheCounts()) { sum, one in
            sum.hits += one.hits
            sum.misses += one.misses
            sum.bytes += one.bytes
        }
    }
}

extension [ImageWorkCounts] {
    fileprivate var sum: ImageWorkCounts {
        reduce(into: ImageWorkCounts()) { sum, one in
            sum.begun += one.begun
            sum.made += one.made
            sum.failed += one.failed
            sum.abandoned += one.abandoned
            sum.waiting += one.waiting
            sum.working += one.working
            sum.requests += one.requests
        }
    }
}

extension ImageWorkCounts {
    /// How the work on an image may end.
    fileprivate static var ends: [(String, @Sendable (ImageWorkCounts) -> Int)] {
        [("made", { $0.made }), ("failed", { $0.failed }), ("abandoned", { $0.abandoned })]
    }
}

/// A metric whose value another part of the program has, and which is read when metrics are.
private final class PolledMetric: Metric {
    let kind: String
    private let text: @Sendable () -> String

    init(_ kind: String, text: @escaping @Sendable () -> String) {
        self.kind = kind
        self.text = text
    }

    convenience init(_ kind: String, _ value: @escaping @Sendable () -> Int) { self.init(kind, text: { "\(value())" }) }

    func write(_ name: MetricName, to lines: inout String) { lines += "\(name.sample()) \(text())\n" }
}
