import Foundation

/// A folder for what backends keep, one for each process of tests, so that none of it lands in the home of the user who runs
/// them. Removed when the process exits.
public enum DataFolder {
    public static var path: String { folder.path }

    private static let folder: TemporaryFolder = {
        do {
            let folder = try TemporaryFolder()
            atexit { try? FileManager.default.removeItem(atPath: DataFolder.path) }
            return folder
        } catch {
            fatalError("no temporary folder can be made: \(error)")
        }
    }()
}
