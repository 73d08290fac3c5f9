internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.account/1`.
enum AccountTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_account_v1> = {
        let table = UnsafeMutablePointer<picker_account_v1>.allocate(capacity: 1)
        table.initialize(to: picker_account_v1())
        table.pointee.struct_size = structSize(of: picker_account_v1.self)
        table.pointee.sign_in = { context, request, sink, call, error in
            BackendContext.run(context, error) { (owner) throws(PhotoError) in
                let request = try argument(request, picker_sign_in_request(), "request")
                let sink = try argument(sink, picker_account_step_sink(), "sink")
                guard let emit = sink.emit else { throw .invalidArgument("the sink has no emit") }
                let call = BackendCall(table: call, isShutDown: { false })
                try call.check()
                let prompt = try owner.signIn(request, call: call)
                prompt.withRecord(in: RecordArena()) { _ = emit(sink.context, $0) }
            }
        }
        table.pointee.sign_out = { context, library, call, error in
            BackendContext.run(context, error) { (owner) throws(PhotoError) in
                let library = try argument(library, picker_open_request(), "library")
                try owner.signOut(library, call: BackendCall(table: call, isShutDown: { false }))
            }
        }
        return UnsafePointer(table)
    }()
}

extension BackendContext {
    /// The table of an extension of the backend; nil when it has none of that name.
    func table(ofExtension id: picker_string) -> UnsafeRawPointer? {
        guard backend is any AccountBackend, (try? id.text()) == PICKER_EXT_ACCOUNT else { return nil }
        return UnsafeRawPointer(AccountTable.pointer)
    }

    fileprivate func signIn(_ request: picker_sign_in_request, call: BackendCall) throws(PhotoError) -> SignInPrompt {
        guard let backend = backend as? any AccountBackend else { throw .unsupported("there is nothing to sign in to") }
        let library = try argument(request.library, picker_open_request(), "library")
        var answers: [String: String] = [:]
        if request.answer_count > 0 {
            guard let keys = request.answer_keys, let values = request.answer_values else {
                throw .invalidArgument("answers are NULL")
            }
            for index in 0..<Int(clamping: request.answer_count) {
                answers[try keys[index].required("answer")] = try values[index].required("answer")
            }
        }
        return try backend.signIn(
            SignInRequest(library: try openRequest(library), state: request.state.array, answers: answers), call: call)
    }

    fileprivate func signOut(_ library: picker_open_request, call: BackendCall) throws(PhotoError) {
        guard let backend = backend as? any AccountBackend else {
            throw .unsupported("there is nothing to sign out of")
        }
        try backend.signOut(of: try openRequest(library), call: call)
    }
}

extension SignInPrompt {
    fileprivate func withRecord(in arena: RecordArena, _ body: (UnsafePointer<picker_account_step>) -> Void) {
        var record = picker_account_step()
        record.struct_size = structSize(of: picker_account_step.self)
        record.message = arena.string(message)
        record.state = arena.bytes(state)
        switch step {
        case .fields(let fields):
            record.kind = PICKER_STEP_FIELDS
            record.fields = arena.array(fields.map { [arena] in arena.array([$0.record(arena)]) })
            record.field_count = UInt32(fields.count)
        case .openAddress(let address, let code, let wait):
            record.kind = PICKER_STEP_OPEN_ADDRESS
            record.address = arena.string(address)
            record.code = arena.string(code)
            record.wait = wait.milliseconds
        case .wait(let wait):
            record.kind = PICKER_STEP_WAIT
            record.wait = wait.milliseconds
        case .done(let account):
            record.kind = PICKER_STEP_DONE
            record.account = arena.string(account)
        }
        withUnsafePointer(to: record, body)
        withExtendedLifetime(arena) {}
    }
}

extension Duration {
    /// Whole milliseconds, at least 0. A server may have said how long to wait, so any number is possible.
    fileprivate var milliseconds: UInt64 {
        let (whole, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1000)
        guard !isTooLong else { return components.seconds < 0 ? 0 : .max }
        let (all, isOverflow) = whole.addingReportingOverflow(components.attoseconds / 1_000_000_000_000_000)
        return isOverflow ? (whole < 0 ? 0 : .max) : UInt64(clamping: all)
    }
}
