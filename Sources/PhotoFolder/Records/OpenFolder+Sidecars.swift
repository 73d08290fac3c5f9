package import Imaging
internal import PhotoModel

/// What the sidecars of an asset say.
package struct SidecarReading: Sendable {
    /// What they say about the photo. If several say the same thing, the first one counts.
    package private(set) var metadata = SidecarMetadata()
    /// The orientations in them, with the names of the sidecars, by precedence.
    private var orientations: [(name: [UInt8], orientation: Orientation)] = []

    fileprivate init() {}

    fileprivate mutating func add(_ sidecar: SidecarMetadata, named name: [UInt8]) {
        metadata.complete(with: sidecar)
        if let orientation = sidecar.orientation { orientations.append((name, orientation)) }
    }

    /// The orientation that sidecars give to a file: one named after the whole name of the file takes precedence over
    /// one named after its stem. Nil if there is none, and for videos, whose own orientation counts.
    package func orientation(of member: AssetFiles.Member) -> Orientation? {
        guard !orientations.isEmpty, member.format.kind != .video else { return nil }
        let name = member.name.map(\.asciiLowercased)
        let target = { (sidecar: [UInt8]) in GroupKey.target(ofSidecar: sidecar)?.map(\.asciiLowercased) }
        let whole = orientations.first { target($0.name) == name }
        let found =
            whole
            ?? orientations.first {
                target($0.name) == nil && Self.stem($0.name.map(\.asciiLowercased)) == Self.stem(name)
            }
        return found?.orientation
    }

    private static func stem(_ name: [UInt8]) -> ArraySlice<UInt8> {
        name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
    }
}

extension OpenFolder {
    /// Reads the sidecars of an asset in this folder.
    ///
    /// Files that cannot be read, or are not sidecars, are ignored. Only the beginning of a large one is read.
    package func sidecars(of files: AssetFiles) -> SidecarReading {
        var all = SidecarReading()
        for name in files.sidecars {
            switch GroupKey.sidecar(name) {
            case .metadata:
                start(of: name, SidecarMetadata.xmpByteLimit).map { all.add(SidecarMetadata(xmp: $0), named: name) }
            case .takeout:
                start(of: name, SidecarMetadata.takeoutByteLimit).map {
                    all.add(SidecarMetadata(takeout: $0), named: name)
                }
            default: break
            }
        }
        return all
    }

    private func start(of name: [UInt8], _ count: Int) -> [UInt8]? { try? file(name).read(at: 0, count: count) }
}
