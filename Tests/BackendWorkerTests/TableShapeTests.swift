import ABIMemory
import BackendAPI
import Testing

@testable import BackendWorker

@Suite("The shape of a plugin's table") struct TableShapeTests {
    private var whole: picker_write_v1 {
        var table = picker_write_v1()
        table.struct_size = structSize(of: picker_write_v1.self)
        table.add = { _, _, _, _, _ in PICKER_OK }
        table.create_album = { _, _, _, _, _ in PICKER_OK }
        return table
    }

    private func shape(_ change: (inout picker_write_v1) -> Void = { _ in }) -> TableShape {
        var table = whole
        change(&table)
        return TableShape(of: table, head: TableShape.extensionHead)
    }

    private func isWhole(_ shape: TableShape) -> Bool { shape.isWhole(like: whole, head: TableShape.extensionHead) }

    @Test("The shape of a plugin's table has the functions that are there, inside of its size")
    func functions() {
        #expect(shape().structSize == 24 && shape().functions == 0b11 && isWhole(shape()))
        #expect(shape { $0.add = nil }.functions == 0b10 && !isWhole(shape { $0.add = nil }))
        for size in [16, 23] as [UInt32] {
            let short = shape { $0.struct_size = size }
            #expect(short.functions == 0b01 && short.structSize == size && !isWhole(short))
        }
        #expect(shape { $0.struct_size = 8 }.functions == 0)
        #expect(isWhole(shape { $0.struct_size = 4000 }), "a plugin may be newer")
    }

    @Test("The shape of a plugin's table makes the host's own table like it, and no larger")
    func applied() {
        let lacking = shape { $0.add = nil }.applied(to: whole, head: TableShape.extensionHead)
        #expect(lacking.struct_size == 24 && lacking.add == nil && lacking.create_album != nil)
        let short = shape { $0.struct_size = 16 }.applied(to: whole, head: TableShape.extensionHead)
        #expect(short.struct_size == 16 && short.add != nil && short.create_album == nil)
        let newer = shape { $0.struct_size = 4000 }.applied(to: whole, head: TableShape.extensionHead)
        #expect(newer.struct_size == 24 && newer.add != nil && newer.create_album != nil)
    }

    @Test("The shape of a plugin's table fills what the host has room for, as far as the plugin's own table goes")
    func fill() {
        let cases: [(room: UInt32, size: UInt32, expected: UInt32)] = [
            (24, 24, 24), (16, 24, 16), (24, 16, 16), (400, 4000, 24),
        ]
        for (room, size, expected) in cases {
            var destination = picker_write_v1()
            destination.struct_size = room
            #expect(shape { $0.struct_size = size }.fill(&destination, with: whole))
            #expect(destination.struct_size == expected && destination.add != nil)
            #expect((destination.create_album != nil) == (expected == 24))
        }
        var none = picker_write_v1()
        #expect(!shape().fill(&none, with: whole) && none.add == nil)
    }

    @Test("The shape of a plugin's table comes over the wire as it was")
    func wire() throws {
        var writer = WireWriter()
        shape { $0.add = nil }.write(to: &writer)
        let body = Body(writer.body)
        var reader = body.reader
        #expect(try TableShape(&reader) == shape { $0.add = nil })
        #expect(reader.isAtEnd)
    }
}

@Suite("The head of a call") struct CallHeaderTests {
    @Test("The head of a call comes over the wire as it was, with limits if there are any")
    func wire() throws {
        var limits = picker_limits_v1()
        (limits.struct_size, limits.max_pixels) = (structSize(of: picker_limits_v1.self), 77)
        for limits in [nil, limits] as [picker_limits_v1?] {
            var head = CallHeader(.libraryRead)
            (head.flags, head.handle, head.deadline) = (CallHeader.hasError | CallHeader.isWanted, 1 << 40, .max)
            (head.messageCapacity, head.limits) = (1000, limits)
            var writer = WireWriter()
            try head.write(to: &writer)
            let body = Body(writer.body)
            var reader = body.reader
            let read = try CallHeader(&reader)
            #expect(read.operation == .libraryRead && read.handle == 1 << 40 && read.deadline == .max)
            #expect(read.messageCapacity == 1000 && read.limits?.max_pixels == limits?.max_pixels)
            #expect(read.flags == head.flags | (limits == nil ? 0 : CallHeader.hasLimits) && reader.isAtEnd)
        }
    }

