import PhotoModel
import Testing

@testable import PickerHost

@Suite("Plugins that are tried") struct BackendTrialsTests {
    /// Plugins by their paths: what their manifests say, and what comes of trying them.
    private final class Shelf {
        let candidates: [BackendCandidate]
        private let reports: [String: ProbeReport]
        private(set) var tried: [String] = []

        init(_ plugins: [(path: String, declared: BackendInfo?, report: ProbeReport)]) {
            let folder = BackendSearchPath.Folder(path: "/", reason: .option)
            candidates = plugins.map {
                BackendCandidate(
                    path: $0.path, declared: $0.declared, declaredABI: nil, manifestPath: nil, ingestPath: nil,
                    folder: folder)
            }
            reports = Dictionary(uniqueKeysWithValues: plugins.map { ($0.path, $0.report) })
        }

        func tryOut(_ candidate: BackendCandidate) -> ProbeReport {
            tried.append(candidate.path)
            return reports[candidate.path] ?? ProbeReport(error: .notFound("not on the shelf"))
        }
    }

    private static func info(_ id: String, _ priority: Int32) -> BackendInfo {
        BackendInfo(id: id, name: id, version: "1", priority: priority, capabilities: [], formats: [])
    }

    private static func works(_ id: String, _ priority: Int32) -> ProbeReport {
        var report = ProbeReport(error: .closed)
        (report.status, report.message, report.description) = (nil, nil, info(id, priority))
        return report
    }

    private static let failure = PhotoError(.unsupported, "libphotons is missing")

    @Test("Plugins that are tried come by their priority, then in the order in which they were found, each tried once")
    func order() {
        let shelf = Shelf([
            ("/low.so", nil, Self.works("low", 1)), ("/high.so", Self.info("high", 300), Self.works("high", 300)),
            ("/bad.so", nil, ProbeReport(error: Self.failure)), ("/equal.so", nil, Self.works("equal", 1)),
            ("/lowest.so", nil, Self.works("lowest", -5)),
        ])
        var trials = BackendTrials(shelf.candidates) { shelf.tryOut($0) }
        let first = trials.next(after: [])
        #expect(first == 1)
        // What a manifest tells need not be asked before it is its turn.
        #expect(shelf.tried == ["/low.so", "/bad.so", "/equal.so", "/lowest.so", "/high.so"])
        let listings = trials.listings()
        #expect(listings.map(\.path) == ["/high.so", "/low.so", "/equal.so", "/lowest.so", "/bad.so"])
        #expect(listings.map(\.verdict) == [.usable, .usable, .usable, .usable, .unusable(Self.failure)])
        #expect(shelf.tried.count == 5)
    }

    @Test("Plugins that are tried come by the priority that they say themselves, whatever their manifests say (R3.2)")
    func boasting() {
        let shelf = Shelf([
            ("/boast.so", Self.info("boast", 900), Self.works("boast", 1)),
            ("/usual.so", Self.info("usual", 100), Self.works("usual", 100)),
            ("/lower.so", Self.info("lower", 50), Self.works("lower", 50)),
            ("/other.so", Self.info("other", 999), Self.works("other", 999)),
        ])
        var trials = BackendTrials(shelf.candidates) { shelf.tryOut($0) }
        var order: [Int] = []
        while let index = trials.next(after: Set(order), where: { $0?.id != "other" }) {
            order.append(index)
            // Only what must be run is.
            #expect(order.count > 1 || shelf.tried == ["/boast.so", "/usual.so"])
        }
        #expect(order == [1, 2, 0] && !shelf.tried.contains("/other.so"))
    }

    @Test("Plugins that are tried hide later ones with the same id, unless they cannot run themselves")
    func shadows() {
        let broken = ProbeReport(error: Self.failure)
        let shelf = Shelf([
            ("/broken.so", Self.info("a", 5), broken), ("/first.so", nil, Self.works("a", 1)),
            ("/second.so", Self.info("a", 9), Self.works("a", 9)), ("/other.so", nil, Self.works("b", 1)),
        ])
        var trials = BackendTrials(shelf.candidates) { shelf.tryOut($0) }
        let verdicts = (0..<4).map { trials.listing(of: $0).verdict }
        #expect(verdicts == [.unusable(Self.failure), .usable, .shadowed(by: "/first.so"), .usable])
        #expect(trials.listing(of: 0).description == Self.info("a", 5), "its manifest still says what it is")
    }
}

@Suite("What trying a plugin told") struct ProbeReportTests {
    @Test("What trying a plugin told is read from its line as it was written")
    func line() throws {
        let info = BackendInfo(
            id: "a", name: "Ä\n", version: "1", priority: -5, capabilities: [.write, .video], formats: ["public.jpeg"],
            schemes: ["db"], settings: [SettingDescription(key: "k", title: "K", kind: .choice, choices: ["x"])],
            requiresNetwork: true)
        var report = ProbeReport(error: .closed)
        (report.status, report.message, report.description, report.notes) = (nil, nil, info, ["one", "two"])
        let line = report.line()
        #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
        let read = try #require(ProbeReport(line: line))
        #expect(read.isUsable && read.notes == ["one", "two"])
        #expect(try read.result() == info)
    }

    @Test("What trying a plugin told is no good news if it failed, said nothing of itself, or was no report at all")
    func failures() throws {
        let failed = try #require(ProbeReport(line: ProbeReport(error: PhotoError(.offline, "later")).line()))
        #expect(!failed.isUsable)
        #expect(throws: PhotoError(.offline, "later")) { try failed.result() }
        let empty = try #require(ProbeReport(line: Array("{}".utf8)))
        #expect(!empty.isUsable)
        #expect(throws: PhotoError(.internal, "the probe gave no description")) { try empty.result() }
        let silent = try #require(ProbeReport(line: Array("{\"status\": 1}".utf8)))
        #expect(throws: PhotoError(.unsupported, "it cannot run here")) { try silent.result() }
        for line in ["", "\n", "{", "[]", "{\"status\": \"1\"}"] {
            #expect(ProbeReport(line: Array(line.utf8)) == nil)
        }
    }
}
