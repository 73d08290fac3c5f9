internal import ABIMemory
public import BackendAPI
internal import PhotoModel

/// Makes a plugin of a `PhotoBackend`. A plugin's entry point is this and no more:
///
/// ```swift
/// public import BackendAPI
/// public import BackendKit
///
/// @c @implementation
/// public func picker_backend_entry_v1(
///     _ request: BackendEntry.Request, _ backend: BackendEntry.Table, _ error: BackendEntry.ErrorOut
/// ) -> picker_status {
///     BackendEntry.run(MyBackend.self, request, backend, error)
/// }
/// ```
public enum BackendEntry {
    /// What the host asks for.
    public typealias Request = UnsafePointer<picker_entry_request>?
    /// What the backend fills.
    public typealias Table = UnsafeMutablePointer<picker_backend>?
    /// Where an error goes.
    public typealias ErrorOut = UnsafeMutablePointer<picker_error>?

    /// Makes the backend and fills the host's table, as version 1 of the ABI has it.
    public static func run<Backend: PhotoBackend>(
        _ type: Backend.Type, _ request: Request, _ table: Table, _ destination: ErrorOut
    ) -> picker_status {
        do throws(PhotoError) {
            let request = try argument(request, picker_entry_request(), "request")
            guard let table else { throw .invalidArgument("backend is NULL") }
            try LibraryExtension.checkCapabilities(of: Backend.self)
            let host = BackendHost(table: request.host)
            let context = Unmanaged.passRetained(
                BackendContext(try Backend(host: host), info: Backend.info, host: host))
            guard boundedFill(table, with: makeTable(context: context.toOpaque())) else {
                context.release()
                throw .invalidArgument("backend has no room")
            }
            return PICKER_OK
        } catch {
            return error.report(to: destination)
        }
    }
}
