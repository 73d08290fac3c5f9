import PhotoModel
import TestSupport
import Testing

@testable import PickerCommands

@Suite("The administrator's settings")
struct SettingValueTests {
    private let folder: TestSupport.TemporaryFolder

    init() throws { folder = try TestSupport.TemporaryFolder() }

    private func settings(_ text: String) throws -> Settings {
        try Settings.load(path: try folder.write(text, to: "config.json"))
    }

    @Test("Each is what the file says, and what it does not say is the default")
    func values() throws {
        let none = try settings("{}")
        #expect(none.backend == "auto" && none.backendPath.isEmpty && none.requireReport.isEmpty)
        #expect(none.isolation == .inProcess && none.thumbnailCacheBytes == nil)
        let limits = none.limits
        #expect(limits.maxPixels == 0 && limits.maxFileBytes == 0)
        #expect(limits.maxRequestBytes == 0 && limits.maxRequestMilliseconds == 0)
        let all = try settings(
            """
            {"backend": "heif", "backendPath": ["/a", "/b"], "requireReport": ["/r"], "isolation": "worker",
            "thumbnailCacheBytes": 0, "maxPixels": 1, "maxFileBytes": 2, "maxRequestBytes": 3,
            "maxRequestMilliseconds": 18446744073709551615}
            """)
        #expect(all.backend == "heif" && all.backendPath == ["/a", "/b"] && all.requireReport == ["/r"])
        #expect(all.isolation == .worker && all.thumbnailCacheBytes == 0)
        #expect(all.limits.maxPixels == 1 && all.limits.maxFileBytes == 2 && all.limits.maxRequestBytes == 3)
        #expect(all.limits.maxRequestMilliseconds == .max)
    }

    private static let limits = [
        "maxPixels", "maxFileBytes", "maxRequestBytes", "maxRequestMilliseconds", "maxWorkerBytes",
        "thumbnailCacheBytes",
    ]

    @Test("A limit is a whole number from 0 on, and is named where it is not", arguments: limits)
    func limit(key: String) throws {
        for value in ["-1", "1.5", "\"1\"", "true", "18446744073709551616"] {
            let error = #expect(throws: CommandFailure.self) { _ = try settings("{\"\(key)\": \(value)}") }
            #expect(
                error?.message == "\(folder.path("config.json")):1:2: \(key) is not a whole number, 0 or more",
                "\(value)")
            #expect(error?.status == .usage)
        }
    }

    @Test("A word that a setting does not know is refused with those that it knows")
    func words() throws {
        for (text, words) in [
            (#"{"isolation": "thread"}"#, "isolation is \"in-process\" or \"worker\""),
            (#"{"confinement": "yes"}"#, "confinement is \"required\" or \"optional\""),
            (#"{"desktopThumbnails": "all"}"#, "desktopThumbnails is one of"),
            (#"{"isolation": 1}"#, "isolation has the wrong type"), ("[]", "not a configuration"),
        ] {
            let error = #expect(throws: CommandFailure.self) { _ = try settings(text) }
            #expect(error?.status == .usage && error?.message.contains(words) == true, "\(text)")
        }
    }

    @Test("A file that was named must exist")
    func missing() {
        let path = folder.path("none.json")
        let error = #expect(throws: CommandFailure.self) { _ = try Settings.load(path: path) }
        #expect(error?.status == .noInput && error?.message == "\(path): cannot be read")
    }
}
