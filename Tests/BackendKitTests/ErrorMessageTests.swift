import BackendAPI
import Glibc
import PhotoModel
import Testing

@testable import BackendKit

@Suite("An error for the host") struct ErrorMessageTests {
    private let message = "naïve 🌄👩‍👩‍👧 name"

    @Test(
        "An error for the host is cut before the character that does not fit, at every capacity (R10.3)",
        arguments: 0...40)
    func cut(capacity: Int) {
        let room = ErrorBuffer(capacity: capacity)
        #expect(PhotoError(.io, message, systemErrno: 5).report(to: room.pointer) == PICKER_IO)
        #expect(String(validating: room.bytes, as: UTF8.self) != nil)
        #expect(message.utf8.starts(with: room.bytes))
        #expect(room.bytes.count <= capacity && room.bytes.count > min(capacity, message.utf8.count) - 4)
        #expect(room.isIntactBehindMessage && room.pointer.pointee.system_errno == 5)
    }

    @Test("An error for the host is one line, whatever a file name contains")
    func oneLine() {
        let room = ErrorBuffer()
        _ = PhotoError(.notFound, "a\nb\r\u{0}c\u{85}d.jpg").report(to: room.pointer)
        #expect(room.text == "a b  c d.jpg")
    }

    @Test("An error for the host is a status alone when the host has no room at all")
    func noRoom() {
        #expect(PhotoError.closed.report(to: nil) == PICKER_CLOSED)
        let room = ErrorBuffer()
        room.pointer.pointee.struct_size = 8
        #expect(PhotoError.closed.report(to: room.pointer) == PICKER_CLOSED)
        #expect(room.text == "")
    }

    @Test("An error for the host is never PICKER_OK, whatever number a backend made it with")
    func neverOK() {
        #expect(PhotoError(PhotoStatus(rawValue: PICKER_OK), "?").report(to: nil) == PICKER_INTERNAL)
        #expect(PhotoError(PhotoStatus(rawValue: 77), "?").report(to: nil) == 77)
    }

    @Test("An error for the host says when to try again, in whole milliseconds that are not too few")
    func retryAfter() {
        let room = ErrorBuffer()
        let waits: [(Duration?, UInt64)] = [
            (nil, 0), (.zero, 0), (.seconds(30), 30_000), (.nanoseconds(1), 1), (.microseconds(1_500), 2),
            (.seconds(-1), 0), (.seconds(Int64.max), .max),
            (.seconds(18_446_744_073_709_551), 18_446_744_073_709_551_000),
            (Duration.seconds(18_446_744_073_709_551) + Duration.milliseconds(616), .max),
        ]
        for (wait, milliseconds) in waits {
            let error = PhotoError(.rateLimited, "slowly", retryAfter: wait)
            #expect(error.report(to: room.pointer) == PICKER_RATE_LIMITED)
            #expect(room.pointer.pointee.retry_after == milliseconds)
        }
    }

    @Test(
        "An error for the host has no time to try again where that would not help (R10.6)",
        arguments: [
            (.internal, 0), (.notFound, 0), (PhotoStatus(rawValue: 77), 0), (.io, 2000), (.signInRequired, 2000),
            (PhotoStatus(rawValue: 1777), 2000),
        ] as [(PhotoStatus, UInt64)])
    func noRetry(status: PhotoStatus, milliseconds: UInt64) {
        let room = ErrorBuffer()
        _ = PhotoError(status, "no", retryAfter: .seconds(2)).report(to: room.pointer)
        #expect(room.pointer.pointee.retry_after == milliseconds)
    }

    @Test("An error for a host that knows no time to try again is written as far as there is room")
    func olderHost() {
        let room = ErrorBuffer()
        room.pointer.pointee.struct_size = 24
        #expect(
            PhotoError(.busy, "later", systemErrno: 11, retryAfter: .seconds(1)).report(to: room.pointer) == PICKER_BUSY
        )
        #expect(room.text == "later" && room.pointer.pointee.system_errno == 11)
        #expect(room.pointer.pointee.retry_after == 0)
    }

    @Test(
        "An error for the host of a call to the system says what can be done about it, and keeps the number",
        arguments: [
            (EACCES, PICKER_ACCESS_DENIED), (EPERM, PICKER_ACCESS_DENIED), (ENOENT, PICKER_NOT_FOUND),
            (ENOTDIR, PICKER_NOT_FOUND), (ELOOP, PICKER_CHANGED), (ENOMEM, PICKER_OUT_OF_MEMORY),
            (ENOSPC, PICKER_NO_SPACE), (EDQUOT, PICKER_QUOTA), (EROFS, PICKER_ACCESS_DENIED), (EIO, PICKER_IO),
            (0, PICKER_IO),
        ] as [(Int32, picker_status)])
    func system(code: Int32, status: picker_status) {
        let room = ErrorBuffer()
        #expect(PhotoError.system(code, "a.jpg").report(to: room.pointer) == status)
        #expect(room.pointer.pointee.system_errno == code && room.text == "a.jpg")
    }
}
