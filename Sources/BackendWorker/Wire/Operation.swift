/// The function that a call means.
enum Operation: UInt32 {
    case entry = 1
    case info
    case probe
    case open
    case libraryInfo
    case authorizationStatus
    case collections
    case cameraRoll
    case collection
    case count
    case keyAssets
    case fetch
    case details
    case requestImage
    case read
    case observe
    case changesSince
    case diagnostics
    case beginShutdown
    case close
    case fetchCount
    case fetchWindow
    case fetchIndex
    case fetchRelease
    case add
    case createAlbum
    case videoFacts
    case poster
    case heifItems
    case requestItem
    case search
    case refresh
    case destroy
    case backendExtensions
    case signIn
    case signOut
}
