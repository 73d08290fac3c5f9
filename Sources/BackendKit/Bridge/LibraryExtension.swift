internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// An extension that the kit offers for libraries that conform to its protocol.
struct LibraryExtension: @unchecked Sendable {  // Unchecked: tables are written once and never freed (R6.4).
    let id: String
    /// On exactly when libraries have the extension (R6.5); empty: it has none, and its type alone decides.
    let capability: BackendCapabilities
    /// The protocol's name, for messages.
    let name: String
    let isOffered: @Sendable (any BackendLibrary.Type) -> Bool
    /// One table for all libraries: its functions take the library's context.
    let table: UnsafeRawPointer
    /// Whether a backend whose libraries have it may lack the capability, because the system at hand lacks what it takes.
    var isConditional = false

    static let all: [LibraryExtension] = [days, heif, index, search, video, write]

    private static let days = LibraryExtension(
        id: PICKER_EXT_DAYS, capability: [], name: "DayCountingLibrary",
        isOffered: { $0 is any DayCountingLibrary.Type }, table: UnsafeRawPointer(DaysTable.pointer))

    private static let heif = LibraryExtension(
        id: PICKER_EXT_HEIF, capability: .heif, name: "HEIFLibrary",
        isOffered: { $0 is any HEIFLibrary.Type }, table: UnsafeRawPointer(HEIFTable.pointer))

    private static let index = LibraryExtension(
        id: PICKER_EXT_INDEX, capability: .index, name: "IndexedLibrary",
        isOffered: { $0 is any IndexedLibrary.Type }, table: UnsafeRawPointer(IndexTable.pointer))

    private static let search = LibraryExtension(
        id: PICKER_EXT_SEARCH, capability: .search, name: "SearchableLibrary",
        isOffered: { $0 is any SearchableLibrary.Type }, table: UnsafeRawPointer(SearchTable.pointer))

    private static let video = LibraryExtension(
        id: PICKER_EXT_VIDEO, capability: .video, name: "VideoLibrary",
        isOffered: { $0 is any VideoLibrary.Type }, table: UnsafeRawPointer(VideoTable.pointer), isConditional: true)

    private static let write = LibraryExtension(
        id: PICKER_EXT_WRITE, capability: .write, name: "WritableLibrary",
        isOffered: { $0 is any WritableLibrary.Type }, table: UnsafeRawPointer(WriteTable.pointer))

    /// - Throws: when a capability and the type of the backend's libraries contradict each other.
    static func checkCapabilities<Backend: PhotoBackend>(of type: Backend.Type) throws(PhotoError) {
        for one in all where !one.capability.isEmpty {
            let isOffered = one.isOffered(Backend.Library.self)
            guard isOffered != Backend.info.capabilities.contains(one.capability) else { continue }
            if isOffered, one.isConditional { continue }
            let capability = one.capability.names.joined()
            throw PhotoError(
                .internal,
                isOffered
                    ? "its library is of type \(one.name), and it lacks the capability \(capability)"
                    : "it has the capability \(capability), and its library is not of type \(one.name)")
        }
    }
}

extension LibraryContext {
    /// The table of an extension of this library; nil when it has none of that name.
    func table(ofExtension id: picker_string) -> UnsafeRawPointer? {
        guard let id = try? id.text() else { return nil }
        let found = LibraryExtension.all.first { $0.id == id && $0.isOffered(type(of: library)) }
        return found.flatMap { capabilities.contains($0.capability) ? $0.table : nil }
    }
}
