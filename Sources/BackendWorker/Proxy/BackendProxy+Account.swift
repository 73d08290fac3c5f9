internal import ABIMemory
internal import BackendAPI
internal import Platform

/// The table of `org.picker.account/1` of a backend in workers; without one when the plugin has none.
final class AccountProxyTable: @unchecked Sendable {  // Unchecked: written in init only.
    let pointer: UnsafeMutablePointer<picker_account_v1>?

    init(_ shape: TableShape?) {
        pointer = shape.map { shape in
            let table = UnsafeMutablePointer<picker_account_v1>.allocate(capacity: 1)
            table.initialize(to: shape.applied(to: .ofProxy, head: TableShape.extensionHead))
            return table
        }
    }

    deinit { pointer?.deallocate() }
}

extension picker_account_v1 {
    fileprivate static var ofProxy: picker_account_v1 {
        var table = picker_account_v1()
        table.struct_size = structSize(of: picker_account_v1.self)
        table.sign_in = { context, request, sink, call, error in
            guard let backend = BackendProxy.from(context), let request else { return PICKER_INVALID_ARGUMENT }
            let asked = boundedCopy(of: request, into: picker_sign_in_request())
            guard let library = asked.library else { return PICKER_INVALID_ARGUMENT }
            var signing = HostCall(.signIn, call, error)
            signing.arguments = { writer throws(WireError) in try writer.value(request) }
            signing.receive(sink)
            return backend.perform(signing, for: library)
        }
        table.sign_out = { context, library, call, error in
            guard let backend = BackendProxy.from(context), let library else { return PICKER_INVALID_ARGUMENT }
            var signing = HostCall(.signOut, call, error)
            signing.arguments = { writer throws(WireError) in try writer.value(library) }
            return backend.perform(signing, for: library)
        }
        return table
    }
}

extension BackendProxy {
    /// The same as long as the backend lives, so one answer is enough.
    func accountTable() -> UnsafeMutablePointer<picker_account_v1>? {
        if let known = state.withLock({ $0.account }) { return known.pointer }
        var shape: TableShape?
        var asking = HostCall(.backendExtensions, nil, nil)
        asking.values = { status, reader throws(WireError) in
            if status == PICKER_OK, try reader.integer(UInt8.self) != 0 { shape = try TableShape(&reader) }
        }
        guard ask(asking) == PICKER_OK else { return nil }
        let made = AccountProxyTable(shape)
        return state.withLock { state in
            state.account = state.account ?? made
            return state.account?.pointer
        }
    }

    /// Makes one call about a library in a worker of its own, which reaches what a worker of that library does.
    fileprivate func perform(_ call: HostCall, for library: UnsafePointer<picker_open_request>) -> picker_status {
        let asked = boundedCopy(of: library, into: picker_open_request())
        var sandbox = Sandbox()
        sandbox.setPlaces(asked, isWritable: false)
        if requiresNetwork { sandbox.network = .init(of: asked) }
        do throws(WorkerFailure) {
            let (session, status) = try start(in: sandbox, call.error)
            guard let session else { return status }
            defer { session.end() }
            return try perform(call, session)
        } catch {
            return call.fail(error.status, message(of: error))
        }
    }
}
