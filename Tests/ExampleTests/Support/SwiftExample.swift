import TestSupport
import Testing

/// The example in Swift, built and installed once for a suite: that takes a minute or two.
struct SwiftExample: Sendable {
    @TaskLocal static var current: SwiftExample?

    let picker: InstalledPicker

    var plugin: String { "\(picker.prefix)/lib/picker/backends/libphoto-playlists.so" }

    fileprivate init() async throws {
        picker = try await InstalledPicker()
        // BackendKit as well: authors build it with what they like to be warned of.
        let strict = "SWIFTFLAGS=-Xswiftc -warnings-as-errors"
        try await picker.make("install", strict, in: try picker.copy("SwiftBackend"))
    }
}

struct BuildsSwiftExample: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await SwiftExample.$current.withValue(try await SwiftExample()) { try await function() }
    }
}

extension Trait where Self == BuildsSwiftExample {
    static var buildsSwiftExample: Self { Self() }
}
