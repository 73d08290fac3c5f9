import CoreMetrics
import Testing

@testable import PickerServer

@Suite("Metrics for Prometheus")
struct MetricsRegistryTests {
    private let registry = MetricsRegistry()

    @Test("Counters, gauges and histograms are lines under one line of their type, in an order that stays")
    func text() {
        Counter(label: "b.requests", dimensions: [("route", "/x")], factory: registry).increment(by: 2)
        Counter(label: "b.requests", dimensions: [("route", "/a")], factory: registry).increment()
        Counter(label: "b.requests", dimensions: [("route", "/x")], factory: registry).increment()
        let meter = Meter(label: "a.open", factory: registry)
        meter.increment(by: 3)
        meter.decrement()
        #expect(
            registry.text == """
                # TYPE a_open gauge
                a_open 2.0
                # TYPE b_requests_total counter
                b_requests_total{route="/a"} 1
                b_requests_total{route="/x"} 3

                """)
    }

    @Test("A histogram's buckets count all that is not above them, and the last has all")
    func histogram() {
        let timer = Timer(label: "work", factory: registry)
        for milliseconds in [1, 3, 40, 100_000] { timer.recordMilliseconds(milliseconds) }
        let lines = registry.text.split(separator: "\n")
        #expect(lines.first == "# TYPE work_seconds histogram")
        #expect(lines.contains("work_seconds_bucket{le=\"0.001\"} 1"))
        #expect(lines.contains("work_seconds_bucket{le=\"0.005\"} 2"))
        #expect(lines.contains("work_seconds_bucket{le=\"30.0\"} 3"))
        #expect(lines.contains("work_seconds_bucket{le=\"+Inf\"} 4"))
        #expect(lines.contains("work_seconds_count 4"))
        #expect(lines.last { $0.hasPrefix("work_seconds_sum") } == "work_seconds_sum 100.044")
    }

    @Test("Names and values that Prometheus does not know are written in its alphabet")
    func escapes() {
        Counter(label: "9 lives-é", dimensions: [("a-b", "x\"\\\ny")], factory: registry).increment()
        #expect(registry.text.contains("_9_lives___total{a_b=\"x\\\"\\\\\\ny\"} 1\n"))
    }

    @Test("A name has one type: what has it already is shown, another kind counts unseen")
    func kinds() {
        Meter(label: "same_total", factory: registry).set(7)
        Counter(label: "same", factory: registry).increment()
        #expect(registry.text == "# TYPE same_total gauge\nsame_total 7.0\n")
    }

    @Test("Too many series are counted unseen")
    func bound() {
        for index in 0..<10_100 {
            Counter(label: "many", dimensions: [("index", "\(index)")], factory: registry).increment()
        }
        #expect(registry.text.split(separator: "\n").count == 10_001)
    }
}
