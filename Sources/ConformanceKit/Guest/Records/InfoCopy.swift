internal import BackendAPI
internal import PhotoModel

struct InfoCopy {
    let id: Text
    let name: Text
    let version: Text
    let priority: Int32
    let capabilities: BackendCapabilities
    let formatTexts: [Text]
    var formats: [String] { formatTexts.map(\.description) }

    init(_ info: picker_backend_info) {
        id = Text(info.id)
        name = Text(info.name)
        version = Text(info.version)
        priority = info.priority
        capabilities = BackendCapabilities(rawValue: info.capabilities)
        formatTexts = (0..<Int(clamping: min(info.format_count, 1024))).compactMap { index in
            info.formats.map { Text($0[index]) }
        }
    }
}
