internal import BackendAPI
internal import PhotoModel

/// What a library said of itself.
struct LibraryInfoCopy: Equatable {
    let flags: UInt32
    let missing: BackendCapabilities
    let title: Text
    let account: Text
    let service: Text
    let callLimit: UInt32
    let hasLinks: Bool
    let reserved: UInt32

    init(_ info: picker_library_info) {
        flags = info.flags
        missing = BackendCapabilities(rawValue: info.missing_capabilities)
        title = Text(info.title)
        account = Text(info.account)
        service = Text(info.service)
        callLimit = info.call_limit
        hasLinks = info.next != nil
        reserved = info.reserved
    }

    var hasFiles: Bool { flags & UInt32(PICKER_LIBRARY_FILES) != 0 }
    var isRemote: Bool { flags & UInt32(PICKER_LIBRARY_REMOTE) != 0 }
}

/// One of the settings that a backend asks for.
struct SettingCopy: Equatable {
    let key: Text
    let title: Text
    let kind: UInt32
    let flags: UInt32
    let texts: [Text]
    let choices: [Text]
    let defaultValue: Text

    /// Nil for one that is shorter than that of ABI 1.
    init?(_ pointer: UnsafePointer<picker_setting_description>) {
        guard Int(pointer.pointee.struct_size) >= MemoryLayout<picker_setting_description>.size else { return nil }
        let setting = pointer.pointee
        key = Text(setting.key)
        title = Text(setting.title)
        kind = setting.kind
        flags = setting.flags
        defaultValue = Text(setting.default_value)
        choices = (0..<Int(clamping: min(setting.choice_count, 1024))).compactMap { index in
            setting.choices.map { Text($0[index]) }
        }
        texts = [key, title, Text(setting.help), defaultValue] + choices
    }
}
