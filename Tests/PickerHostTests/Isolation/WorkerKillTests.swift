import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Workers that are killed again and again under load", .timeLimit(.minutes(15))) struct WorkerKillTests {
    /// What eight tasks saw.
    private struct Tally {
        var good = 0
        /// Errors that say that the worker ended.
        var lost: [String] = []
        /// Errors that say that the asset was in two that ended.
        var refused = 0
        var wrong: [String] = []
    }

    private final class Answers: Sendable { let count = Mutex(0) }

    @Test("cost no wrong byte, and no photo is taken for the reason")
    func killed() async throws {
        let kills = TestExtent.choose(25, all: 1000)
        let shelf = try WorkerShelf()
        let library = try await shelf.open()
        let right = try await Self.answer(library, "minimal-landscape")
        let done = CancellationFlag()
        let answers = Answers()
        let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
            for number in 0..<8 {
                group.addTask {
                    var tally = Tally()
                    while !done.isCancelled {
                        let before = tally.good
                        await Self.ask(library, number, right, &tally)
                        if tally.good > before { answers.count.withLock { $0 += 1 } }
                    }
                    return tally
                }
            }
            var killed = 0
            var (last, answered) = (pid_t(0), 0)
            while killed < kills {
                let now = answers.count.withLock { $0 }
                // Those that end one after the other without an answer are waited for longer and longer, which is another test: on a
                // busy machine one starts for longer than this waits.
                if now > answered, let process = shelf.processes.first(where: { $0 != last }) {
                    answered = now
                    // Sometimes while it starts, sometimes in the middle of work.
                    try await Task.sleep(for: .milliseconds(Int.random(in: 0...20)))
                    kill(process, SIGKILL)
                    (last, killed) = (process, killed + 1)
                }
                try await Task.sleep(for: .milliseconds(60))
            }
            done.cancel()
            return try await group.reduce(into: Tally()) {
                $0.good += $1.good
                $0.lost += $1.lost
                $0.refused += $1.refused
                $0.wrong += $1.wrong
            }
        }
        #expect(tally.wrong.isEmpty, "\(tally.wrong.prefix(5))")
        // No photo is why, and the photo never changes. Eight tasks ask, and four of them may be in one worker.
        #expect(tally.refused == 0, "\(tally.refused) refused")
        #expect(
            tally.good > kills && tally.lost.count <= 4 * kills,
            "\(tally.good) good, lost: \(tally.lost.prefix(20))")
        print("\(kills) workers were killed: \(tally.good) answers, \(tally.lost.count) lost, \(tally.refused) refused")
        try await wait { shelf.processes.count <= 1 }
        library.close()
        try await wait { shelf.processes.isEmpty }
    }

    /// Pixels and bytes of an asset.
    private static func answer(_ library: PhotoLibrary, _ asset: String) async throws -> [UInt8] {
        let image = try await library.image(asset)
        let pixels = image.planes.flatMap { plane in
            let length = plane.size.width * image.format.bytesPerPixel
            return (0..<plane.size.height).flatMap { row in
                Array(UnsafeBufferPointer(start: plane.base + row * plane.stride, count: length))
            }
        }
        defer { withExtendedLifetime(image) {} }
        return pixels + [UInt8(image.planes.count)]
    }

    private static func ask(_ library: PhotoLibrary, _ number: Int, _ right: [UInt8], _ tally: inout Tally) async {
        do {
            if number.isMultiple(of: 2) {
                let answer = try await answer(library, "minimal-landscape")
                if answer != right { tally.wrong.append("\(answer.count) bytes that are not those of the image") }
            } else {
                let assets = try await library.fetch().window(offset: 0, length: 10)
                if assets.count != 2 { tally.wrong.append("\(assets.count) assets of 2") }
            }
            tally.good += 1
        } catch {
            let error = error as? PhotoError
            if error?.status == .internal, error?.message.contains("worker") == true {
                let isRefused = error?.message.contains("more than once with it") == true
                tally.refused += isRefused ? 1 : 0
                if !isRefused { tally.lost.append(error?.message ?? "") }
                pause(milliseconds: 5)
            } else {
                tally.wrong.append(error.map { "\($0)" } ?? "another error")
            }
        }
    }
}
