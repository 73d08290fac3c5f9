public import BackendAPI
public import BackendKit
internal import PostgresServing

/// The function that the host looks up; the only symbol that this plugin exports.
@c @implementation
public func picker_backend_entry_v1(
    _ request: BackendEntry.Request, _ backend: BackendEntry.Table, _ error: BackendEntry.ErrorOut
) -> picker_status {
    BackendEntry.run(PostgresBackend.self, request, backend, error)
}
