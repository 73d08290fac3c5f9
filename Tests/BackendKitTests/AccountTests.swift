import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Platform
import Testing

/// A backend whose next step of a sign-in is the one that the location names.
private struct AccountStub: AccountBackend {
    static let info = BackendInfo(
        id: "account", name: "Account", version: "1", priority: 1, capabilities: [], formats: [],
        settings: [
            SettingDescription(key: "region", title: "Region", defaultValue: "eu"),
            SettingDescription(key: "team", title: "Team"),
        ])
    static let asked = Mutex<[String: SignInRequest]>([:])
    static let signedOut = Mutex<[String]>([])

    private static let prompts: [String: SignInPrompt] = [
        "fields": SignInPrompt(
            .fields([
                SettingDescription(key: "name", title: "Name"),
                SettingDescription(key: "password", title: "Password", isRequired: true, isSecret: true),
            ]), message: "Once more", state: [1, 2, 3]),
        "code": SignInPrompt(
            .openAddress("https://photos.example/go", code: "AB-12", wait: .milliseconds(1500)), state: []),
        "address": SignInPrompt(.openAddress("https://photos.example/go", code: nil, wait: .microseconds(999))),
        "back": SignInPrompt(.wait(.seconds(-2))),
        "long": SignInPrompt(.wait(.seconds(Int64.max))),
        "done": SignInPrompt(.done(account: "ada@photos.example")),
        "nameless": SignInPrompt(.done(account: nil)),
    ]

    init(host: BackendHost) throws(PhotoError) {}

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary { throw .closed }

    func signIn(_ request: SignInRequest, call: BackendCall) throws(PhotoError) -> SignInPrompt {
        let name = String(decoding: request.library.location, as: UTF8.self)
        Self.asked.withLock { $0[name] = request }
        guard let prompt = Self.prompts[name] else { throw PhotoError(.offline, "no server at \(name)") }
        return prompt
    }

    func signOut(of library: OpenRequest, call: BackendCall) throws(PhotoError) {
        try call.check()
        Self.signedOut.withLock { $0.append(String(decoding: library.location, as: UTF8.self)) }
    }
}

@Suite("The account extension of a Swift backend") struct AccountTests {
    private let backend = DrivenBackend(AccountStub.self)
    private let arena = RecordArena()
    private let table: picker_account_v1

