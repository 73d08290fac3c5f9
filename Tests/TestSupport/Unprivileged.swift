import Foundation

/// Runs `body` with the file permissions of a user who owns nothing, as far as the process may change them. The superuser
/// is refused nothing, and tests often run as such.
///
/// The change is of this thread alone, so `body` must not wait for others.
public func withoutPrivileges<Result>(_ body: () throws -> Result) rethrows -> Result {
    typealias SetID = @convention(c) (UInt32) -> CInt
    // Not in the module map of the C library, but in the library.
    guard let symbol = dlsym(nil, "setfsuid") else { return try body() }
    let setFileUserID = unsafeBitCast(symbol, to: SetID.self)  // int setfsuid(uid_t), by its manual page.
    let before = UInt32(bitPattern: setFileUserID(65534))
    defer { _ = setFileUserID(before) }
    return try body()
}
