internal import CPlatform
internal import Glibc

/// A shared library that was loaded at run time. It is never unloaded, because Swift libraries cannot be.
package struct DynamicLibrary: @unchecked Sendable {  // Unchecked: a handle of dlopen may be used on any thread.
    /// The message of the dynamic linker.
    package struct LinkerError: Error { package let message: String }

    private let handle: UnsafeMutableRawPointer

    /// Loads a file, resolves all symbols that it needs, and keeps its own symbols invisible to others.
    package init(path: String) throws(LinkerError) {
        _ = dlerror()
        guard let handle = platform_load_library(path) else {
            throw LinkerError(message: dlerror().map { String(cString: $0) } ?? "cannot be loaded")
        }
        self.handle = handle
    }

    /// Whether the dynamic linker would find a library. Does not load it.
    ///
    /// - Parameter fileName: without a folder, such as `libtiff.so.6`.
    package static func isInstalled(_ fileName: String) -> Bool { platform_library_is_installed(fileName) }

    /// The address of a symbol in this library or in the libraries that it needs; nil if it does not exist.
    package func address(of symbol: String) -> UnsafeMutableRawPointer? { dlsym(handle, symbol) }

    /// Whether an address is in this file itself, and not in a library that it needs.
    package func contains(_ address: UnsafeRawPointer) -> Bool { platform_address_is_in(handle, address) }
}
