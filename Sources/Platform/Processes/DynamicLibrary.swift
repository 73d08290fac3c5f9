internal import CPlatform
internal import Glibc

/// A shared library that was loaded at run time. Never unloaded: a Swift library cannot be.
package struct DynamicLibrary: @unchecked Sendable {  // Unchecked: a handle of dlopen may be used on any thread.
    /// The dynamic linker's own words.
    package struct LinkerError: Error { package let message: String }

    private let handle: UnsafeMutableRawPointer

    /// Loads the file with all symbols resolved that it needs, and none of its own visible to others.
    package init(path: String) throws(LinkerError) {
        _ = dlerror()
        guard let handle = platform_load_library(path) else {
            throw LinkerError(message: dlerror().map { String(cString: $0) } ?? "cannot be loaded")
        }
        self.handle = handle
    }

    /// Whether the dynamic linker would find a library, without loading it.
    ///
    /// - Parameter fileName: `libtiff.so.6`, without a folder.
    package static func isInstalled(_ fileName: String) -> Bool { platform_library_is_installed(fileName) }

    /// The address of a symbol in this library or in those that it needs; nil when it does not exist.
    package func address(of symbol: String) -> UnsafeMutableRawPointer? { dlsym(handle, symbol) }

    /// Whether an address is in this very file, and not in a library that it needs.
    package func contains(_ address: UnsafeRawPointer) -> Bool { platform_address_is_in(handle, address) }
}
