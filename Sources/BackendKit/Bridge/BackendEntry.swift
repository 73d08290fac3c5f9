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

    /// Negotiates the ABI version, makes the backend and fills the host's table.
    public static func run<Backend: PhotoBackend>(
        _ type: Backend.Type, _ request: Request, _ table: Table, _ destination: ErrorOut
    ) -> picker_status {
        do throws(PhotoError) {
            let request = try argument(request, picker_entry_request(), "request")
            guard let table else { throw .invalidArgument("backend is NULL") }
            let version = try negotiate(lowest: request.abi_lowest, highest: request.abi_highest)
            try LibraryExtension.checkCapabilities(of: Backend.self)
            let backend = try Backend(host: BackendHost(table: request.host))
            let context = Unmanaged.passRetained(BackendContext(backend, info: Backend.info))
            guard boundedFill(table, with: makeTable(version: version, context: context.toOpaque())) else {
                context.release()
                throw .invalidArgument("backend has no room")
            }
            return PICKER_OK
        } catch {
            return error.report(to: destination)
        }
    }

    /// The highest version that the host and this kit have in common (R4).
    static func negotiate(lowest: UInt32, highest: UInt32) throws(PhotoError) -> UInt32 {
        let common = min(highest, PICKER_ABI_VERSION)
        guard common >= max(lowest, PICKER_ABI_VERSION_MIN) else {
            throw .unsupported(
                "the host speaks ABI \(lowest) to \(highest), this backend "
                    + "\(PICKER_ABI_VERSION_MIN) to \(PICKER_ABI_VERSION)")
        }
        return common
    }
}
