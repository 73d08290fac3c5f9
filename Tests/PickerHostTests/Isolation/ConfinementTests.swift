import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import PickerHost

/// Only where the kernel can: what cannot be confined on a system is shown by `picker doctor`.
@Suite(
    "What confines a worker", .timeLimit(.minutes(15)),
    .enabled(if: BackendIsolation.confinement.contains { $0.contains("(Landlock") }),
    .enabled(if: BackendIsolation.confinement.contains { $0.contains("(seccomp)") }))
struct ConfinementTests {
    @Test("permits a plugin no sockets, programs and files, neither in a call nor while it is loaded")
    func escapes() async throws {
        let shelf = try WorkerShelf("worker/escapes")
        try shelf.folder.plugins.write("words", to: "beside")
        let library = try await shelf.open()
        defer { library.close() }
        // The error would say what was permitted.
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
    }

    @Test("ends a worker that takes memory without end, and the error says how much it may have")
    func memory() async throws {
        let shelf = try WorkerShelf("worker/escapes")
        var workers = BackendIsolation.Workers()
        workers.maxMemoryBytes = 192 << 20
        let library = try await shelf.open(workers)
        defer { library.close() }
        let error = await #expect(throws: PhotoError.self) { try await library.image("minimal-landscape") }
        #expect(error?.status == .internal)
        #expect(
            error?.message.contains("MiB of memory, and may use 192 (\"maxWorkerBytes\"") == true,
            "\(error?.message ?? "")")
        #expect(try await library.image().size == PixelSize(width: 48, height: 64))
    }

    @Test("is not given up silently: a worker that cannot be confined does not start, and the error says what to set")
    func failing() async throws {
        let shelf = try WorkerShelf()
        let workers = BackendIsolation.Workers(executable: try HostileWorker.unconfinable)
        let error = await #expect(throws: PhotoError.self) { try await shelf.open(workers) }
        let message = error?.message ?? ""
        #expect(
            message.contains("cannot be confined (Landlock: ") && message.contains("\"confinement\": \"optional\""),
            "\(message)")
    }

    @Test("is not needed when the administrator permits that")
    func permitted() async throws {
        let shelf = try WorkerShelf()
        var workers = BackendIsolation.Workers(executable: try HostileWorker.unconfinable)
        workers.permitsUnconfined = true
        let library = try await shelf.open(workers)
        defer { library.close() }
        #expect(try await library.fetch().count() == 2)
    }
}
