package import BackendKit
package import PhotoModel

/// A fetch result: pages of a search on the server, or a list that was read and sorted here.
package final class ImmichFetch: DayCountingFetch {
    private enum Source: Sendable {
        case pages(PagedSearch)
        case list([AssetRecord])
    }

    private let source: Source

    init(_ pages: PagedSearch) { source = .pages(pages) }
    init(_ list: [AssetRecord]) { source = .list(list) }

    /// The assets, if all were read.
    var list: [AssetRecord]? { if case .list(let list) = source { list } else { nil } }

    package func count(call: BackendCall) throws(PhotoError) -> Int {
        switch source {
        case .pages(let pages): try pages.count(call)
        case .list(let list): list.count
        }
    }

    package func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        switch source {
        case .pages(let pages): try pages.window(offset, length, call, emit)
        case .list(let list):
            guard offset < list.count else { return }
            for (place, record) in list[offset...].prefix(length).enumerated() {
                if place % 64 == 0 { try call.check() }
                if emit(record.asset) == .stop { return }
            }
        }
    }

    package func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        let missing = PhotoError.notFound("the asset \(localIdentifier) is not in this fetch result")
        guard let id = ImmichID(localIdentifier, prefix: "a") else { throw missing }
        let index: Int? =
            switch source {
            case .pages(let pages): try pages.index(of: id, call)
            case .list(let list): list.firstIndex { $0.id == id }
            }
        guard let index else { throw missing }
        return index
    }

    package func days(call: BackendCall, emit: (DayCount) -> Flow) throws(PhotoError) {
        guard case .pages(let pages) = source else { throw TimelineDays.onlyReadingTells }
        for day in try pages.days(call) where emit(day) == .stop { return }
    }
}
