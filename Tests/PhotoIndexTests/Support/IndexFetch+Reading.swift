import PhotoModel

@testable import PhotoIndex

extension IndexFetch {
    func assets(_ offset: Int = 0, _ length: Int = .max) throws -> [Asset] {
        var assets: [Asset] = []
        try window(offset: offset, length: length) {
            assets.append($0)
            return true
        }
        return assets
    }

    func index(of asset: Asset) throws -> Int? { try index(of: asset.localIdentifier) }
}

extension PhotoIndexDatabase {
    func fetch(_ scope: FetchScope, _ options: FetchOptions = FetchOptions()) throws -> IndexFetch {
        try fetch(.assets(scope), options)
    }
}
