import PhotoModel

@testable import PhotoIndex

extension CatalogFetch {
    func count() throws -> Int { try count(check: {}) }

    func assets(_ offset: Int = 0, _ length: Int = .max) throws -> [Asset] {
        var assets: [Asset] = []
        try window(offset: offset, length: length, check: {}) {
            assets.append($0)
            return true
        }
        return assets
    }

    func index(of asset: Asset) throws -> Int? { try index(of: asset.localIdentifier, check: {}) }
}

extension Catalog {
    func fetch(_ scope: FetchScope, _ options: FetchOptions = FetchOptions()) throws -> CatalogFetch {
        try fetch(.assets(scope), options)
    }
}
