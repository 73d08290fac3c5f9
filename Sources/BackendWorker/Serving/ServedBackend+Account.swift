internal import ABIMemory
internal import BackendAPI
internal import Platform

extension ServedBackend {
    /// What is asked of the backend itself, and of its extension for accounts.
    func performAccount(
        _ operation: Operation, _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer,
        _ values: inout WireWriter
    ) throws(WireError) -> picker_status? {
        switch operation {
        case .backendExtensions, .signIn, .signOut: break
        default: return nil
        }
        let probed = probeFirst(call, error)
        guard probed == PICKER_OK else { return probed }
        let account = accountTable()
        switch operation {
        case .backendExtensions:
            values.integer(account == nil ? UInt8(0) : 1)
            account.map { TableShape(of: $0, head: TableShape.extensionHead) }?.write(to: &values)
            return PICKER_OK
        case .signIn:
            var request = try arguments.value(picker_sign_in_request.self)
            host?.library.store(request.library?.pointee.library ?? 0, ordering: .relaxed)
            return emitting(call.stepSink, call, error) {
                account?.sign_in?(backend.context, &request, $0, $1, $2) ?? PICKER_UNSUPPORTED
            }
        default:
            var request = try arguments.value(picker_open_request.self)
            host?.library.store(request.library, ordering: .relaxed)
            return make(call, error) { account?.sign_out?(backend.context, &request, $0, $1) ?? PICKER_UNSUPPORTED }
        }
    }

    private func accountTable() -> picker_account_v1? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = backend.get_extension?(backend.context, arena.string(PICKER_EXT_ACCOUNT)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: picker_account_v1.self), into: picker_account_v1())
    }
}
