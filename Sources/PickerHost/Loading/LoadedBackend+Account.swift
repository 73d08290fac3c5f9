internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LoadedBackend {
    /// Nil: there is nothing to sign in to.
    private var account: picker_account_v1? {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = table.get_extension(table.context, arena.string(PICKER_EXT_ACCOUNT)) else { return nil }
        return boundedCopy(of: found.assumingMemoryBound(to: picker_account_v1.self), into: picker_account_v1())
    }

    /// The next step of a sign-in.
    ///
    /// - Parameter state: that of the step before; nil: the sign-in begins.
    func signIn(
        _ place: LibraryPlace, state: [UInt8]?, answers: [String: String], control: CallControl
    ) throws(PhotoError) -> SignInPrompt {
        guard let account, account.sign_in != nil else {
            throw PhotoError(.unsupported, "\(place.location.text): the backend \(info.id) has nothing to sign in to")
        }
        let arena = RecordArena()
        let library = Self.request(of: place, in: arena)
        var request = picker_sign_in_request()
        request.struct_size = structSize(of: picker_sign_in_request.self)
        request.library = arena.array([library])
        request.state = arena.bytes(state)
        let answers = answers.sorted { $0.key < $1.key }
        request.answer_keys = arena.array(answers.map { arena.string($0.key) })
        request.answer_values = arena.array(answers.map { arena.string($0.value) })
        request.answer_count = UInt64(answers.count)
        let report = ErrorReport()
        let taker = StepTaker(id: info.id)
        var sink = picker_account_step_sink()
        sink.struct_size = structSize(of: picker_account_step_sink.self)
        sink.context = Unmanaged.passUnretained(taker).toOpaque()
        sink.emit = { context, record in
            guard let context else { return PICKER_STOP }
            return Unmanaged<StepTaker>.fromOpaque(context).takeUnretainedValue().take(record)
        }
        let status = report.withPointer { error in
            control.withTable { account.sign_in(table.context, &request, &sink, $0, error) }
        }
        withExtendedLifetime((arena, taker)) {}
        try report.check(status, from: place.location.text)
        return try taker.prompt()
    }

    /// Ends a sign-in.
    func signOut(_ place: LibraryPlace, control: CallControl) throws(PhotoError) {
        guard let account, account.sign_out != nil else {
            throw PhotoError(.unsupported, "\(place.location.text): the backend \(info.id) has nothing to sign out of")
        }
        let arena = RecordArena()
        var library = Self.request(of: place, in: arena)
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { account.sign_out(table.context, &library, $0, error) }
        }
        withExtendedLifetime(arena) {}
        try report.check(status, from: place.location.text)
    }
}

/// Takes the one step that a call gives, and looks at all of it: what a front end shows must be what it says it is.
private final class StepTaker {
    private let id: String
    private var found: Result<SignInPrompt, PhotoError>?

    init(id: String) { self.id = id }

    func take(_ record: UnsafePointer<picker_account_step>?) -> picker_flow {
        guard found == nil, let record else {
            found = .failure(broken("gave more than one step"))
            return PICKER_STOP
        }
        do throws(LinkRefusal) {
            found = read(try checkedCopy(of: record, into: picker_account_step()))
        } catch {
            found = .failure(PhotoError(error, from: id))
        }
        return PICKER_CONTINUE
    }

    func prompt() throws(PhotoError) -> SignInPrompt {
        guard let found else { throw broken("gave no step") }
        return try found.get()
    }

    private func broken(_ what: String) -> PhotoError { PhotoError(.internal, "\(id): its sign-in \(what)") }

    private func read(_ record: picker_account_step) -> Result<SignInPrompt, PhotoError> {
        let state = record.state.array
        guard (state?.count ?? 0) <= Int(PICKER_STEP_STATE_LIMIT) else {
            return .failure(broken("has too long a state"))
        }
        let message = ((try? record.message.text()) ?? nil).map {
            $0.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
        do throws(PhotoError) {
            return .success(SignInPrompt(try step(record), message: message, state: state))
        } catch {
            return .failure(error)
        }
    }

    private func step(_ record: picker_account_step) throws(PhotoError) -> SignInStep {
        let wait = Duration.milliseconds(Int64(clamping: min(record.wait, 600_000)))
        switch record.kind {
        case PICKER_STEP_FIELDS:
            let fields = try LoadedBackend.settings(record.fields, record.field_count, path: id)
            // Also where it says how many there are, and gives none: a front end would go on without end.
            guard !fields.isEmpty else { throw broken("asks for nothing") }
            return .fields(fields)
        case PICKER_STEP_OPEN_ADDRESS:
            // Anything else could make a browser, or a desktop, do more than show a page, or be shown as another address.
            guard let address = (try? record.address.text()) ?? nil,
                address.hasPrefix("https://") || address.hasPrefix("http://"),
                address.unicodeScalars.allSatisfy(Self.isShown)
            else { throw broken("leads to something that is no address of https or http") }
            return .openAddress(address, code: (try? record.code.text()) ?? nil, wait: wait)
        case PICKER_STEP_WAIT: return .wait(wait)
        case PICKER_STEP_DONE: return .done(account: (try? record.account.text()) ?? nil)
        default: throw PhotoError(.unsupported, "\(id): its sign-in has a step that this host does not know")
        }
    }

    /// Whether a character is seen where it is, and does nothing to a terminal or to how others are shown.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
