import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import ConformanceKit

@Suite("A conformance report") struct ReportTests {
    private static let outcomes = [
        CheckOutcome(id: "static.elf", verdict: .passed, milliseconds: 3),
        CheckOutcome(id: "static.loads", verdict: .failed, message: "it <cannot> \"be\" & loaded\nat all #1"),
        CheckOutcome(id: "fetch.stop", verdict: .crashed, message: "it died", lastStep: "window 0+5"),
        CheckOutcome(id: "fetch.dates", verdict: .skipped, message: "it does not declare query-dates"),
        CheckOutcome(id: "static.manifest", verdict: .warning, message: "none"),
        CheckOutcome(id: "images.fast", verdict: .failed, message: "two came", waiver: "issue 12"),
    ]

    private static func report(_ outcomes: [CheckOutcome] = outcomes) -> ConformanceReport {
        ConformanceReport(
            kitVersion: "0", plugin: "/plugins/libx.so", sha256: "00ff", level: .core, filter: nil,
            verdict: RunVerdict(outcomes), checks: outcomes)
    }

    @Test("A report has an exit code for each kind of end")
    func verdicts() {
        func verdict(_ verdicts: Verdict...) -> Int32 {
            RunVerdict(verdicts.map { CheckOutcome(id: "a.b", verdict: $0) }).rawValue
        }
        #expect(verdict() == 2)
        #expect(verdict(.passed, .skipped, .warning) == 0)
        #expect(verdict(.passed, .failed) == 1)
        #expect(verdict(.failed, .crashed) == 3)
        #expect(verdict(.timedOut) == 3)
        #expect(verdict(.crashed, .harnessError) == 2)
        #expect(RunVerdict([CheckOutcome(id: "a.b", verdict: .skipped, isIncomplete: true)]).rawValue == 4)
        #expect(RunVerdict([CheckOutcome(id: "a.b", verdict: .failed, waiver: "known")]).rawValue == 0)
    }

    @Test("A report is read back from its JSON unchanged")
    func json() throws {
        let report = Self.report()
        let again = try JSONDecoder().decode(ConformanceReport.self, from: Data(report.json()))
        #expect(again == report)
    }

