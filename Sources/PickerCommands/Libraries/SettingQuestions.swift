package import PhotoModel
internal import Platform

/// Asks a person for a backend's settings: questions on standard error, answers on standard input.
package struct SettingQuestions {
    package init() {}

    /// Whether there is a terminal on which a person can answer.
    package static var canAsk: Bool { Descriptor.standardInput.isTerminal && StandardError.isTerminal }

    /// The values of these settings: those that are given, and a person's answers for the others.
    ///
    /// - Parameters:
    ///   - given: known values, which are not asked for.
    ///   - asking: whether a person is asked; if not, a missing value is an error.
    package func values(
        of settings: [SettingDescription], given: [String: String], asking: Bool
    ) throws(CommandFailure) -> [String: String] {
        var values = given
        for setting in settings where values[setting.key] == nil {
            if asking, let answer = try ask(setting) { values[setting.key] = answer }
        }
        if let objection = SettingDescription.objection(to: values, by: settings) {
            throw CommandFailure(.usage, "\(objection)\(Self.advice(objection, settings))")
        }
        return values
    }

    private static func advice(_ objection: String, _ settings: [SettingDescription]) -> String {
        guard let setting = settings.first(where: { objection == "\($0.key) is missing" }) else {
            let keys = settings.map(\.key)
            return objection.hasSuffix("is not a setting of this backend") && !keys.isEmpty
                ? "; it has \(keys.joined(separator: ", "))" : ""
        }
        return setting.isSecret
            ? "; give it with --secret-file \(setting.key)=FILE" : "; give it with --set \(setting.key)=VALUE"
    }

    /// The answer to one setting; nil if it was empty, so that the default applies.
    private func ask(_ setting: SettingDescription) throws(CommandFailure) -> String? {
        // What a backend says must not do anything to the terminal.
        let title = TextFormat.oneLine(setting.title)
        if !setting.help.isEmpty { StandardError.line("\(title): \(TextFormat.oneLine(setting.help))") }
        while true {
            StandardError.write("\(title)\(TextFormat.oneLine(Self.hint(setting))): ")
            let answer = try line(isHidden: setting.isSecret)
            if setting.isSecret { StandardError.line("") }
            if answer.isEmpty {
                guard setting.isRequired, setting.defaultValue == nil else { return nil }
                StandardError.line("It is needed.")
                continue
            }
            // The objection may repeat the answer, and a secret must not be shown.
            guard let objection = setting.objection(to: answer) else { return answer }
            StandardError.line(setting.isSecret ? "That cannot be right." : TextFormat.oneLine(objection))
        }
    }

    private static func hint(_ setting: SettingDescription) -> String {
        var parts: [String] = []
        if setting.kind == .flag { parts.append("yes or no") }
        if setting.kind == .choice { parts.append(setting.choices.joined(separator: ", ")) }
        if let value = setting.defaultValue { parts.append("default: \(value)") }
        if !setting.isRequired, setting.defaultValue == nil { parts.append("may stay empty") }
        if setting.isSecret { parts.append("is not shown") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }

    private func line(isHidden: Bool) throws(CommandFailure) -> String {
        guard let text = String(validating: try bytes(isHidden: isHidden), as: UTF8.self) else {
            throw CommandFailure(.usage, "the input is not UTF-8; use a terminal with UTF-8, or other characters")
        }
        return String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0.isWhitespace }.reversed())
    }

    private func bytes(isHidden: Bool) throws(CommandFailure) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor.standardInput.readLine(isHidden: isHidden) { Task.isCancelled }
        } catch {
            switch error {
            case .cancelled: throw CommandFailure(.interrupted)
            case .noData: throw CommandFailure(.usage, "nothing was answered")
            default: throw CommandFailure(.noInput, "standard input: \(error)")
            }
        }
    }
}
