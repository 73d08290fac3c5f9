import ABIMemory
import BackendAPI
import Platform
import Testing

@testable import BackendWorker

@Suite("A frame that a worker still has") struct HeldFrameTests {
    /// Of 1021 pixels of three bytes in rows of 3072, with a profile of three bytes.
    private static func frame(height: UInt32 = 100) -> picker_frame {
        var frame = picker_frame()
        frame.struct_size = structSize(of: picker_frame.self)
        (frame.format, frame.width, frame.height) = (UInt32(PICKER_FORMAT_RGB8), 1021, height)
        frame.stride.0 = 3072
        frame.icc_profile.length = 3
        return frame
    }

    private static func message(_ frame: picker_frame, _ addresses: [UInt64]) throws -> Body {
        var writer = WireWriter()
        writer.integer(UInt32(1) | FrameLayout.hasProfile)
        var frame = frame
        try writer.value(&frame)
        for address in addresses { writer.integer(address) }
        return Body(writer.body)
    }

    @Test(
        "A frame that a worker still has is copied row by row to its end, and nothing of the host's memory is between")
    func copies() throws {
        let body = try Self.message(Self.frame(), [1 << 40, 1 << 41])
        var reader = body.reader
        var asked: [(address: UInt64, count: Int)] = []
        let found = try ReceivedFrame.held(&reader, within: FrameBounds()) { room, address in
            asked.append((address, room.count))
            for index in room.indices { room[index] = UInt8(truncatingIfNeeded: index % 251 + 1) }
            return true
        }
        let frame = try #require(found)
        defer { frame.release(frame.release_context) }
        // Of the last row the samples alone: what is behind them may be nowhere.
        #expect(asked.map(\.address) == [1 << 40, 1 << 41] && asked.map(\.count) == [99 * 3072 + 3063, 3])
        let plane = try #require(frame.plane.0)
        #expect((0..<asked[0].count).allSatisfy { plane[$0] == UInt8($0 % 251 + 1) })
        #expect((asked[0].count..<100 * 3072).allSatisfy { plane[$0] == 0 })
        #expect(frame.plane.1 == nil && frame.icc_profile.length == 3 && frame.icc_profile.data?[2] == 3)
    }

    @Test("A frame that a worker still has is none when a part of it is not there")
    func absent() throws {
        for failing in 1...2 {
            let body = try Self.message(Self.frame(), [1, 2])
            var reader = body.reader
            let found = try ReceivedFrame.held(&reader, within: FrameBounds()) { $1 != UInt64(failing) }
            #expect(found == nil)
        }
    }

    @Test(
        "A frame that a worker still has is not asked for when it is more than was wanted, and invalid out of its sizes"
    )
    func sizes() throws {
        var limits = picker_limits_v1()
        limits.max_pixels = 1000
        let body = try Self.message(Self.frame(), [1, 2])
        var reader = body.reader
        let refused = try ReceivedFrame.held(&reader, within: FrameBounds().limited(by: limits)) { _, _ in
            Issue.record("it is copied")
            return true
        }
        #expect(refused?.plane.0 == nil && refused?.icc_profile.length == 0)
        for height: UInt32 in [20, 6000] {
            let body = try Self.message(Self.frame(height: height), [1, 2])
            var reader = body.reader
            #expect(throws: WireError.malformed) {
                _ = try ReceivedFrame.held(&reader, within: FrameBounds()) { _, _ in true }
            }
        }
        let short = try Self.message(Self.frame(), [1])
        var rest = short.reader
        #expect(throws: WireError.malformed) {
            _ = try ReceivedFrame.held(&rest, within: FrameBounds()) { _, _ in true }
        }
    }

    /// Copies three bytes of this process, as those of a worker in some phase.
    private static func copy(of state: Monitor<WorkerSession.State>) -> [UInt8]? {
        let source: [UInt8] = [1, 2, 3]
        var copied = [UInt8](repeating: 0, count: source.count)
        let isCopied = source.withUnsafeBytes { source in
            copied.withUnsafeMutableBytes { room in
                WorkerSession.copy(room, from: UInt64(UInt(bitPattern: source.baseAddress)), of: state)
            }
        }
        return isCopied ? copied : nil
    }

    @Test("A frame is copied from a worker that answers before it is noted that it runs, and from none that ended")
    func phases() throws {
        let state = Monitor(WorkerSession.State())
        let starter = try #require(
            JoinableThread {
                pause(milliseconds: 50)
                state.withLock { $0.phase = .running(.adopted(CurrentProcess.identifier)) }
                state.wakeAll()
            })
        #expect(Self.copy(of: state) == [1, 2, 3])
        starter.join()
        for phase in [WorkerSession.Phase.gone, .ended(.notStarted(1))] {
            state.withLock { $0.phase = phase }
            #expect(Self.copy(of: state) == nil)
        }
    }
}
