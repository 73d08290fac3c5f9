import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

/// What each faulty plugin is refused with.
struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let status: PhotoStatus
    let words: String
    /// What a sanitizer makes of a signal: its runtime ends the process with an exit code.
    var sanitizedWords: String?
    var testDescription: String { name }

    func isNamed(in message: String) -> Bool {
        message.contains(words) || sanitizedWords.map(message.contains) == true
    }

    static let whenProbed = [
        Fault(name: "no_entry", status: .unsupported, words: "not a Picker backend: it does not export"),
        Fault(name: "newer_abi", status: .unsupported, words: "it speaks ABI 2 and later, this host 1; update Picker"),
        Fault(name: "null_functions", status: .internal, words: "its backend table has a NULL function"),
        Fault(name: "short_struct", status: .internal, words: "its backend table is shorter than that of ABI 1"),
        Fault(name: "probe_refuses", status: .unsupported, words: "install the package libphotons7"),
        Fault(name: "entry_from_dependency", status: .unsupported, words: "comes from a library that it needs"),
        Fault(
            name: "crash_in_entry", status: .internal, words: "it crashed while it was probed (Segmentation fault)",
            sanitizedWords: "it ended the process that probed it (exit code"),
        Fault(
            name: "crash_in_constructor", status: .internal,
            words: "it crashed while it was probed (Segmentation fault)",
            sanitizedWords: "it ended the process that probed it (exit code"),
        Fault(
            name: "misbehaving/floods_in_constructor", status: .internal,
            words: "it wrote more to its standard output and error than the host takes in"),
        Fault(name: "misbehaving/keyless_setting", status: .internal, words: "its setting 2 has no usable key"),
    ]
    static let whenOpened = [
        Fault(name: "open_fails", status: .io, words: "the library cannot be opened"),
        Fault(name: "null_library_function", status: .internal, words: "its library table has a NULL function"),
        Fault(
            name: "short_library_struct", status: .internal, words: "its library table is shorter than that of ABI 1"),
    ]
    static let whenAskedForImages = [
        Fault(name: "image_never_final", status: .internal, words: "it returned without a final frame"),
        Fault(name: "image_two_finals", status: .internal, words: "it delivered a frame after the final one"),
        Fault(name: "degraded_after_final", status: .internal, words: "it delivered a frame after the final one"),
    ]
}

extension BackendListing.Verdict {
    fileprivate var error: PhotoError? {
        if case .unusable(let error) = self { error } else { nil }
    }
}

