package import BackendAPI

/// The entry point of a plugin.
package typealias PluginEntry =
    @convention(c) (
        UnsafePointer<picker_entry_request>?, UnsafeMutablePointer<picker_backend>?,
        UnsafeMutablePointer<picker_error>?
    ) -> picker_status

/// Why a plugin cannot be loaded.
package struct LoadFailure: Error {
    package var status: picker_status
    package var message: String

    package init(status: picker_status, message: String) {
        self.status = status
        self.message = message
    }
}
