import PhotoModel

extension FetchOptions {
    init(sort: [SortKey]) {
        self.init()
        self.sort = sort
    }
}