@Suite("A faulty plugin", .timeLimit(.minutes(15))) struct FaultyPluginTests {
    @Test(
        "A faulty plugin is listed with the file and the reason, and `auto` takes the good one beside it",
        arguments: Fault.whenProbed)
    func beside(fault: Fault) throws {
        let folder = try PluginFolder()
        // What entry_from_dependency needs is beside it and is a whole backend: it must come after the good one.
        let priority: Int32 = fault.name == "entry_from_dependency" ? -1 : 99
        let bad = try FaultyBackends.build(fault.name, id: "bad", priority: priority, into: folder.plugins)
        let good = try folder.add("good", id: "good")
        let listing = try #require(folder.registry.listings().first { $0.path == bad })
        let error = try #require(listing.verdict.error)
        #expect(error.status == fault.status && fault.isNamed(in: error.message))
        #expect(error.message.contains("libbad.so"))
        #expect(try folder.registry.select(.auto).path == good)
    }

    @Test("A faulty plugin chosen by its path is refused with the reason", arguments: Fault.whenProbed)
    func chosen(fault: Fault) throws {
        let folder = try PluginFolder()
        let bad = try FaultyBackends.build(fault.name, into: folder.plugins)
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.path(bad)) }
        #expect(error?.status == fault.status && fault.isNamed(in: error?.message ?? ""))
    }

    @Test("A faulty plugin that cannot open a library is named when one is opened", arguments: Fault.whenOpened)
    func opened(fault: Fault) async throws {
        let folder = try PluginFolder()
        let bad = try folder.add(fault.name)
        let error = await #expect(throws: PhotoError.self) { _ = try await folder.open() }
        #expect(error?.status == fault.status && error?.message == "\(bad): \(fault.words)")
    }

    @Test("A faulty plugin that opened a library of which a function is missing is told to close it")
    func closed() async throws {
        let folder = try PluginFolder()
        let bad = try folder.add("null_library_function")
        await #expect(throws: PhotoError.self) { _ = try await folder.open() }
        let counters = try #require(MinimalCounters(path: bad))
        #expect(counters.librariesOpened > 0 && counters.librariesClosed == counters.librariesOpened)
    }

    @Test("A faulty plugin that began a fetch of which a function is missing is told to release it")
    func released() async throws {
        let folder = try PluginFolder()
        let bad = try folder.add("misbehaving/null_fetch_function")
        let library = try await folder.open()
        defer { library.close() }
        await #expect(throws: PhotoError(.internal, "minimal: its fetch table has a NULL function")) {
            _ = try await library.fetch()
        }
        let counters = try #require(MinimalCounters(path: bad))
        #expect(counters.fetchesBegun > 0 && counters.fetchesReleased == counters.fetchesBegun)
    }

    @Test(
        "A faulty plugin that breaks the rules of images fails the request, and every frame is released",
        arguments: Fault.whenAskedForImages)
    func images(fault: Fault) async throws {
        let folder = try PluginFolder()
        let path = try folder.add(fault.name)
        let library = try await folder.open()
        let options = ImageOptions(targetSize: nil)
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestImage(for: "minimal-landscape", options: options).finalImage()
        }
        #expect(error == PhotoError(fault.status, "minimal: \(fault.words)"))
        await #expect(throws: PhotoError(fault.status, "minimal: \(fault.words)")) {
            try await library.encodedImage(of: "minimal-landscape", options: options, encoding: .png)
        }
        let counters = try #require(MinimalCounters(path: path))
        #expect(counters.framesEmitted >= 2 && counters.framesReleased == counters.framesEmitted)
    }

    @Test("A faulty plugin that says that all went well and gives nothing fails each call, with what is missing")
    func silent() async throws {
        let folder = try PluginFolder()
        try folder.add("misbehaving/says_nothing")
        let library = try await folder.open()
        defer { library.close() }
        try await library.requestAuthorization()
        await #expect(throws: PhotoError(.internal, "minimal: its library has no camera roll")) {
            try await library.cameraRoll()
        }
        await #expect(throws: PhotoError(.internal, "minimal: its fetch table has a NULL function")) {
            _ = try await library.fetch()
        }
        await #expect(throws: PhotoError(.internal, "minimal: it added and said not what")) {
            try await library.add(NewAsset(filename: "a.jpg", bytes: [1, 2, 3]))
        }
        await #expect(throws: PhotoError(.internal, "minimal: it made an album and said not which")) {
            try await library.createAlbum(title: "A")
        }
        await #expect(throws: PhotoError(.internal, "minimal: it gave no facts")) {
            try await library.videoFacts(of: "minimal-landscape")
        }
        await #expect(throws: PhotoError(.internal, "minimal: it returned without a final frame")) {
            try await library.poster(of: "minimal-landscape")
        }
    }

    @Test("A faulty plugin whose id cannot be one is refused")
    func nameless() throws {
        let folder = try PluginFolder()
        let bad = try folder.add("good", as: "bad", id: "no id")
        for registry in [folder.registry, folder.directRegistry] {
            let error = #expect(throws: PhotoError.self) { try registry.select(.path(bad)) }
            #expect(error == PhotoError(.internal, "\(bad): its info has no usable id, name or version"))
        }
    }

    @Test("A faulty plugin that logs what is not UTF-8 is heard all the same")
    func logs() throws {
        let folder = try PluginFolder()
        try folder.add("answers/logs_latin1")
        let listing = try #require(folder.registry.listings().first)
        #expect(listing.isUsable && listing.notes.contains("caf\u{FFFD}.conf is missing"))
    }

    @Test(
        "A faulty plugin that never answers is given up after its time, in whichever process group it is",
        arguments: ["hang_in_entry", "misbehaving/leaves_group"])
    func hangs(name: String) throws {
        let folder = try PluginFolder()
        let bad = try folder.add(name)
        let registry = BackendRegistry(searchPath: folder.searchPath, probe: .besideTests(milliseconds: 300))
        let error = #expect(throws: PhotoError.self) { try registry.select(.path(bad)) }
        #expect(error == PhotoError(.deadline, "\(bad): it did not answer within 300 ms and was not loaded"))
    }

    @Test(
        "A faulty plugin may be a text file or an empty one",
        arguments: ["", String(repeating: "no library, just words\n", count: 9)])
    func text(content: String) throws {
        let folder = try PluginFolder()
        let bad = try folder.plugins.write(content, to: "libtext.so")
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.path(bad)) }
        #expect(error?.status == .unsupported && error?.message.hasPrefix("\(bad): ") == true)
        #expect(error?.message.contains(content.isEmpty ? "too short" : "invalid ELF header") == true)
    }

    @Test("A faulty plugin that lacks a library says which, and what to do")
    func missingLibrary() throws {
        let folder = try PluginFolder()
        let bad = try FaultyBackends.build("entry_from_dependency", into: folder.plugins)
        try FileManager.default.removeItem(atPath: folder.plugins.path("libneeded_by_entry_from_dependency.so"))
        let error = #expect(throws: PhotoError.self) { try folder.registry.select(.path(bad)) }
        let missing = "libneeded_by_entry_from_dependency.so"
        let help = "it needs \(missing), which is not installed: install the package that has \(missing)"
        #expect(error == PhotoError(.unsupported, "\(bad): \(help)"))
    }

    @Test("A faulty plugin that is a pipe or a folder is refused, and not waited for", arguments: [false, true])
    func noFile(isPipe: Bool) throws {
        let folder = try PluginFolder()
        let bad = folder.plugins.path("libbad.so")
        if isPipe {
            #expect(mkfifo(bad, 0o600) == 0)
        } else {
            try FileManager.default.createDirectory(atPath: bad, withIntermediateDirectories: false)
        }
        for registry in [folder.registry, folder.directRegistry] {
            let error = #expect(throws: PhotoError.self) { try registry.select(.path(bad)) }
            #expect(error == PhotoError(.unsupported, "\(bad): not a file; a backend is a shared library"))
        }
    }

    @Test("A faulty plugin that is no file at all is not found", arguments: ["/no/such/plugin.so", "nowhere.so"])
    func missing(path: String) throws {
        let error = #expect(throws: PhotoError.self) { try PluginFolder().registry.select(.path(path)) }
        #expect(error == PhotoError(.notFound, "\(path): no such plugin file"))
    }

    @Test("A faulty plugin cannot be probed without the helper program, which is named")
    func noHelper() throws {
        let folder = try PluginFolder()
        let good = try folder.add("good")
        let registry = BackendRegistry(
            searchPath: folder.searchPath, probe: ProbeProcess(executable: "/no/such/picker-helper"))
        let error = #expect(throws: PhotoError.self) { try registry.select(.path(good)) }
        #expect(error?.status == .io && error?.systemErrno == ENOENT)
        #expect(error?.message == "/no/such/picker-helper cannot be started: No such file or directory")
    }
}
