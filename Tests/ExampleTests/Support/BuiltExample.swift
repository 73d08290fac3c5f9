import TestSupport
import Testing

/// An example, built and installed once for a suite whose tests leave the installation as it is.
enum BuiltExample {
    @TaskLocal static var picker: InstalledPicker?
}

struct BuildsExample: SuiteTrait, TestScoping {
    let name: String

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let picker = try await InstalledPicker()
        try await picker.make("install", in: try picker.copy(name))
        try await BuiltExample.$picker.withValue(picker) { try await function() }
    }
}

extension Trait where Self == BuildsExample {
    static func builds(_ example: String) -> Self { Self(name: example) }
}
