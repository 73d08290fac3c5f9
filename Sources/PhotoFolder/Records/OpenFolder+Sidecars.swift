package import Imaging

extension OpenFolder {
    /// What the sidecars of an asset in this folder say of it, each thing as the first of them that says it does.
    ///
    /// Sidecars that cannot be read, or are none, say nothing. Of a large one its beginning is read.
    package func sidecarMetadata(of files: AssetFiles) -> SidecarMetadata {
        var all = SidecarMetadata()
        for name in files.sidecars {
            switch GroupKey.sidecar(name) {
            case .metadata:
                all.complete(with: start(of: name, SidecarMetadata.xmpByteLimit).map { SidecarMetadata(xmp: $0) })
            case .takeout:
                all.complete(
                    with: start(of: name, SidecarMetadata.takeoutByteLimit).map { SidecarMetadata(takeout: $0) })
            default: break
            }
        }
        return all
    }

    private func start(of name: [UInt8], _ count: Int) -> [UInt8]? { try? file(name).read(at: 0, count: count) }
}
