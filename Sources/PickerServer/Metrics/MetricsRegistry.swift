public import CoreMetrics
internal import Platform

/// The metrics that this process counts and gives to Prometheus.
public final class MetricsRegistry: MetricsFactory {
    private struct State {
        var metrics: [MetricName: any Metric] = [:]
        /// The kind that all metrics of a name have, by the name without its labels.
        var kinds: [String: String] = [:]

        mutating func insert(_ metric: some Metric, _ name: MetricName) {
            metrics[name] = metric
            kinds[name.text] = metric.kind
        }
    }

    private let state = Mutex(State())

    /// The most metrics. Ones that are made by mistake, such as from what clients send, must not fill the memory.
    private static let mostMetrics = 10_000

    /// Makes an empty registry.
    public init() {}

    /// Makes every part of this process count in this registry. Call it at most once in the life of the process, before
    /// anything is counted.
    public func startForProcess() { MetricsSystem.bootstrap(self) }

    /// All metrics, in the text format of Prometheus 0.0.4.
    var text: String {
        let metrics = state.withLock { $0.metrics }
        var text = ""
        var lastName = ""
        for (name, metric) in metrics.sorted(by: { $0.key < $1.key }) {
            if name.text != lastName { text += "# TYPE \(name.text) \(metric.kind)\n" }
            lastName = name.text
            metric.write(name, to: &text)
        }
        return text
    }

    /// Adds a metric that another part of the program counts.
    func add(_ metric: some Metric, _ name: MetricName) { state.withLock { $0.insert(metric, name) } }

    /// - Returns: the metric of this name; a new one that is not shown if a metric of another kind has the name, or if
    ///   there are too many.
    private func metric<Kind: Metric>(_ name: MetricName, make: () -> Kind) -> Kind {
        state.withLock { state in
            if let known = state.metrics[name] { return known as? Kind ?? make() }
            let metric = make()
            guard state.metrics.count < Self.mostMetrics, state.kinds[name.text, default: metric.kind] == metric.kind
            else { return metric }
            state.insert(metric, name)
            return metric
        }
    }

    // MARK: MetricsFactory

    /// Makes a counter, whose name ends with `_total`.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(MetricName(label, suffix: "_total", dimensions)) { CountMetric() }
    }

    /// Makes a gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(MetricName(label, suffix: "", dimensions)) { GaugeMetric() }
    }

    /// Makes a histogram of values, or a gauge if the values are not aggregated.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        let name = MetricName(label, suffix: "", dimensions)
        return aggregate ? metric(name) { HistogramMetric(.values) } : metric(name) { GaugeMetric() }
    }

    /// Makes a histogram of seconds, whose name ends with `_seconds`.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(MetricName(label, suffix: "_seconds", dimensions)) { HistogramMetric(.seconds) }
    }

    /// Does nothing: a series of Prometheus does not end when a part of the program does.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Does nothing: a series of Prometheus does not end when a part of the program does.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Does nothing: a series of Prometheus does not end when a part of the program does.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Does nothing: a series of Prometheus does not end when a part of the program does.
    public func destroyTimer(_ handler: any TimerHandler) {}
}
