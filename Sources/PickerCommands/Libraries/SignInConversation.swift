internal import PhotoModel
internal import PickerHost
internal import Platform

/// Shows the steps of a sign-in on a terminal, or answers them with the values from the command line.
struct SignInConversation {
    let signIn: SignIn
    let options: SettingOptions

    /// - Returns: the name of the account, if it is known.
    func run(from first: SignInPrompt) async throws -> String? {
        var prompt = first
        var answered: Set<String> = []
        var shown = ""
        while true {
            let message = prompt.message.map { TextFormat.oneLine($0) }
            var answers: [String: String] = [:]
            switch prompt.step {
            case .done(let account): return account
            case .fields(let fields):
                // Values from the command line that were refused once are not sent again.
                let isRefused = answered.isSuperset(of: fields.map(\.key))
                answers = try self.answers(to: fields, message, isRefused: isRefused)
                answered.formUnion(fields.map(\.key))
            case .openAddress(let address, let code, let wait):
                let text = code.map { ", and type in \(TextFormat.oneLine($0))" } ?? ""
                let line = "Open \(address) in a browser\(text)"
                // The backend repeats this step until the person has done it, but it is shown only once.
                if line != shown { StandardError.line([message, line].compactMap(\.self).joined(separator: ": ")) }
                shown = line
                try await Task.sleep(for: max(wait, .seconds(1)))
            case .wait(let wait):
                if let message { StandardError.line(message) }
                try await Task.sleep(for: max(wait, .milliseconds(200)))
            }
            prompt = try await signIn.next(after: prompt.state, answers: answers)
        }
    }

    /// Answers fields with values from the command line, and asks for others.
    ///
    /// - Parameter isRefused: whether these fields were answered before.
    private func answers(
        to fields: [SettingDescription], _ message: String?, isRefused: Bool
    ) throws -> [String: String] {
        let canAsk = !options.noQuestions && SettingQuestions.canAsk
        let given = isRefused ? [:] : try options.answers(to: fields)
        if isRefused, !canAsk {
            throw CommandFailure(.notPermitted, message ?? "the answers were not accepted; give others")
        }
        if canAsk, let message { StandardError.line(message) }
        return try SettingQuestions().values(of: fields, given: given, asking: canAsk)
    }
}
