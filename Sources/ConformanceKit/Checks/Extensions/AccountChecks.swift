internal import BackendAPI
internal import PhotoModel

/// `org.picker.account/1`: signing in, in steps that any front end can show.
enum AccountChecks {
    static let all = [
        one(
            "first-step", "A sign-in begins with one step that can be shown", "R19.2 R19.3 R5.1 R5.8",
            remedy: "Emit one step with PICKER_OK; fields have keys, titles and kinds, addresses are of https or http."
        ) { context throws(CheckStop) in
            let (reply, steps) = try AccountProbe(context).signIn()
            try reply.ok()
            try context.expect(steps.count == 1, "it emitted \(steps.count) steps, not one")
            if let fault = steps.first?.fault { throw .failed(fault) }
        },
        one(
            "wrong-answers", "Answers that are not accepted are asked for again, and no secret is repeated",
            "R19.4 R19.5",
            remedy: "Emit the step once more with a message that says why; keep nothing."
        ) { context throws(CheckStop) in
            let probe = try AccountProbe(context)
            let (reply, steps) = try probe.signIn()
            try reply.ok()
            guard let first = steps.first, first.kind == PICKER_STEP_FIELDS else {
                throw .notApplicable("its sign-in does not begin with fields")
            }
            let (second, again) = try probe.signIn(state: first.state, answers: first.keys)
            try second.ok()
            guard let step = again.first, again.count == 1 else {
                throw .failed("after answers that are wrong, it emitted \(again.count) steps, not one")
            }
            if let fault = step.fault { throw .failed(fault) }
            try context.expect(step.kind != PICKER_STEP_DONE, "it accepted answers that were made up")
            try context.expect(!step.message.contains(AccountProbe.secret), "its message repeats an answer")
        },
        one(
            "foreign-state", "A state that is none of its own is INVALID_ARGUMENT", "R19.2",
            remedy: "Look at the state before you use it: another version of the plugin may have made it."
        ) { context throws(CheckStop) in
            for state in [[], [0xFF, 0, 1], [UInt8](repeating: 65, count: 16_384)] as [[UInt8]] {
                let (reply, steps) = try AccountProbe(context).signIn(state: state)
                try reply.expect(PICKER_INVALID_ARGUMENT)
                try context.expect(steps.isEmpty, "it refused the state, and emitted a step")
            }
        },
        one(
            "links", "Links on a sign-in, and on the library that it is for, are passed over, unless they are critical",
            "R5.10",
            remedy: "Look through the links of the request, and of the library in it, with picker_links_may_be_ignored."
        ) { context throws(CheckStop) in
            try AccountProbe(context).signIn(links: .optional).reply.ok()
            try AccountProbe(context).signIn(links: .critical).reply.expect(PICKER_UNSUPPORTED)
            let probe = try AccountProbe(context)
            try probe.signIn(libraryLinks: .optional).reply.ok()
            try probe.signIn(libraryLinks: .critical).reply.expect(PICKER_UNSUPPORTED)
            try probe.signOut(links: .optional).expect(probe.signOut().status)
            try probe.signOut(links: .critical).expect(PICKER_UNSUPPORTED)
        },
        one(
            "cancelled", "A sign-in that is cancelled emits no step", "R12.2",
            remedy: "Ask check before you emit, and return what it answers."
        ) { context throws(CheckStop) in
            let control = CallProbe(answering: PICKER_CANCELLED)
            let (reply, steps) = try AccountProbe(context).signIn(control: control)
            try reply.expect([PICKER_CANCELLED])
            try context.expect(steps.isEmpty, "it was cancelled, and emitted a step")
        },
        one(
            "signed-out", "Without a sign-in a library opens for all, or answers SIGN_IN_REQUIRED", "R19.1",
            remedy: "Return PICKER_SIGN_IN_REQUIRED when nothing was kept of a sign-in."
        ) { context throws(CheckStop) in
            try AccountProbe(context).open().expect([PICKER_OK, PICKER_SIGN_IN_REQUIRED])
        },
        one(
            "sign-out", "Signing out without a sign-in does nothing", "R19.7",
            remedy: "Forget what was kept, if anything was; that there was nothing is no error."
        ) { context throws(CheckStop) in
            let reply = try AccountProbe(context).signOut()
            try reply.expect([PICKER_OK, PICKER_UNSUPPORTED])
        },
        one(
            "sign-out-cancelled", "Signing out that is to end returns what check says", "R12.2 R19.7",
            remedy: "Forget what was kept first; then return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let probe = try AccountProbe(context)
            try CancellationChecks.expectEveryEnd(context) { control throws(CheckStop) in
                try probe.signOut(control: control)
            }
        },
    ]

    private static func one(
        _ name: String, _ title: String, _ clauses: String, remedy: String,
        _ body: @escaping @Sendable (CheckContext) throws(CheckStop) -> Void
    ) -> Check {
        Check("account.\(name)", title, clauses, remedy: remedy, body: body)
    }
}
