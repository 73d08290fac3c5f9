internal import Hummingbird
internal import PhotoModel
internal import PickerHost

/// What a library does not show, and why: files that were left out, by kind, and files that could not be read.
struct ProblemRoutes: Sendable {
    let library: PhotoLibrary

    /// The most files that are listed; the others are only counted.
    private static var mostFiles: Int { 100 }

    func add(to group: RouterGroup<PageContext>) {
        group.reading("problems") { request, _ in
            try Response.list(Document(try await library.diagnostics(), mostFiles: Self.mostFiles), for: request)
        }
    }

    private struct Document: Encodable {
        struct File: Encodable {
            let relativePath: String
            /// The name of a status, such as `CORRUPT_MEDIA`.
            let reason: String
            let message: String
        }
        /// Lines about the library as a whole, such as how many files of which kinds were left out.
        let library: [String]
        let files: [File]
        /// Includes those that are not listed.
        let fileCount: Int

        init(_ diagnostics: [Diagnostic], mostFiles: Int) {
            library = diagnostics.filter { $0.relativePath == "." }.map(\.message)
            let files = diagnostics.filter { $0.relativePath != "." }
            fileCount = files.count
            self.files = files.prefix(mostFiles).map {
                File(relativePath: $0.relativePath, reason: $0.reason.name, message: $0.message)
            }
        }
    }
}
