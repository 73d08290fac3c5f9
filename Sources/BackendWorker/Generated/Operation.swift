// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

/// The function that a call means.
enum Operation: UInt32 {
    /// The entry point.
    case entry = 1
    /// Which extensions the backend has.
    case backendExtensions
    // picker_fetch
    case fetchCount
    case fetchWindow
    case fetchIndexOf
    case fetchRelease
    // picker_library
    case libraryInfo
    case libraryAuthorizationStatus
    case libraryCollections
    case libraryCameraRoll
    case libraryCollection
    case libraryCount
    case libraryKeyAssets
    case libraryFetch
    case libraryDetails
    case libraryRequestImage
    case libraryRead
    case libraryObserve
    case libraryChangesSince
    case libraryDiagnostics
    case libraryBeginShutdown
    case libraryClose
    // picker_backend
    case backendInfo
    case backendProbe
    case backendOpenLibrary
    case backendDestroy
    // picker_write_v1
    case writeAdd
    case writeCreateAlbum
    // picker_video_v1
    case videoFacts
    case videoPoster
    // picker_heif_v1
    case heifItems
    case heifRequestItem
    // picker_search_v1
    case searchSearch
    // picker_index_v1
    case indexRefresh
    // picker_days_v1
    case daysDays
    // picker_account_v1
    case accountSignIn
    case accountSignOut
}
