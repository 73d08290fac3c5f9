// Made by scripts/abi-layout from the headers of the backend ABI; do not edit.
// swift-format-ignore-file

internal import BackendAPI

/// The extensions of a backend that cross to the host. Others are not there: how to pass on their calls is not known.
struct ServedBackendExtensions {
    var account: picker_account_v1?

    init() {}

    init(_ backend: picker_backend) {
        let table = ExtensionFinder(backend.get_extension, backend.context)
        account = table(PICKER_EXT_ACCOUNT, picker_account_v1())
    }

    /// In the order in which `ProxyExtensions` reads them.
    func write(to writer: inout WireWriter) {
        writer.shape(of: account)
    }
}

extension ProxyExtensions {
    /// Those of a backend that can be passed on.
    static let idsOfBackend = [PICKER_EXT_ACCOUNT]

    func readBackend(_ reader: inout WireReader) throws(WireError) {
        try add(PICKER_EXT_ACCOUNT, picker_account_v1.ofProxy, &reader)
    }
}

/// The extensions of a library that cross to the host. Others are not there: how to pass on their calls is not known.
struct ServedLibraryExtensions {
    var write: picker_write_v1?
    var video: picker_video_v1?
    var heif: picker_heif_v1?
    var search: picker_search_v1?
    var index: picker_index_v1?
    var days: picker_days_v1?

    init() {}

    init(_ library: picker_library) {
        let table = ExtensionFinder(library.get_extension, library.context)
        write = table(PICKER_EXT_WRITE, picker_write_v1())
        video = table(PICKER_EXT_VIDEO, picker_video_v1())
        heif = table(PICKER_EXT_HEIF, picker_heif_v1())
        search = table(PICKER_EXT_SEARCH, picker_search_v1())
        index = table(PICKER_EXT_INDEX, picker_index_v1())
        days = table(PICKER_EXT_DAYS, picker_days_v1())
    }

    /// In the order in which `ProxyExtensions` reads them.
    func write(to writer: inout WireWriter) {
        writer.shape(of: write)
        writer.shape(of: video)
        writer.shape(of: heif)
        writer.shape(of: search)
        writer.shape(of: index)
        writer.shape(of: days)
    }
}

extension ProxyExtensions {
    /// Those of a library that can be passed on.
    static let idsOfLibrary = [PICKER_EXT_WRITE, PICKER_EXT_VIDEO, PICKER_EXT_HEIF, PICKER_EXT_SEARCH, PICKER_EXT_INDEX, PICKER_EXT_DAYS]

    func readLibrary(_ reader: inout WireReader) throws(WireError) {
        try add(PICKER_EXT_WRITE, picker_write_v1.ofProxy, &reader)
        try add(PICKER_EXT_VIDEO, picker_video_v1.ofProxy, &reader)
        try add(PICKER_EXT_HEIF, picker_heif_v1.ofProxy, &reader)
        try add(PICKER_EXT_SEARCH, picker_search_v1.ofProxy, &reader)
        try add(PICKER_EXT_INDEX, picker_index_v1.ofProxy, &reader)
        try add(PICKER_EXT_DAYS, picker_days_v1.ofProxy, &reader)
    }
}
