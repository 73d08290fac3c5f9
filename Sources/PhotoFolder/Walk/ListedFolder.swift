public import PhotoModel
internal import Platform

/// A folder of a library, with its listing.
public struct ListedFolder: Sendable {
    /// The path from the library's root; empty for the root itself.
    public let path: [UInt8]
    let inspection: FileInspection
    let listing: FolderListing

    /// The folder's own name; nil for the root.
    public var name: [UInt8]? { path.isEmpty ? nil : splitPath(path).name }

    /// Whether it is directly inside a folder called DCIM, where cameras put their folders.
    public var isCameraFolder: Bool { PhotoFolder.isCameraFolder(path) }

    /// Whether symbolic links are among the files; they may lead to more folders.
    public var holdsLinks: Bool { (0..<listing.count).contains { listing.kind($0) == .link } }

    /// Whether an asset is directly inside. Reads files until there is one, beginning with those whose names promise
    /// it.
    public func holdsAssets(cancellation: Cancellation = .never) throws(Cancellation.Reason) -> Bool {
        for promising in [true, false] {
            var position = 0
            while position < listing.count {
                let range = listing.group(from: position)
                position = range.upperBound
                guard range.contains(where: { FileName(listing.name($0)).promisesMedia }) == promising else { continue }
                try cancellation.check()
                if !inspection.group(range, of: listing).assets.isEmpty { return true }
            }
        }
        return false
    }

    /// About how many assets are directly inside, estimated from the names only.
    public var estimatedCount: Int {
        var count = 0
        var position = 0
        while position < listing.count {
            let range = listing.group(from: position)
            position = range.upperBound
            if range.contains(where: { FileName(listing.name($0)).promisesMedia }) { count += 1 }
        }
        return count
    }
}

extension FileInspection {
    struct Group {
        var assets: [AssetFiles] = []
        var problems: [Diagnostic] = []
        var linkedFolders: [[UInt8]] = []
        var leftOut: [[UInt8]] = []
    }

    /// Reads the files of one stem and groups them into assets.
    func group(_ range: Range<Int>, of listing: FolderListing) -> Group {
        var group = Group()
        var files: [AssetGrouping.File] = []
        let names = range.map { listing.name($0) }
        let sidecars = GroupKey.sidecars(names)
        for (offset, index) in range.enumerated() where sidecars[offset] == nil {
            let name = names[offset]
            switch inspect(name, listing.kind(index)) {
            case .media(let format): files.append(AssetGrouping.File(name: name, format: format))
            case .folder: group.linkedFolders.append(name)
            case .problem(let problem): group.problems.append(problem)
            case .leftOut: group.leftOut.append(name)
            case .nothing: break
            }
        }
        guard !files.isEmpty else { return group }
        let kept = range.indices.filter { index in
            sidecars[index - range.lowerBound]?.isRead == true && listing.kind(index) == .file
        }
        group.assets = AssetGrouping.assets(
            files, sidecars: kept.map { names[$0 - range.lowerBound] }, folder: path, identify: identifier)
        return group
    }
}

/// Whether the folder at `path` is directly inside one called DCIM, where cameras put their folders.
package func isCameraFolder(_ path: [UInt8]) -> Bool {
    !path.isEmpty && splitPath(splitPath(path).folder).name.map(\.asciiLowercased).elementsEqual("dcim".utf8)
}
