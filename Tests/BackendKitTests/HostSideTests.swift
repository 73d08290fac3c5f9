import ABIMemory
import BackendAPI
import PhotoModel
import Platform
import Testing

@testable import BackendKit

/// What a host that was called has heard.
private final class HostEar: Sendable {
    let lines = Mutex<[String]>([])
    let progress = Mutex<[[UInt64]]>([])
    let status = Atomic(PICKER_OK)

    static func of(_ context: UnsafeMutableRawPointer?) -> HostEar {
        Unmanaged<HostEar>.fromOpaque(context!).takeUnretainedValue()  // Set by the tests.
    }

    var call: picker_call {
        var call = picker_call()
        call.struct_size = structSize(of: picker_call.self)
        call.deadline = 42
        call.context = Unmanaged.passUnretained(self).toOpaque()
        call.check = { HostEar.of($0).status.load(ordering: .relaxed) }
        call.progress = { context, done, total in HostEar.of(context).progress.withLock { $0.append([done, total]) } }
        return call
    }
}

@Suite("A call of the host") struct BackendCallTests {
    private func seen(
        _ root: String, status: picker_status = PICKER_OK, _ body: @escaping @Sendable (BackendCall) -> Void
    ) throws -> (picker_status, HostEar) {
        let ear = HostEar()
        ear.status.store(status, ordering: .relaxed)
        _ = StubLibrary(root: root) { (_, call, _) throws(PhotoError) in
            body(call)
            try call.check()
            throw .unsupported("went on")
        }
        let library = try DrivenLibrary(root)
        var request = picker_image_request()
        request.struct_size = structSize(of: picker_image_request.self)
        request.local_identifier = library.arena.string("a")
        var sink = FrameKeeper().sink
        var call = ear.call
        return (library.table.request_image(library.table.context, &request, &sink, &call, nil), ear)
    }

    @Test("A call of the host passes on progress and its deadline")
    func progress() throws {
        let (status, ear) = try seen(#function) { call in
            guard call.deadline == 42, !call.cancellation.isCancelled else { return }
            call.report(3, of: 10)
            call.report(-4)
        }
        #expect(status == PICKER_UNSUPPORTED && ear.progress.withLock { $0 } == [[3, 10], [0, 0]])
    }

    @Test("A call of the host ends with what the host's check says", arguments: [PICKER_CANCELLED, PICKER_DEADLINE])
    func cancelled(status: picker_status) throws {
        #expect(try seen("\(#function) \(status)", status: status) { _ in }.0 == status)
    }

    @Test("A call of the host that is answered with another code counts as cancelled")
    func oddAnswer() throws {
        #expect(try seen(#function, status: 55) { _ in }.0 == PICKER_CANCELLED)
    }

    @Test("A call of the host without a host is never cancelled")
    func none() throws {
        #expect(!BackendCall().cancellation.isCancelled && BackendCall().deadline == nil)
        BackendCall().report(1, of: 2)
    }
}

@Suite("The host of a backend") struct BackendHostTests {
    // Unsafe: written once, here.
    private nonisolated(unsafe) static let limits: UnsafePointer<picker_limits_v1> = {
        let limits = UnsafeMutablePointer<picker_limits_v1>.allocate(capacity: 1)  // As long as the process.
        limits.initialize(
            to: picker_limits_v1(
                struct_size: structSize(of: picker_limits_v1.self), reserved: 0, max_pixels: 100, max_file_bytes: .max,
                max_request_bytes: 0, max_request_milliseconds: 2500))
        return UnsafePointer(limits)
    }()

    @Test(
        "The host of a backend hears its log lines with their levels, also empty ones, and is asked for limits by their id (R6)"
    )
    func host() throws {
        let ear = HostEar()
        var table = picker_host()
        table.struct_size = structSize(of: picker_host.self)
        table.context = Unmanaged.passUnretained(ear).toOpaque()
        table.log = { context, level, message in
            let text = (try? message.text()) ?? "?"
            HostEar.of(context).lines.withLock { $0.append("\(level) \(text)") }
        }
        table.get_extension = { _, id in
            let isLimits = (try? id.text()) == "org.picker.limits/1"
            return isLimits ? UnsafeRawPointer(BackendHostTests.limits) : nil
        }
        let host = BackendHostFactory.make(&table)
        host.log(.warning, "größer 🌄")
        host.log(.debug, "")
        #expect(ear.lines.withLock { $0 } == ["2 größer 🌄", "0 "])
        #expect(
            host.limits
                == ResourceLimits(maxPixels: 100, maxFileBytes: .max, maxRequestBytes: 0, maxRequestMilliseconds: 2500))
    }

    @Test("The host of a backend that is absent hears nothing and limits nothing")
    func absent() {
        BackendHost().log(.error, "not heard")
        #expect(BackendHost().limits == ResourceLimits())
    }
}

/// Gets at the `BackendHost` that a backend is given.
private struct BackendHostFactory: PhotoBackend {
    static let info = StubBackend.info
    private static let last = Mutex<BackendHost?>(nil)

    init(host: BackendHost) throws(PhotoError) { Self.last.withLock { $0 = host } }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary { throw .closed }

    static func make(_ table: inout picker_host) -> BackendHost {
        let backend = DrivenBackend(BackendHostFactory.self, host: &table)
        defer { withExtendedLifetime(backend) {} }
        return last.withLock { $0 } ?? BackendHost()
    }
}
