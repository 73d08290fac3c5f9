internal import CoreMetrics
internal import Platform

/// One metric, with its samples in the text format of Prometheus.
protocol Metric: AnyObject, Sendable {
    /// As in a "# TYPE" line.
    var kind: String { get }

    /// Appends a line for each sample.
    func write(_ name: MetricName, to text: inout String)
}

/// A number that only grows.
final class CountMetric: Metric, CounterHandler {
    private let count = Mutex<Int64>(0)

    var kind: String { "counter" }

    func increment(by amount: Int64) { count.withLock { $0 &+= amount } }

    func reset() { count.withLock { $0 = 0 } }

    func write(_ name: MetricName, to text: inout String) { text += "\(name.sample()) \(count.withLock { $0 })\n" }
}

/// A number that goes up and down.
final class GaugeMetric: Metric, MeterHandler, RecorderHandler {
    private let value = Mutex<Double>(0)

    var kind: String { "gauge" }

    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ new: Int64) { set(Double(new)) }
    func record(_ new: Double) { set(new) }

    func write(_ name: MetricName, to text: inout String) { text += "\(name.sample()) \(value.withLock { $0 })\n" }
}

/// Counts values by their size.
final class HistogramMetric: Metric, TimerHandler, RecorderHandler {
    /// The unit of the values.
    enum Scale {
        case seconds
        /// Bytes, or numbers of things.
        case values

        /// Upper bounds, in ascending order.
        var bounds: [Double] {
            switch self {
            // From a cache hit to the time after which users give up.
            case .seconds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
            case .values: (0...10).map { index in (0..<index).reduce(1) { product, _ in product * 10 } }
            }
        }
    }

    private struct State {
        /// The count of each bucket by itself; the last one is for values above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ scale: Scale) {
        bounds = scale.bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    var kind: String { "histogram" }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func write(_ name: MetricName, to text: inout String) {
        let state = state.withLock { $0 }
        var total = 0
        for (count, bound) in zip(state.counts, bounds.map { "\($0)" } + ["+Inf"]) {
            total += count
            text += "\(name.sample(suffix: "_bucket", label: "le=\"\(bound)\"")) \(total)\n"
        }
        text += "\(name.sample(suffix: "_sum")) \(state.sum)\n\(name.sample(suffix: "_count")) \(total)\n"
    }
}
