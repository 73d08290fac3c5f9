internal import PhotoModel

/// Assigns sidecars to the assets of their stem, sorted by precedence for each asset.
///
/// A sidecar belongs to the asset whose file it is named after, or else to the first asset. Sidecars that users'
/// programs wrote come before those of Takeout. Within these, sidecars named after the file that represents the asset
/// come before those named after its stem, and these before those named after another of its files.
struct SidecarOrder {
    private struct Ranked {
        let name: [UInt8]
        let rank: Int
    }

    static func attach(_ names: [[UInt8]], to assets: inout [AssetFiles]) {
        guard !names.isEmpty, !assets.isEmpty else { return }
        let owners = firstOwners(in: assets)
        var found = assets.map { _ in [Ranked]() }
        for name in names {
            let target = GroupKey.target(ofSidecar: name)?.map(\.asciiLowercased)
            let owner = target.flatMap { owners[$0] }
            found[owner ?? 0].append(
                Ranked(name: name, rank: rank(name, target: owner == nil ? nil : target, of: assets[owner ?? 0])))
        }
        for index in assets.indices where !found[index].isEmpty {
            let ranked = found[index].sorted { $0.rank == $1.rank ? $0.name < $1.name : $0.rank < $1.rank }
            assets[index].sidecars = ranked.map(\.name)
        }
    }

    /// By the name of each file, in lower case, the first asset that has it. Names that differ in case only are of one stem, so that
    /// there may be tens of thousands of assets here.
    private static func firstOwners(in assets: [AssetFiles]) -> [[UInt8]: Int] {
        var owners: [[UInt8]: Int] = [:]
        for (index, files) in assets.enumerated() {
            for member in files.members {
                let name = member.name.map(\.asciiLowercased)
                if owners[name] == nil { owners[name] = index }
            }
        }
        return owners
    }

    private static func rank(_ name: [UInt8], target: [UInt8]?, of files: AssetFiles) -> Int {
        let program = GroupKey.sidecar(name) == .takeout ? 3 : 0
        guard let target else { return program + 1 }
        return program + (files.members[0].name.lazy.map(\.asciiLowercased).elementsEqual(target) ? 0 : 2)
    }
}
