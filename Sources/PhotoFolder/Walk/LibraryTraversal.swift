public import PhotoModel
internal import Platform

/// Traverses a library, or one folder of it, in small steps: the files of a folder in natural sort, then its subfolders
/// in the same way.
///
/// What cannot be read is reported as a diagnostic, and the traversal goes on. No folder is visited twice, whatever
/// links lead to it.
public struct LibraryTraversal: Sendable {
    public enum Event: Sendable {
        /// A folder begins. What follows up to the next folder is directly inside it.
        case folder(ListedFolder)
        case asset(AssetFiles)
        case problem(Diagnostic)
        /// The name of a file that is not an asset and does not look like one.
        case leftOut([UInt8])
    }

    private let root: LibraryRoot
    private let entersFolders: Bool
    /// The folders to visit; the last one is next.
    private var pending: [[UInt8]]
    private var visited: Set<FileStatus.Identity> = []
    private var current: Current?

    private struct Current {
        let inspection: FileInspection
        let listing: FolderListing
        var position = 0
        /// Links to folders that were found among the files.
        var linkedFolders: [[UInt8]] = []
    }

    /// - Parameters:
    ///   - folder: its path from the root.
    ///   - entersFolders: whether to visit subfolders, too.
    public init(_ root: LibraryRoot, folder: [UInt8] = [], entersFolders: Bool = true) {
        self.root = root
        self.entersFolders = entersFolders
        pending = [folder]
    }

    /// Traverses the files of a folder that was listed, without its subfolders.
    public init(filesOf folder: ListedFolder) {
        root = folder.inspection.root
        entersFolders = false
        pending = []
        current = Current(inspection: folder.inspection, listing: folder.listing)
    }

    /// Makes one small step: lists a folder, or reads the files of one stem. Returns false at the end.
    ///
    /// - Parameter cancellation: ends the listing of a large folder, which the next step begins again.
    public mutating func step(cancellation: Cancellation = .never, _ emit: (Event) -> Void) -> Bool {
        if current == nil {
            guard let path = pending.popLast() else { return false }
            begin(path, cancellation, emit)
        } else if var walked = current {
            current = nil  // So that it is not copied when it is changed.
            if walked.position < walked.listing.count {
                inspectGroup(of: &walked, emit)
                current = walked
            } else {
                end(walked)
            }
        }
        return current != nil || !pending.isEmpty
    }

    /// Skips the rest of the files of the current folder. Its subfolders are still visited.
    public mutating func skipFiles() {
        guard let walked = current else { return }
        current = nil
        end(walked)
    }

    private mutating func begin(_ path: [UInt8], _ cancellation: Cancellation, _ emit: (Event) -> Void) {
        do throws(FolderError) {
            let folder = try root.folder(at: path)
            let identity = try folder.status().identity
            guard visited.insert(identity).inserted else { return }
            guard let listing = try FolderListing(of: folder, cancellation: cancellation) else {
                visited.remove(identity)
                pending.append(path)
                return
            }
            let inspection = FileInspection(root: root, folder: folder, path: path)
            current = Current(inspection: inspection, listing: listing)
            emit(.folder(ListedFolder(path: path, inspection: inspection, listing: listing)))
        } catch {
            emit(.problem(diagnostic(path, error)))
        }
    }

    private func inspectGroup(of walked: inout Current, _ emit: (Event) -> Void) {
        let range = walked.listing.group(from: walked.position)
        walked.position = range.upperBound
        let found = walked.inspection.group(range, of: walked.listing)
        found.problems.forEach { emit(.problem($0)) }
        found.assets.forEach { emit(.asset($0)) }
        found.leftOut.forEach { emit(.leftOut($0)) }
        walked.linkedFolders += found.linkedFolders
    }

    private mutating func end(_ walked: Current) {
        guard entersFolders else { return }
        let linked = Set(walked.linkedFolders)
        let inside = linked.isEmpty ? walked.listing.folders : walked.listing.folders + linked.sorted(by: <)
        pending += inside.reversed().map { joined(walked.inspection.path, $0) }
    }

    private func diagnostic(_ path: [UInt8], _ error: FolderError) -> Diagnostic {
        Diagnostic(
            path: path.isEmpty ? AssetPath(".") : AssetPath(bytes: path), reason: error.status,
            message: error.description)
    }
}
