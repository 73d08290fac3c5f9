internal import CHostSupport
internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A loaded plugin file. Never unloaded: a Swift library cannot be, and handles into it may live on (R2).
struct SharedLibrary: @unchecked Sendable {  // Unchecked: a handle of dlopen may be used on any thread.
    private let handle: UnsafeMutableRawPointer
    let path: String

    /// Loads the file with all its symbols resolved and none of them visible to others.
    init(path: String) throws(PhotoError) {
        _ = dlerror()
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw PhotoError(.unsupported, Self.linkerMessage(for: path))
        }
        self.handle = handle
        self.path = path
    }

    /// The address of a symbol of this very file; symbols of the libraries that it needs do not count (R1).
    func address(of symbol: String) throws(PhotoError) -> UnsafeMutableRawPointer {
        guard let address = dlsym(handle, symbol) else {
            throw PhotoError(.unsupported, "\(path): not a Picker backend: it does not export \(symbol)")
        }
        guard picker_host_address_is_in(handle, address) else {
            throw PhotoError(
                .unsupported, "\(path): not a Picker backend: \(symbol) comes from a library that it needs")
        }
        return address
    }

    /// The dynamic linker's own words, which name what is missing, with what to do about it.
    private static func linkerMessage(for path: String) -> String {
        let message = dlerror().map { String(cString: $0) } ?? "cannot be loaded"
        let text = message.hasPrefix(path) ? message : "\(path): \(message)"
        guard message.contains("cannot open shared object file"), !message.hasPrefix(path) else { return text }
        let missing = message.prefix { $0 != ":" }
        let advice = LibraryPackages.package(of: missing).map { "apt install \($0), or what has it elsewhere" }
        return "\(path): it needs \(missing), which is not installed: "
            + (advice ?? "install the package that has \(missing)")
    }
}
