import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

/// Over the plugin of `signs_in.c`, in this process and in workers.
@Suite("A sign-in", .serialized)
struct SignInTests {
    /// Keeps secrets in memory, as a program that has no files would.
    private final class Keeping: SecretKeeping {
        let kept = Mutex<[String: [UInt8]]>([:])
        func read() -> [String: [UInt8]] { kept.withLock(\.self) }
        func change(_ body: (inout [String: [UInt8]]) throws(PhotoError) -> Void) throws(PhotoError) {
            var all = read()
            try body(&all)
            kept.withLock { [all] in $0 = all }
        }
    }

    private struct Place {
        let folder: PluginFolder
        let registry: BackendRegistry
        var configuration: LibraryConfiguration
        let keeping = Keeping()

        init(inWorker: Bool) throws {
            folder = try PluginFolder()
            let plugin = try folder.add("signs_in")
            let workers = BackendIsolation.Workers(executable: PackagePaths.helper)
            registry = BackendRegistry(
                searchPath: folder.searchPath, probe: .besideTests,
                isolation: inWorker ? .worker(workers) : .inProcess)
            configuration = LibraryConfiguration(root: folder.photos.path, backend: .path(plugin))
            configuration.secrets = keeping
        }

        func signIn() throws -> SignIn { try SignIn(configuration, registry: registry) }

        func openError() async -> PhotoStatus? {
            do throws(PhotoError) {
                try await PhotoLibrary.open(configuration, registry: registry).close()
                return nil
            } catch {
                return error.status
            }
        }
    }

    @Test(
        "goes from step to step until it is done; the library opens then, and after signing out no more",
        arguments: [false, true])
    func steps(inWorker: Bool) async throws {
        let place = try Place(inWorker: inWorker)
        #expect(await place.openError() == .signInRequired)
        let signIn = try place.signIn()
        let first = try await signIn.next()
        guard case .fields(let fields) = first.step else { throw Unexpected() }
        #expect(fields.map(\.key) == ["name", "pin"] && fields.map(\.isSecret) == [false, true])
        #expect(first.message == "Say who you are")
        let again = try await signIn.next(after: first.state, answers: ["name": "ada", "pin": "9"])
        #expect(again.message == "That is not the number of this name")
        let second = try await signIn.next(after: again.state, answers: ["name": "ada", "pin": "1234"])
        #expect(second.state == Array("second".utf8) && second.message == nil)
        #expect(place.keeping.read().isEmpty)
        let done = try await signIn.next(after: second.state, answers: ["second": "5678"])
        #expect(done == SignInPrompt(.done(account: "ada@minimal.example")))
        #expect(place.keeping.read() == ["token": Array("token-of-ada".utf8)])
        #expect(await place.openError() == nil)
        try await signIn.end()
        #expect(place.keeping.read().isEmpty)
        #expect(await place.openError() == .signInRequired)
    }

    @Test(
        "keeps no more than the limits say, and gives no one the secrets of another library", arguments: [false, true])
    func limits(inWorker: Bool) async throws {
        let place = try Place(inWorker: inWorker)
        let other = SecretPlace(Keeping())
        try SecretPlace.keeping(other.number)?.change { $0["token"] = [1, 2, 3] }
        let first = try await place.signIn().next()
        for name in ["greedy", "forgetful"] {
            let error = await #expect(throws: PhotoError.self) {
                _ = try await place.signIn().next(after: first.state, answers: ["name": name, "pin": "1"])
            }
            #expect(error?.status == .tooLarge, "\(name)")
            #expect(place.keeping.read().count <= 16)
        }
        // In this process a plugin could read the memory of all; in a worker what it may ask for is what it gets.
        guard inWorker else { return }
        let pried = try await place.signIn().next(after: first.state, answers: ["name": "prying", "pin": "1"])
        #expect(pried.message == "That is not the number of this name")
        withExtendedLifetime(other) {}
    }

    @Test(
        "is refused without a place for secrets, with a state that is not the plugin's, and where there is nothing",
        arguments: [false, true])
    func refusals(inWorker: Bool) async throws {
        var place = try Place(inWorker: inWorker)
        let wrong = await #expect(throws: PhotoError.self) {
            _ = try await place.signIn().next(after: Array("third".utf8), answers: [:])
        }
        #expect(wrong?.status == .invalidArgument)
        place.configuration.secrets = nil
        let unkept = place
        let error = await #expect(throws: PhotoError.self) {
            _ = try await unkept.signIn().next(after: Array("second".utf8), answers: ["second": "5678"])
        }
        #expect(error?.status == .unsupported)
        place.configuration.backend = .path(try place.folder.add("good"))
        let without = place
        let nothing = await #expect(throws: PhotoError.self) { _ = try await without.signIn().next() }
        #expect(nothing?.status == .unsupported)
    }

    @Test("that says it asks for fields and gives none is refused, so that no one goes on with it for ever")
    func nothingAsked() async throws {
        let place = try Place(inWorker: false)
        let first = try await place.signIn().next()
        let error = await #expect(throws: PhotoError.self) {
            _ = try await place.signIn().next(after: first.state, answers: ["name": "silent", "pin": "1"])
        }
        #expect(error?.status == .internal)
    }

    @Test("that leads to an address which is shown as another is refused", arguments: [false, true])
    func misleading(inWorker: Bool) async throws {
        let place = try Place(inWorker: inWorker)
        let first = try await place.signIn().next()
        let error = await #expect(throws: PhotoError.self) {
            _ = try await place.signIn().next(after: first.state, answers: ["name": "misleading", "pin": "1"])
        }
        #expect(error?.status == .internal && error?.message.contains("no address of https or http") == true)
    }

    @Test(
        "whose steps are none, two, of a later kind, with too long a state or lead to no page is refused",
        arguments: [false, true])
    func oddSteps(inWorker: Bool) async throws {
        let place = try Place(inWorker: inWorker)
        let first = try await place.signIn().next()
        let statuses: [(name: String, status: PhotoStatus)] = [
            ("mute", .internal), ("twofold", .internal), ("novel", .unsupported), ("verbose", .internal),
            ("elsewhere", .internal),
        ]
        for (name, status) in statuses {
            let error = await #expect(throws: PhotoError.self) {
                _ = try await place.signIn().next(after: first.state, answers: ["name": name, "pin": "1"])
            }
            #expect(error?.status == status, "\(name)")
        }
    }

    @Test("that says to wait for ever waits ten minutes, and what it says is one line", arguments: [false, true])
    func patient(inWorker: Bool) async throws {
        let place = try Place(inWorker: inWorker)
        let first = try await place.signIn().next()
        let next = try await place.signIn().next(after: first.state, answers: ["name": "patient", "pin": "1"])
        #expect(next == SignInPrompt(.wait(.seconds(600)), message: "Wait here", state: Array("first".utf8)))
    }

    @Test("that is cancelled ends", arguments: [false, true])
    func cancelled(inWorker: Bool) async throws {
        let place = try Place(inWorker: inWorker)
        let task = Task { _ = try await place.signIn().next() }
        task.cancel()
        await #expect(throws: PhotoError.self) { try await task.value }
    }

    private struct Unexpected: Error {}
}
