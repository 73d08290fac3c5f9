internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension BackendEntry {
    /// The table of functions for a backend. Holds a reference to the context, which `destroy` gives up.
    static func makeTable(context: UnsafeMutableRawPointer) -> picker_backend {
        var table = picker_backend()
        table.struct_size = structSize(of: picker_backend.self)
        table.context = context
        table.info = { context, info, error in
            BackendContext.run(context, error) { (owner) throws(PhotoError) in
                guard let info, boundedFill(info, with: owner.record()) else {
                    throw .invalidArgument("info has no room")
                }
            }
        }
        table.probe = { context, error in
            BackendContext.run(context, error) { (owner) throws(PhotoError) in try owner.backend.probe() }
        }
        table.open_library = { context, request, call, library, error in
            BackendContext.run(context, error) { (owner) throws(PhotoError) in
                let request = try argument(request, picker_open_request(), "request")
                guard let library else { throw .invalidArgument("library is NULL") }
                try owner.open(request, call: BackendCall(table: call, isShutDown: { false }), into: library)
            }
        }
        table.get_extension = { context, id in
            guard let context else { return nil }
            return Unmanaged<BackendContext>.fromOpaque(context).takeUnretainedValue().table(ofExtension: id)
        }
        table.destroy = { context in
            guard let context else { return }
            Unmanaged<BackendContext>.fromOpaque(context).release()
        }
        return table
    }
}

extension BackendContext {
    static func run(
        _ context: UnsafeMutableRawPointer?, _ destination: UnsafeMutablePointer<picker_error>?,
        _ body: (BackendContext) throws(PhotoError) -> Void
    ) -> picker_status {
        do throws(PhotoError) {
            guard let context else { throw .invalidArgument("context is NULL") }
            try body(Unmanaged<BackendContext>.fromOpaque(context).takeUnretainedValue())
            return PICKER_OK
        } catch {
            return error.report(to: destination)
        }
    }
}
