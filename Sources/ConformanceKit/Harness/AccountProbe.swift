internal import BackendAPI
internal import PhotoModel

/// Calls the extension of one backend.
struct AccountProbe {
    /// Part of every answer that is made up.
    static let secret = "kit-0f3a9"

    struct Step {
        var kind: UInt32
        var message: String
        var state: [UInt8]?
        /// Of its fields.
        var keys: [String] = []
        /// What cannot be shown of it.
        var fault: String?
    }

    private final class Taker {
        var steps: [Step] = []
    }

    private let context: CheckContext
    private let backend: Backend
    private let table: picker_account_v1
    /// Settings that may be left out and are secret, such as a key: with one of the fixture there is nothing to sign in to.
    private let withheld: Set<String>

    init(_ context: CheckContext) throws(CheckStop) {
        self.context = context
        backend = try context.backend()
        guard let found = backend.extensionTable(PICKER_EXT_ACCOUNT) else { throw .notApplicable("it has no accounts") }
        table = found.assumingMemoryBound(to: picker_account_v1.self).pointee
        let optional = try context.info().settings.compactMap(\.self).filter { setting in
            setting.flags & (PICKER_SETTING_SECRET | PICKER_SETTING_REQUIRED) == PICKER_SETTING_SECRET
        }
        withheld = Set(optional.map(\.key.description))
        try context.expect(
            Int(table.struct_size) >= MemoryLayout<picker_account_v1>.size && table.sign_in != nil
                && table.sign_out != nil,
            "its table of org.picker.account/1 lacks functions")
        try context.makeLibrary()
    }

    private func library(_ links: Links) -> Guarded<picker_open_request> {
        var request = picker_open_request()
        request.next = links.first
        let place = backend.place(of: context.root)
        let settings = place.settings.filter { pair in !withheld.contains(pair.key) }
        request.location = Arena.bytes(place.location)
        request.setting_keys = Arena.array(settings.map { Arena.string($0.key) })
        request.setting_values = Arena.array(settings.map { Arena.string($0.value) })
        request.setting_count = UInt64(settings.count)
        return Guarded(request)
    }

    /// - Parameter libraryLinks: what hangs on the request of the library in it.
    func signIn(
        state: [UInt8]? = nil, answers: [String] = [], links: Links = .none, libraryLinks: Links = .none,
        control: CallProbe = CallProbe()
    ) throws(CheckStop) -> (reply: Reply, steps: [Step]) {
        var request = picker_sign_in_request()
        request.next = links.first
        request.library = UnsafePointer(library(libraryLinks).pointer)
        request.state = Arena.bytes(state)
        request.answer_keys = Arena.array(answers.map { Arena.string($0) })
        request.answer_values = Arena.array(answers.map { _ in Arena.string("\(Self.secret)@example.org") })
        request.answer_count = UInt64(answers.count)
        let taker = Taker()
        var sink = picker_account_step_sink()
        sink.context = Unmanaged.passUnretained(taker).toOpaque()
        sink.emit = { context, step in
            guard let context, let step else { return PICKER_STOP }
            Unmanaged<Taker>.fromOpaque(context).takeUnretainedValue().steps.append(AccountProbe.copy(step.pointee))
            return PICKER_CONTINUE
        }
        let (asked, taking) = (Guarded(request), Guarded(sink))
        let reply = context.steps.call("sign_in") {
            defer { control.end() }
            return table.sign_in(backend.table.context, asked.pointer, taking.pointer, control.begin(), $0)
        }
        withExtendedLifetime(taker) {}
        if reply.status == PICKER_UNSUPPORTED, links == .none, libraryLinks == .none {
            throw .notApplicable("there is nothing to sign in to with these settings")
        }
        return (reply, taker.steps)
    }

    func open() -> Reply {
        let place = backend.place(of: context.root)
        let settings = place.settings.filter { pair in !withheld.contains(pair.key) }
        let opened = backend.open(at: (place.location, settings), data: context.dataFolder)
        opened.library?.beginShutdown()
        opened.library?.close()
        return opened.reply
    }

    func signOut(links: Links = .none, control: CallProbe = CallProbe()) throws(CheckStop) -> Reply {
        let asked = library(links)
        return context.steps.call("sign_out") {
            defer { control.end() }
            return table.sign_out(backend.table.context, asked.pointer, control.begin(), $0)
        }
    }

    private static func copy(_ record: picker_account_step) -> Step {
        var step = Step(
            kind: record.kind, message: Text(record.message).bytes == nil ? "" : Text(record.message).description,
            state: record.state.data.map {
                Array(UnsafeBufferPointer(start: $0, count: Int(clamping: record.state.length)))
            })
        let size = MemoryLayout<picker_account_step>.size
        if Int(record.struct_size) < size {
            step.fault = "a step says that it has \(record.struct_size) bytes, ABI 1 has \(size)"
        }
        if record.state.length > UInt64(PICKER_STEP_STATE_LIMIT) {
            step.fault = "its state has \(record.state.length) bytes"
        }
        switch record.kind {
        case PICKER_STEP_FIELDS:
            if record.field_count == 0 || record.fields == nil { step.fault = "a step asks for nothing" }
            for index in 0..<Int(record.field_count) {
                guard let field = record.fields?[index]?.pointee else { continue }
                let key = Text(field.key).description
                step.keys.append(key)
                if Int(field.struct_size) < MemoryLayout<picker_setting_description>.size || field.reserved != 0 {
                    step.fault = "the field \(key) is not a whole struct, or has something in its room to grow"
                }
                if !BackendInfo.isValid(id: key) { step.fault = "a field has the key \"\(key)\"" }
                if Text(field.title).bytes?.isEmpty != false { step.fault = "the field \(key) has no title" }
            }
        case PICKER_STEP_OPEN_ADDRESS:
            let address = Text(record.address).description
            let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
            if !isWeb { step.fault = "the address \"\(address)\" is not of https or http" }
        case PICKER_STEP_WAIT, PICKER_STEP_DONE: break
        default: step.fault = "a step has the kind \(record.kind)"
        }
        return step
    }
}
