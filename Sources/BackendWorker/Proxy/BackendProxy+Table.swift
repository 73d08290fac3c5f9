internal import ABIMemory
internal import BackendAPI

extension BackendProxy {
    static func from(_ context: UnsafeMutableRawPointer?) -> BackendProxy? {
        context.map { Unmanaged<BackendProxy>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension picker_backend {
    /// The functions of a proxy.
    static var ofProxy: picker_backend {
        var table = picker_backend()
        table.struct_size = structSize(of: picker_backend.self)
        table.info = { BackendProxy.from($0)?.info($1, $2) ?? PICKER_INVALID_ARGUMENT }
        table.probe = { BackendProxy.from($0)?.probe($1) ?? PICKER_INVALID_ARGUMENT }
        table.open_library = { context, request, call, library, error in
            guard let backend = BackendProxy.from(context), let request, let library else {
                return PICKER_INVALID_ARGUMENT
            }
            return LibraryProxy.open(backend, request, call, library, error)
        }
        table.get_extension = { context, id in
            guard (try? id.text()) == PICKER_EXT_ACCOUNT else { return nil }
            return BackendProxy.from(context)?.accountTable().map { UnsafeRawPointer($0) }
        }
        table.destroy = { context in
            guard let context else { return }
            Unmanaged<BackendProxy>.fromOpaque(context).takeRetainedValue().destroy()
        }
        return table
    }
}
