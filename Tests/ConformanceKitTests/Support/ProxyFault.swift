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
    case emptyTokenIsAbsent = "EMPTY_TOKEN_IS_ABSENT"
    case membersOfAssets = "MEMBERS_OF_ASSETS"
    case membersAreUntold = "MEMBERS_ARE_UNTOLD"
    case tokensOfTheEnd = "TOKENS_OF_THE_END"
    case tokensOfBefore = "TOKENS_OF_BEFORE"
    case insertedForEver = "INSERTED_FOR_EVER"
    case nothingSinceOpening = "NOTHING_SINCE_OPENING"
    case daysInGreenwich = "DAYS_IN_GREENWICH"
    case parentsOfAlbums = "PARENTS_OF_ALBUMS"
    case searchesOfBefore = "SEARCHES_OF_BEFORE"
    case titlesAreCaptions = "TITLES_ARE_CAPTIONS"
    case lastKeywordIsMissing = "LAST_KEYWORD_IS_MISSING"
    case filesOfOneType = "FILES_OF_ONE_TYPE"
    case filesOfOneRole = "FILES_OF_ONE_ROLE"
    case pathsOfFirstFiles = "PATHS_OF_FIRST_FILES"
    case editsArePassedOver = "EDITS_ARE_PASSED_OVER"
    case sizesOfOriginals = "SIZES_OF_ORIGINALS"
    case multipliedAlpha = "MULTIPLIED_ALPHA"
    case livePhotosAreRAW = "LIVE_PHOTOS_ARE_RAW"
    case depthsAreHeights = "DEPTHS_ARE_HEIGHTS"
    case videosBeginWhereFilesDo = "VIDEOS_BEGIN_WHERE_FILES_DO"
    case lensesAreModels = "LENSES_ARE_MODELS"
    case filesOfOneName = "FILES_OF_ONE_NAME"
    case offsetsOfFirstFiles = "OFFSETS_OF_FIRST_FILES"
    case versionsOfFirstFiles = "VERSIONS_OF_FIRST_FILES"
    case placesWithoutSeconds = "PLACES_WITHOUT_SECONDS"
    case pairsHaveOtherNames = "PAIRS_HAVE_OTHER_NAMES"
    case digitsAreMilliseconds = "DIGITS_ARE_MILLISECONDS"
    case cropsOfCurrentSize = "CROPS_OF_CURRENT_SIZE"
    case typesOfMIME = "TYPES_OF_MIME"
    case datesAreUntold = "DATES_ARE_UNTOLD"
    case observedTwice = "OBSERVED_TWICE"
    case additionsAreUntold = "ADDITIONS_ARE_UNTOLD"
    case halvesOfVideos = "HALVES_OF_VIDEOS"
    case profilesAreDropped = "PROFILES_ARE_DROPPED"
    case removedIsObservedAsUpdated = "REMOVED_IS_OBSERVED_AS_UPDATED"

    var check: String {
        switch self {
        case .insertedIsUpdated, .updatesAreMissing, .oneNameAlone, .unnamedFlag: "changes.assets"
        case .tokensOfTheEnd, .tokensOfBefore, .datesAreUntold: "changes.assets"
        case .insertedForEver: "changes.outcomes"
        case .observedTwice, .removedIsObservedAsUpdated: "changes.told-once"
        case .nothingSinceOpening: "changes.token-lasts"
        case .daysInGreenwich: "days.as-read"
        case .parentsOfAlbums: "library.nested-collections"
        case .titlesAreCaptions, .lastKeywordIsMissing: "library.written"
        case .noObservedTokens, .madeUpTokens: "changes.observed-token"
        case .countOfBefore, .searchesOfBefore: "changes.added"
        case .anyVersion: "data.version"
        case .madeUpProfile: "images.kept-colors"
        case .profilesAreDropped: "images.profiles"
        case .searchEverywhere: "search.scopes"
        case .searchWithoutLimit, .searchUnsorted: "search.any-order"
        case .windowsMissOne, .placesFromOne: "search.windows"
        case .foundForEver: "search.after-shutdown"
        case .albumsWithoutTitle: "write.albums"
        case .additionsAreUntold: "write.is-told"
        case .posterOfNothing: "video.cancelled"
        case .halvesOfVideos: "video.posters"
        case .lateIsCancelled: "index.cancelled"
        case .emptyTokenIsAbsent: "changes.bad-token"
        case .membersOfAssets: "changes.assets"
        case .membersAreUntold: "changes.collections"
        case .filesOfOneType, .filesOfOneRole: "library.details"
        case .pathsOfFirstFiles: "fetch.paths"
        case .editsArePassedOver, .sizesOfOriginals: "images.versions"
        case .multipliedAlpha: "images.alpha"
        case .livePhotosAreRAW: "library.albums-of-kinds"
        case .depthsAreHeights: "library.camera"
        case .videosBeginWhereFilesDo: "data.motion-photos"
        case .lensesAreModels: "library.camera"
        case .filesOfOneName: "library.details"
        case .offsetsOfFirstFiles: "data.every-representation"
        case .versionsOfFirstFiles: "changes.second-file"
        case .placesWithoutSeconds: "library.camera"
        case .pairsHaveOtherNames: "library.identifier-recipe"
        case .digitsAreMilliseconds: "library.times"
        case .cropsOfCurrentSize: "images.versions"
        case .typesOfMIME: "library.details"
        }
    }

    func make(in folder: TemporaryFolder) throws -> String { try Self.make(rawValue, in: folder) }

    /// - Parameter macro: what the source is compiled with; that of no fault makes another backend that keeps the rules.
    static func make(_ macro: String, in folder: TemporaryFolder) throws -> String {
        let source = try folder.write(Self.changes + Self.files + Self.assets + Self.source, to: "proxy.c")
        let real = "\(PackagePaths.buildFolder)/libFetchResultBackend.so"
        return try PlantedFault.compile(
            [source, "-D\(macro)", "-DREAL=\"\(real)\"", "-ldl"], name: "proxy", into: folder)
    }
}
