import Foundation
import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

/// The program is run with a library in front of those that parse media, which notes each time that they are asked to. What
/// the program starts is not: its environment is a list.
@Suite(
    "Media in the process of picker",
    .enabled(if: PackagePaths.clang != nil && !isSanitized, "needs clang, and a build without sanitizers"))
struct MediaParsingTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("turned.jpg", Self.withLocation(SamplePhoto.jpeg(64, 48, orientation: 6)))
        try photos.write("upright.jpg", SamplePhoto.jpeg(64, 48))
        try photos.write("p3.jpg", SamplePhoto.displayP3())
        try photos.write("plain.png", SamplePhoto.png())
        try photos.write("raw.dng", SampleRAW.dng.file(orientation: 8))
    }

    /// With an XMP packet that says where it was taken.
    private static func withLocation(_ jpeg: [UInt8]) -> [UInt8] {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="Paris" photoshop:Headline="Tower"/></r:RDF>
            """
        let length = packet.utf8.count + 2
        return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + Array(packet.utf8)
            + jpeg.dropFirst(2)
    }

    /// What reads photos, profiles and XML; and what starts the program that does it in place of the host.
    private static let functions = [
        "cmsOpenProfileFromMem", "jpeg_read_header", "png_create_read_struct", "png_set_iCCP", "XML_ParserCreateNS",
        "XML_ParserCreate", "WebPGetFeaturesInternal", "WebPDemuxInternal", "DGifOpen",
    ]

    private func watcher() async throws -> String {
        let wrapped = Self.functions.map { name in
            """
            long \(name)(long a, long b, long c, long d, long e, long f)
            {
                note("\(name)");
                return ((long (*)(long, long, long, long, long, long))dlsym(RTLD_NEXT, "\(name)"))(a, b, c, d, e, f);
            }
            """
        }
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            static void note(const char *name)
            {
                int file = open(getenv("PARSED"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
                if (file < 0 || write(file, name, strlen(name)) < 0 || write(file, "\\n", 1) < 0) abort();
                close(file);
            }
            int posix_spawn(long a, long b, long c, long d, char *const *arguments, long e)
            {
                if (arguments[0] && arguments[1]) note(arguments[1]);
                return ((int (*)(long, long, long, long, char *const *, long))dlsym(RTLD_NEXT, "posix_spawn"))(
                    a, b, c, d, arguments, e);
            }
            """
        let text = ([source] + wrapped).joined(separator: "\n")
        let file = try photos.surroundings.write(text, to: "watch.c")
        let library = photos.surroundings.path("watch.so")
        let options = ["-shared", "-fPIC", "-fno-builtin", "-o", library, file, "-ldl"]
        try await onThread { try CCompiler.run(options) }
        return library
    }

    /// Runs a command; gives what it parsed and started, and what it wrote.
    private func run(
        _ watcher: String, _ isolation: String, _ arguments: [String], _ ending: String
    ) async throws -> (noted: Set<String>, output: [UInt8]) {
        let out = photos.surroundings.path("out-\(Int.random(in: 0..<Int.max)).\(ending)")
        let notes = out + ".parsed"
        let words =
            ["LD_PRELOAD=\(watcher)", "PARSED=\(notes)", PickerProgram.path] + arguments
            + ["--library", photos.path, "--isolation", isolation, "--out", out]
        try await picker.run("env", words).expectSuccess()
        let noted = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? ""
        return (Set(noted.split(separator: "\n").map(String.init)), try Files.bytes(out))
    }

    @Test(
        "is parsed there when plugins are, and in confined processes alone when they are isolated, with the same result",
        arguments: [
            (["image", "p3.jpg", "--size", "40", "--color", "keep"], "jpg", false),
            (["image", "p3.jpg", "--size", "40", "--color", "keep"], "png", false),
            (["image", "plain.png", "--size", "20"], "jpg", false),
            (["original", "turned.jpg", "--mode", "compatible"], "jpg", true),
            (["original", "turned.jpg", "--mode", "compatible", "--without-location"], "jpg", true),
            (["original", "turned.jpg", "--without-location"], "jpg", true),
            (["original", "upright.jpg", "--mode", "compatible"], "jpg", true),
            (["original", "raw.dng", "--mode", "compatible"], "jpg", true),
        ])
    func parsed(arguments: [String], ending: String, startsHelper: Bool) async throws {
        let watcher = try await watcher()
        let direct = try await run(watcher, "in-process", arguments, ending)
        let isolated = try await run(watcher, "worker", arguments, ending)
        #expect(isolated.output == direct.output && !direct.output.isEmpty)
        #expect(isolated.noted.isDisjoint(with: Self.functions), "\(isolated.noted)")
        #expect(isolated.noted.contains("convert") == startsHelper && isolated.noted.contains("worker"))
        // Or the watcher would see nothing.
        #expect(!direct.noted.contains("convert"))
        if arguments[0] == "image" { #expect(!direct.noted.isDisjoint(with: Self.functions), "\(direct.noted)") }
    }
}

/// Sanitizers want to be the first library.
let isSanitized = {
    let program = FileManager.default.contents(atPath: PickerProgram.path) ?? Data()
    return program.range(of: Data("__asan_report_load".utf8)) != nil
        || program.range(of: Data("__tsan_read4".utf8)) != nil
}()
