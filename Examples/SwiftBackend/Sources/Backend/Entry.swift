public import BackendAPI
public import BackendKit

/// What the host looks up; the only symbol that this library exports. `@implementation` checks it against the header, and
/// without `public` it would not be exported at all.
@c @implementation
public func picker_backend_entry_v1(
    _ request: BackendEntry.Request, _ backend: BackendEntry.Table, _ error: BackendEntry.ErrorOut
) -> picker_status {
    BackendEntry.run(PlaylistBackend.self, request, backend, error)
}