    @Test("A report as text ends in the verdict, and says how to fix what failed")
    func human() throws {
        let text = ReportFormat.human.text(Self.report())
        #expect(
            text.hasSuffix(
                "not conformant: it crashed or hung: 1 passed, 2 failed, 1 crashed, 1 skipped, 1 warning (level core)\n"
            ))
        #expect(text.contains("last step: window 0+5"))
        #expect(text.contains("fix: Link what the plugin needs"))
        #expect(text.contains("waived: issue 12"))
        #expect(!text.contains("static.elf"))
    }

    @Test(
        "The name of a plugin's file, and what a waiver says, begin no line of a report as text and control no terminal"
    )
    func names() {
        let outcome = CheckOutcome(
            id: "images.fast", verdict: .failed, message: "two came", waiver: "known\npassed: all")
        var report = Self.report([outcome])
        report.plugin = "/plugins/lib\u{1B}[2Jx\nconformant: 300 passed.so"
        let text = ReportFormat.human.text(report)
        #expect(!text.contains("\u{1B}") && !text.contains("\nconformant: 300") && !text.contains("\npassed: all"))
    }

    @Test("What a plugin says does not end what it stands in, whatever accents it has")
    func marks() throws {
        let message = "<\u{301}b> \"\u{301} &\u{301} \u{FFFF} */\u{301}"
        let outcome = CheckOutcome(id: "static.loads", verdict: .failed, message: message)
        let text = ReportFormat.junit.text(Self.report([outcome]))
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(text)")
        let expected = "<\u{301}b> \"\u{301} &\u{301} \u{FFFD} */\u{301}"
        let told = try #require(counter.messages.first)
        #expect(Array(told.unicodeScalars) == Array(expected.unicodeScalars))
        let sequence = CallSequence(check: "fuzz.calls", seed: 1, steps: [])
        let source = Reproduction(sequence, plugin: "/plugins/libx.so", found: outcome).source
        #expect(!source.contains(message))
    }

    @Test("A report as a page has the calls of a sequence in lines of their own")
    func calls() {
        let reproduction = Reproduction(seed: 1, steps: ["open library 0", "probe"], source: "")
        let outcome = CheckOutcome(
            id: "fuzz.calls", verdict: .failed, message: "none", reproduction: reproduction)
        let page = ReportFormat.html.text(Self.report([outcome]))
        #expect(page.contains("<pre>1. open library 0\n2. probe</pre>"))
    }

    @Test("A report as JSON lines has one object for each check and one for the run")
    func jsonLines() throws {
        let lines = ReportFormat.jsonl.text(Self.report()).split(separator: "\n")
        #expect(lines.count == Self.outcomes.count + 1)
        let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(objects[1]?["verdict"] as? String == "failed")
        #expect(objects[1]?["clauses"] as? [String] == ["R2.1", "R1.2", "R2.4"])
        #expect(objects.last??["exitCode"] as? Int == 3)
    }

    @Test("A report as TAP counts neither skips nor waivers as failures")
    func tap() {
        let lines = ReportFormat.tap.text(Self.report()).split(separator: "\n").map(String.init)
        #expect(lines[0] == "TAP version 13" && lines[1] == "1..6" && lines[2] == "ok 1 static.elf")
        #expect(lines.contains("not ok 2 static.loads"))
        #expect(lines.contains("ok 4 fetch.dates # SKIP it does not declare query-dates"))
        #expect(lines.contains("ok 6 images.fast # TODO waived: issue 12"))
    }

    @Test("A report as JUnit is XML with the failures and errors counted")
    func junit() throws {
        let text = ReportFormat.junit.text(Self.report())
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(text)")
        #expect(counter.counts["testcase"] == 6 && counter.counts["failure"] == 1 && counter.counts["error"] == 1)
        #expect(counter.counts["skipped"] == 2)
    }

    @Test("What several checks found alike is told once, with the others' ids")
    func groups() {
        let outcomes = ["a.one", "a.two", "a.three"].map {
            CheckOutcome(id: $0, verdict: .crashed, message: "it died", lastStep: "open_library of \($0)")
        }
        let others = [
            CheckOutcome(id: "b.one", verdict: .crashed, message: "it died", lastStep: "close"),
            CheckOutcome(id: "b.two", verdict: .crashed, message: "it died", lastStep: "open_library", waiver: "known"),
        ]
        let text = ReportFormat.human.text(Self.report(outcomes + others))
        #expect(text.contains("the same in 2 other checks: a.two, a.three"), "\(text)")
        #expect(text.split(separator: "\n").count { $0.hasPrefix("crashed: ") } == 3)
        let page = ReportFormat.html.text(Self.report(outcomes + others))
        #expect(page.contains("the same as in <a href=\"#a.one\">"))
        #expect(ReportFormat.tap.text(Self.report(outcomes + others)).contains("not ok 3 a.three"))
    }

    @Test("A report says for people what it is worth, and how many checks say nothing")
    func scope() {
        var report = Self.report()
        report.notRun = 12
        for format in [ReportFormat.human, .html] { #expect(format.text(report).contains("honest plugin")) }
        #expect(report.summary.contains("12 not run"))
    }

    @Test("A page shows pictures of a finding, and a report in JSON has none")
    func pictures() throws {
        var outcomes = Self.outcomes
        outcomes[1].pictures = [FindingPicture(name: "expected", png: [0x89, 0x50])]
        let report = Self.report(outcomes)
        #expect(ReportFormat.html.text(report).contains("<img alt=\"expected\" src=\"data:image/png;base64,iVA=\">"))
        #expect(!String(decoding: report.json(), as: UTF8.self).contains("iVA="))
    }

    @Test("A report as a page refers to nothing else, and escapes what a plugin says")
    func html() {
        let text = ReportFormat.html.text(Self.report())
        #expect(text.contains("it &lt;cannot&gt; &quot;be&quot; &amp; loaded at all #1"))
        for forbidden in ["<script", "http:", "https:", "src=", "@import", "url("] {
            #expect(!text.contains(forbidden))
        }
    }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var messages: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        if let message = attributes["message"] { messages.append(message) }
    }
}

@Suite("Waivers") struct WaiverTests {
    private static let wrong: [(text: String, words: String)] = [
        ("nonsense", "not a JSON array"),
        (#"[{"check": "a.b", "reason": "x", "expires": "2027-01-01"}]"#, "there is no check a.b"),
        (#"[{"check": "fetch.stop", "reason": " ", "expires": "2027-01-01"}]"#, "give a reason"),
        (#"[{"check": "fetch.stop", "reason": "x", "expires": "soon"}]"#, "is no day"),
        (#"[{"check": "fetch.stop", "reason": "x", "expires": "2026-11-20"}]"#, "expired on 2026-11-20"),
    ]

    @Test("Waivers that are wrong or have expired are an error", arguments: wrong.map(\.text))
    func refused(text: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "waivers.json")
        let error = #expect(throws: UsageError.self) { try Waiver.read(path, today: "2026-11-21") }
        let words = try #require(Self.wrong.first { $0.text == text }).words
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    @Test("Waivers hold on their last day, and take the failure out of the verdict")
    func holds() async throws {
        let folder = try TemporaryFolder()
        let text = #"[{"check": "fetch.stop", "reason": "known", "expires": "2026-11-21"}]"#
        let path = try folder.write(text, to: "waivers.json")
        let plugin = try await onThread { try FolderBackends.build("ignores-stop", into: folder) }
        var run = try ConformanceRun.test(plugin, filter: "fetch.stop")
        #expect(try await run.report().verdict == .failed)
        run.waivers = try Waiver.read(path, today: "2026-11-21")
        let report = try await run.report()
        #expect(report.verdict == .conformant && report.checks.first?.waiver == "known")
    }

    @Test("A check that should pass needs no waiver unless that is made fatal")
    func should() async throws {
        let folder = try TemporaryFolder()
        let plugin = try await onThread { try FolderBackends.build("none", into: folder) }
        var run = try ConformanceRun.test(plugin, filter: "static.manifest")
        #expect(try await run.report().verdict == .conformant)
        run.isShouldFatal = true
        #expect(try await run.report().verdict == .failed)
    }
}