    init() throws {
        let found = try #require(
            backend.table.get_extension(backend.table.context, arena.string("org.picker.account/1")))
        table = boundedCopy(of: found.assumingMemoryBound(to: picker_account_v1.self), into: picker_account_v1())
    }

    /// What a sink was given.
    private final class Taken {
        var kinds: [UInt32] = []
        /// Message, address, code, account.
        var texts: [String?] = []
        var wait: UInt64 = 77
        var state: [UInt8]?
        /// The key of each field, with its flags.
        var fields: [String] = []

        var sink: picker_account_step_sink {
            var sink = picker_account_step_sink()
            sink.struct_size = structSize(of: picker_account_step_sink.self)
            sink.context = Unmanaged.passUnretained(self).toOpaque()
            sink.emit = { context, step in
                let taken = Unmanaged<Taken>.fromOpaque(context!).takeUnretainedValue()  // Set above.
                let step = step!.pointee  // R9.2: never NULL.
                taken.kinds.append(step.kind)
                taken.texts = [
                    try? step.message.text(), try? step.address.text(), try? step.code.text(),
                    try? step.account.text(),
                ]
                (taken.wait, taken.state) = (step.wait, step.state.array)
                for index in 0..<Int(step.field_count) {
                    guard let field = step.fields?[index]?.pointee else { continue }
                    taken.fields.append("\((try? field.key.text()) ?? "?") \(field.flags)")
                }
                return PICKER_CONTINUE
            }
            return sink
        }
    }

    private func library(
        _ location: String, _ settings: [(key: String, value: String)] = []
    ) -> picker_open_request {
        var library = picker_open_request()
        library.struct_size = structSize(of: picker_open_request.self)
        library.location = arena.bytes(Array(location.utf8))
        library.setting_keys = arena.array(settings.map { arena.string($0.key) })
        library.setting_values = arena.array(settings.map { arena.string($0.value) })
        library.setting_count = UInt64(settings.count)
        return library
    }

    private func signIn(
        _ location: String, call: UnsafePointer<picker_call>? = nil,
        _ change: (inout picker_sign_in_request) -> Void = { _ in }
    ) -> (status: picker_status, taken: Taken) {
        var request = picker_sign_in_request()
        request.struct_size = structSize(of: picker_sign_in_request.self)
        request.library = arena.array([library(location)])
        change(&request)
        let taken = Taken()
        var sink = taken.sink
        return (table.sign_in(backend.table.context, &request, &sink, call, backend.error.pointer), taken)
    }

    @Test("The account extension of a Swift backend asks for fields with their flags, a message and a state")
    func fields() {
        let (status, taken) = signIn("fields")
        #expect(status == PICKER_OK && taken.kinds == [PICKER_STEP_FIELDS])
        #expect(taken.texts == ["Once more", nil, nil, nil] && taken.state == [1, 2, 3] && taken.wait == 0)
        #expect(taken.fields == ["name 0", "password \(PICKER_SETTING_REQUIRED | PICKER_SETTING_SECRET)"])
    }

    @Test("The account extension of a Swift backend sends to an address, with a code if there is one")
    func addresses() {
        let code = signIn("code").taken
        #expect(code.kinds == [PICKER_STEP_OPEN_ADDRESS] && code.wait == 1500 && code.state?.isEmpty == true)
        #expect(code.texts == [nil, "https://photos.example/go", "AB-12", nil])
        let address = signIn("address").taken
        #expect(address.texts == [nil, "https://photos.example/go", nil, nil])
        #expect(address.wait == 0 && address.state == nil)
    }

    @Test("The account extension of a Swift backend ends with the account, and waits no negative or uncountable time")
    func ends() {
        let done = signIn("done").taken
        #expect(done.kinds == [PICKER_STEP_DONE] && done.texts == [nil, nil, nil, "ada@photos.example"])
        #expect(signIn("nameless").taken.texts == [nil, nil, nil, nil])
        let back = signIn("back").taken
        #expect(back.kinds == [PICKER_STEP_WAIT] && back.wait == 0)
        #expect(signIn("long").taken.wait == .max)
    }

    @Test("The account extension of a Swift backend gets the answers, the state, and the library with its settings")
    func request() throws {
        let (status, taken) = signIn("nowhere") { request in
            request.library = arena.array([library("nowhere", [("team", "photos")])])
            request.state = arena.bytes([9, 8])
            request.answer_keys = arena.array([arena.string("name"), arena.string("password")])
            request.answer_values = arena.array([arena.string("ada"), arena.string("")])
            request.answer_count = 2
        }
        #expect(status == PICKER_OFFLINE && taken.kinds.isEmpty)
        #expect(backend.error.text == "no server at nowhere")
        let asked = try #require(AccountStub.asked.withLock { $0["nowhere"] })
        #expect(asked.answers == ["name": "ada", "password": ""] && asked.state == [9, 8])
        #expect(asked.library.settings == ["region": "eu", "team": "photos"])
        _ = signIn("first")
        let first = try #require(AccountStub.asked.withLock { $0["first"] })
        #expect(first.state == nil && first.answers.isEmpty && first.library.settings == ["region": "eu"])
    }

    @Test("The account extension of a Swift backend refuses what is missing before the backend hears of it")
    func refusals() {
        #expect(signIn("refused") { $0.library = nil }.status == PICKER_INVALID_ARGUMENT)
        #expect(backend.error.text == "library is NULL")
        #expect(signIn("refused") { $0.answer_count = 1 }.status == PICKER_INVALID_ARGUMENT)
        #expect(backend.error.text == "answers are NULL")
        let unknown = signIn("refused") { $0.library = arena.array([library("refused", [("tema", "x")])]) }
        #expect(unknown.status == PICKER_INVALID_ARGUMENT)
        #expect(backend.error.text == "tema is not a setting of this backend")
        #expect(signIn("").status == PICKER_INVALID_ARGUMENT && backend.error.text == "location is missing")
        var request = picker_sign_in_request()
        request.struct_size = structSize(of: picker_sign_in_request.self)
        #expect(table.sign_in(backend.table.context, &request, nil, nil, nil) == PICKER_INVALID_ARGUMENT)
        var sink = Taken().sink
        #expect(table.sign_in(backend.table.context, nil, &sink, nil, nil) == PICKER_INVALID_ARGUMENT)
        #expect(table.sign_in(nil, &request, &sink, nil, nil) == PICKER_INVALID_ARGUMENT)
        sink.emit = nil
        #expect(
            table.sign_in(backend.table.context, &request, &sink, nil, backend.error.pointer)
                == PICKER_INVALID_ARGUMENT)
        #expect(backend.error.text == "the sink has no emit")
        #expect(AccountStub.asked.withLock { $0["refused"] == nil && $0[""] == nil })
    }

    @Test("The account extension of a Swift backend signs out of the library that is named, and of none when cancelled")
    func signOut() {
        var call = picker_call()
        call.struct_size = structSize(of: picker_call.self)
        call.check = { _ in PICKER_CANCELLED }
        var library = library("signed in")
        let context = backend.table.context
        #expect(table.sign_out(context, &library, &call, nil) == PICKER_CANCELLED)
        #expect(table.sign_out(context, nil, nil, nil) == PICKER_INVALID_ARGUMENT)
        #expect(AccountStub.signedOut.withLock { $0.isEmpty })
        #expect(table.sign_out(context, &library, nil, nil) == PICKER_OK)
        #expect(AccountStub.signedOut.withLock { $0 } == ["signed in"])
        #expect(signIn("cancelled", call: &call).status == PICKER_CANCELLED)
        #expect(AccountStub.asked.withLock { $0["cancelled"] == nil })
    }

    @Test("The account extension of a Swift backend is there for backends that have accounts, under its own id (R6.5)")
    func offered() {
        let context = backend.table.context
        #expect(backend.table.get_extension(context, arena.string("org.picker.account/2")) == nil)
        #expect(backend.table.get_extension(context, picker_string()) == nil)
        let plain = DrivenBackend(StubBackend.self)
        #expect(plain.table.get_extension(plain.table.context, arena.string("org.picker.account/1")) == nil)
    }
}
