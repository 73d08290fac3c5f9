internal import BackendAPI
internal import PhotoModel

/// What a backend asks for before it opens a library.
extension StaticChecks {
    static func settings(_ info: InfoCopy, _ context: CheckContext) throws(CheckStop) {
        for scheme in info.schemes {
            try context.expect(
                isScheme(scheme),
                "\"\(scheme)\" is no scheme: lower-case letters, digits, \"+\", \"-\" and \".\", a letter first")
        }
        var keys: Set<String> = []
        for (index, setting) in info.settings.enumerated() {
            guard let setting else { throw .failed("setting \(index + 1) is NULL, or shorter than that of ABI 1") }
            let key = setting.key.description
            for text in setting.texts { try context.expect(text.isValid, "a text of \(key) is not UTF-8: \"\(text)\"") }
            try context.expect(BackendInfo.isValid(id: key), "the key \"\(key)\" is not like an id")
            try context.expect(keys.insert(key).inserted, "there are two settings \(key)")
            try context.expect(setting.title.bytes?.isEmpty == false, "\(key) has no title")
            try judgeValues(setting, context)
        }
    }

    private static func judgeValues(_ setting: SettingCopy, _ context: CheckContext) throws(CheckStop) {
        let key = setting.key.description
        guard let kind = SettingDescription.Kind(rawValue: setting.kind) else {
            throw .failed("\(key) is of the kind \(setting.kind), which the ABI does not have")
        }
        try context.expect((kind == .choice) == !setting.choices.isEmpty, "\(key) has \(setting.choices.count) choices")
        guard setting.defaultValue.bytes != nil else { return }
        let isSecret = setting.flags & UInt32(PICKER_SETTING_SECRET) != 0
        try context.expect(!isSecret, "the secret \(key) has a default that all can read")
        let description = SettingDescription(
            key: key, title: key, kind: kind, choices: setting.choices.map(\.description))
        if let objection = description.objection(to: setting.defaultValue.description) {
            throw .failed("its default is none of its values: \(objection)")
        }
    }

    private static func isScheme(_ text: Text) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let bytes = text.bytes, let first = bytes.first, letters.contains(first) else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return bytes.allSatisfy { letters.contains($0) || digits.contains($0) || "+-.".utf8.contains($0) }
    }
}
