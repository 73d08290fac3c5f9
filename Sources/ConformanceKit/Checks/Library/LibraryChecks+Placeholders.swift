internal import BackendAPI
internal import Imaging
internal import PhotoModel

/// A check of preview hashes.
extension LibraryChecks {
    static func placeholders(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        try expectHashes(context, library.assets())
        let isKnown = try context.info().formats.contains(where: PhotoFormat.identifiers.contains)
        // A server may make cells of something rougher.
        guard isKnown, context.order.fixtureCommand == nil else { return }
        // Who makes them of thumbnails has them from then on, or writes them down at the end.
        for match in try context.matches(library) where !context.isHalfOver {
            _ = library.image(match.asset.identifier, ImageRequest(128, 128), sink: .releasing())
        }
        library.beginShutdown()
        library.close()
        let again = try context.open()
        try expectHashes(context, again.assets())
        for match in try context.matches(again) {
            guard let hash = match.asset.placeholder.flatMap(PreviewHash.init(bytes:)) else { continue }
            let found = difference(of: hash, from: match.photo.quarters)
            try context.expect(found == nil, "\(match.photo.path): \(found ?? "")")
        }
    }

    private static func expectHashes(_ context: CheckContext, _ assets: [AssetCopy]) throws(CheckStop) {
        for asset in assets {
            guard let bytes = asset.placeholder else { continue }
            try context.expect(
                PreviewHash(bytes: bytes) != nil, "\(asset.path): \(bytes.count) bytes are no preview hash")
        }
    }

    /// What is wrong with the cells in the corners, of which each is one of the photo's four colours; nil: nothing.
    ///
    /// - Parameter quarters: the colours, as a person sees them.
    static func difference(of hash: PreviewHash, from quarters: [[Int]]) -> String? {
        let (columns, rows) = (hash.size.width, hash.size.height)
        guard columns > 1, rows > 1 else { return nil }
        func cell(_ x: Int, _ y: Int) -> [Int] {
            let start = 4 + (y * columns + x) * (hash.hasAlpha ? 4 : 3)
            return hash.bytes[start..<start + 3].map { Int($0) }
        }
        let corners = [cell(0, 0), cell(columns - 1, 0), cell(0, rows - 1), cell(columns - 1, rows - 1)]
        func distance(_ one: [Int], _ other: [Int]) -> Int { zip(one, other).reduce(0) { $0 + abs($1.0 - $1.1) } }
        let isShown = zip(corners, quarters).allSatisfy { corner, quarter in
            quarters.allSatisfy { distance(corner, quarter) <= distance(corner, $0) }
        }
        return isShown ? nil : "its preview hash has the corners \(corners), and the photo \(quarters)"
    }
}