    @Test("The head of a call to a function that is not known is refused")
    func unknown() {
        var writer = WireWriter()
        writer.integer(UInt32(9999))
        for _ in 0..<10 { writer.integer(UInt64(0)) }
        let body = Body(writer.body)
        var reader = body.reader
        #expect(throws: WireError.malformed) { _ = try CallHeader(&reader) }
    }

    @Test("Formats of pixels that a worker cannot send are not asked for, and a call for those alone is not made")
    func formats() {
        for (asked, expected) in [(0, 0), (1 << 2 | 1 << 7, 1 << 2), (1 << 5, 1 << 5)] as [(UInt32, UInt32)] {
            var request = picker_image_request()
            request.accepted_formats = asked
            #expect(request.acceptsWhatCrosses() && request.accepted_formats == expected)
        }
        var request = picker_image_request()
        request.accepted_formats = 1 << 6
        let isAccepted = request.acceptsWhatCrosses()
        #expect(!isAccepted)
    }
}

@Suite("How a worker failed") struct WorkerFailureTests {
    @Test(
        "How a worker failed is a hang if the host ended it in a call that was silent or late, not if it was cancelled")
    func hangs() {
        for (status, isHang) in [
            (PICKER_INTERNAL, true), (PICKER_DEADLINE, true), (PICKER_CANCELLED, false), (PICKER_CLOSED, false),
        ] as [(picker_status, Bool)] {
            var failure = WorkerFailure(end: .givenUp("hung"), isOwnFault: true, faultStatus: status)
            #expect(failure.isHang == isHang && failure.status == status)
            failure.isOwnFault = false
            #expect(!failure.isHang)
        }
        #expect(!WorkerFailure(end: .signal(11), isOwnFault: true).isHang)
        #expect(WorkerFailure(end: .signal(11)).status == PICKER_INTERNAL)
    }

    @Test(
        "How a worker failed to start is said by what the system lacked",
        arguments: [
            (24, PICKER_IO), (23, PICKER_IO), (11, PICKER_IO), (5, PICKER_IO), (12, PICKER_OUT_OF_MEMORY),
            (2, PICKER_INTERNAL), (13, PICKER_INTERNAL),
        ] as [(Int32, picker_status)])
    func lacks(code: Int32, status: picker_status) {
        #expect(WorkerFailure(end: .notStarted(code)).status == status)
        #expect(ExitReason.notStarted(code).words.hasPrefix("cannot be started: "))
    }

    @Test("How workers failed is counted: crashes, ends from outside and refused calls, each for itself")
    func counts() {
        let counts = WorkerCounts()
        for process in 1...7 as ClosedRange<Int32> { counts.started(process) }
        counts.note(1, bytes: 100)
        counts.note(2, bytes: 30)
        counts.note(1, bytes: 50)
        #expect(counts.now.started == 7 && counts.now.running == 7 && counts.now.bytes == 80)
        for (process, reason) in [
            (1, .exit(0)), (2, .exit(1)), (3, .signal(11)), (4, .givenUp("hung")), (5, .endedFromOutside(9)),
            (6, .notStarted(24)),
        ] as [(Int32, ExitReason)] {
            counts.ended(process, reason)
        }
        counts.refused()
        let now = counts.now
        #expect(now.started == 7 && now.crashed == 3 && now.endedFromOutside == 1 && now.refusedCalls == 1)
        #expect(now.running == 1 && now.bytes == 0)
    }
}
