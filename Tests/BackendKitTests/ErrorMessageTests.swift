import BackendAPI
import PhotoModel
import Testing

@testable import BackendKit

@Suite("An error for the host") struct ErrorMessageTests {
    private let message = "naïve 🌄👩‍👩‍👧 name"

    @Test("is cut before the character that does not fit, at every capacity (R10.3)", arguments: 0...40)
    func cut(capacity: Int) {
        let room = ErrorRoom(capacity: capacity)
        #expect(BackendError(.io, message, systemErrno: 5).report(to: room.pointer) == PICKER_IO)
        #expect(String(validating: room.bytes, as: UTF8.self) != nil)
        #expect(message.utf8.starts(with: room.bytes))
        #expect(room.bytes.count <= capacity && room.bytes.count > min(capacity, message.utf8.count) - 4)
        #expect(room.isIntactBehindMessage && room.pointer.pointee.system_errno == 5)
    }

    @Test("is one line, whatever a file name contains")
    func oneLine() {
        let room = ErrorRoom()
        _ = BackendError(.notFound, "a\nb\r\u{0}c\u{85}d.jpg").report(to: room.pointer)
        #expect(room.text == "a b  c d.jpg")
    }

    @Test("is a status alone when the host has no room at all")
    func noRoom() {
        #expect(BackendError.closed.report(to: nil) == PICKER_CLOSED)
        let room = ErrorRoom()
        room.pointer.pointee.struct_size = 8
        #expect(BackendError.closed.report(to: room.pointer) == PICKER_CLOSED)
        #expect(room.text == "")
    }

    @Test("is never PICKER_OK, whatever number a backend made it with")
    func neverOK() {
        #expect(BackendError(PhotoStatus(rawValue: PICKER_OK), "?").report(to: nil) == PICKER_INTERNAL)
        #expect(BackendError(PhotoStatus(rawValue: 77), "?").report(to: nil) == 77)
    }
}
