public import CoreMetrics
internal import Platform

/// The metrics of this process, which it counts itself and gives to Prometheus.
public final class MetricsRegistry: MetricsFactory {
    private struct State {
        var metrics: [MetricName: any Metric] = [:]
        /// The one kind that all metrics of a name are, by the name without its labels.
        var kinds: [String: String] = [:]

        mutating func insert(_ metric: some Metric, _ name: MetricName) {
            metrics[name] = metric
            kinds[name.text] = metric.kind
        }
    }

    private let state = Mutex(State())

    /// What a process makes by mistake, as from what clients send, must not fill its memory.
    private static let mostMetrics = 10_000

    /// A registry that nothing is counted in yet.
    public init() {}

    /// Lets every part of this process count in this registry. Call at most once in its life, before anything counts.
    public func startForProcess() { MetricsSystem.bootstrap(self) }

    /// In the text format of Prometheus 0.0.4.
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

    /// Shows a metric that another part of the program counts.
    func add(_ metric: some Metric, _ name: MetricName) { state.withLock { $0.insert(metric, name) } }

    /// - Returns: the metric of this name; a new one that is not shown when another kind has the name, or when there are
    ///   too many.
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

    /// A counter, which ends with `_total`.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(MetricName(label, suffix: "_total", dimensions)) { CountMetric() }
    }

    /// A gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(MetricName(label, suffix: "", dimensions)) { GaugeMetric() }
    }

    /// A histogram of values, or a gauge where they are not aggregated.
    public func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        let name = MetricName(label, suffix: "", dimensions)
        return aggregate ? metric(name) { HistogramMetric(.values) } : metric(name) { GaugeMetric() }
    }

    /// A histogram of seconds, which ends with `_seconds`.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(MetricName(label, suffix: "_seconds", dimensions)) { HistogramMetric(.seconds) }
    }

    /// Nothing: a series of Prometheus does not end because a part of the program did.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Nothing: a series of Prometheus does not end because a part of the program did.
    public func destroyMeter(_ handler: any MeterHandler) {}
    /// Nothing: a series of Prometheus does not end because a part of the program did.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Nothing: a series of Prometheus does not end because a part of the program did.
    public func destroyTimer(_ handler: any TimerHandler) {}
}
