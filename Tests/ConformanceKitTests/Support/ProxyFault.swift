import Foundation
import TestSupport

@testable import ConformanceKit

/// A fault of a plugin that passes all on to the backend with an index of this project, but for one thing: that backend has
/// tokens of changes, search, and videos, which none of the backends in C has.
enum ProxyFault: String, CaseIterable {
    case insertedIsUpdated = "INSERTED_IS_UPDATED"
    case updatesAreMissing = "UPDATES_ARE_MISSING"
    case oneNameAlone = "ONE_NAME_ALONE"
    case unnamedFlag = "UNNAMED_FLAG"
    case noObservedTokens = "NO_OBSERVED_TOKENS"
    case madeUpTokens = "MADE_UP_TOKENS"
    case countOfBefore = "COUNT_OF_BEFORE"
    case anyVersion = "ANY_VERSION"
    case madeUpProfile = "MADE_UP_PROFILE"
    case searchEverywhere = "SEARCH_EVERYWHERE"
    case searchWithoutLimit = "SEARCH_WITHOUT_LIMIT"
    case searchUnsorted = "SEARCH_UNSORTED"
    case windowsMissOne = "WINDOWS_MISS_ONE"
    case placesFromOne = "PLACES_FROM_ONE"
    case foundForEver = "FOUND_FOR_EVER"
    case albumsWithoutTitle = "ALBUMS_WITHOUT_TITLE"
    case posterOfNothing = "POSTER_OF_NOTHING"
    case lateIsCancelled = "LATE_IS_CANCELLED"

    var check: String {
        switch self {
        case .insertedIsUpdated, .updatesAreMissing, .oneNameAlone, .unnamedFlag: "changes.assets"
        case .noObservedTokens, .madeUpTokens: "changes.observed-token"
        case .countOfBefore: "changes.added"
        case .anyVersion: "data.version"
        case .madeUpProfile: "images.kept-colors"
        case .searchEverywhere: "search.scopes"
        case .searchWithoutLimit, .searchUnsorted: "search.any-order"
        case .windowsMissOne, .placesFromOne: "search.windows"
        case .foundForEver: "search.after-shutdown"
        case .albumsWithoutTitle: "write.albums"
        case .posterOfNothing: "video.cancelled"
        case .lateIsCancelled: "index.cancelled"
        }
    }

    func make(in folder: TemporaryFolder) throws -> String {
        let source = try folder.write(Self.source, to: "proxy.c")
        let real = "\(PackagePaths.buildFolder)/libFetchResultBackend.so"
        return try PlantedFault.compile(
            [source, "-D\(rawValue)", "-DREAL=\"\(real)\"", "-ldl"], name: "proxy", into: folder)
    }
}
