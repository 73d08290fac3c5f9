import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

@Suite("What a backend fails with")
struct StatusTests {
    /// What is returned, and what callers of the host see of it.
    private static let answers: [(status: Int32, seen: PhotoStatus, kind: PhotoStatus.Kind)] = [
        (1, .unsupported, .permanent), (2, .invalidArgument, .permanent), (3, .notFound, .permanent),
        (4, .corruptMedia, .permanent), (5, .unsupportedFormat, .permanent), (6, .tooLarge, .permanent),
        (7, .alreadyExists, .permanent), (8, .closed, .permanent), (9, .internal, .permanent),
        (1000, .changed, .transient), (1001, .outOfMemory, .transient), (1002, .io, .transient),
        (1003, .cancelled, .transient), (1004, .deadline, .transient), (1005, .offline, .transient),
        (1006, .busy, .transient), (1007, .rateLimited, .transient), (1008, .stopped, .transient),
        (1009, .notYet, .transient),
        (2000, .accessDenied, .needsPerson), (2001, .signInRequired, .needsPerson),
        (2002, .consentRequired, .needsPerson), (2003, .networkNotAllowed, .needsPerson),
        (2004, .noSpace, .needsPerson), (2005, .quota, .needsPerson),
        // Of a later version, or of none.
        (777, .internal, .permanent), (1777, .busy, .transient), (2777, .accessDenied, .needsPerson),
        (-1, .internal, .permanent), (3000, .internal, .permanent), (.max, .internal, .permanent),
    ]

    @Test("reaches the host's caller with its number, its words and its time", arguments: [false, true])
    func everyStatus(inWorker: Bool) async throws {
        let folder = try PluginFolder()
        let plugin = try folder.add("answers/fails_as_told")
        let workers = BackendIsolation.Workers(executable: PackagePaths.helper)
        let registry = BackendRegistry(
            searchPath: folder.searchPath, probe: .besideTests, isolation: inWorker ? .worker(workers) : .inProcess)
        let library = try await PhotoLibrary.open(
            LibraryConfiguration(root: folder.photos.path, backend: .path(plugin)), registry: registry)
        defer { library.close() }
        try await library.requestAuthorization()
        for (number, answer) in Self.answers.enumerated() {
            _ = try folder.photos.write("\(answer.status) \(number) answer \(number)\n", to: ".answer")
            let error = await #expect(throws: PhotoError.self) { try await Self.image(of: library) }
            #expect(error?.status == answer.seen && error?.status.kind == answer.kind, "\(answer.status)")
            #expect(error?.message == "answer \(number)")
            #expect(error?.retryAfter == (number == 0 ? nil : .milliseconds(number)))
        }
    }

    @Test("has words that say what to do, also when the backend says nothing")
    func withoutMessage() async throws {
        let folder = try PluginFolder()
        let library = try await folder.open(.path(try folder.add("answers/fails_as_told")))
        defer { library.close() }
        try await library.requestAuthorization()
        for answer in Self.answers where answer.status > 1004 && answer.status != 2000 {
            _ = try folder.photos.write("\(answer.status) 0\n", to: ".answer")
            let error = await #expect(throws: PhotoError.self) { try await Self.image(of: library) }
            let isKnown = PhotoStatus(rawValue: answer.status).understood.rawValue == answer.status
            #expect(!isKnown || error?.message.contains(#/again|sign in/#) == true, "\(error?.message ?? "")")
        }
    }

    private static func image(of library: PhotoLibrary) async throws -> PixelBuffer {
        try await library.requestImage(for: "minimal-portrait", options: ImageOptions(targetSize: nil)).finalImage()
            .pixels
    }
}
