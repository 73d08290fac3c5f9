internal import Foundation
internal import PhotoCatalog
internal import PhotoIndex

/// Refreshes a catalog in a process of its own, for tests that end it at a random moment and for measurements.
///
///     IndexingProcess LIBRARY DATA [full|quick]
@main enum IndexingProcess {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { return write("usage: IndexingProcess LIBRARY DATA [full|quick]") }
        do {
            let root = try LibraryRoot(path: Array(arguments[1].utf8))
            let catalog = try Catalog(root: root, directory: arguments[2])
            let start = ContinuousClock.now
            let report = try catalog.refresh(arguments.last == "quick" ? .quick : .full)
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            write(
                "\(seconds) s, \(report.files) files, \(report.folders) folders, \(report.assets) assets, "
                    + "+\(report.inserted) ~\(report.updated) -\(report.removed)")
        } catch {
            write("\(error)")
            exit(1)
        }
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
