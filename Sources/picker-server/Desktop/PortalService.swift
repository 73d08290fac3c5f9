internal import PhotoModel
internal import PickerCommands
internal import Platform

/// Answers programs that open files: with Picker's page for photos, and with another file chooser of the desktop for
/// other files.
///
/// For one thread. Each request has a process of its own, so that a failure does not end other requests.
final class PortalService {
    private struct Asked {
        let call: BusMessage
        /// Nil if the request is passed on.
        var request: ChooserRequest?
        var run: PickerRun?
        /// Identifies the call by which the request was passed on; 0 if it was not.
        var cookie: UInt64 = 0
        var chooser = ""
        /// Whether it was closed, or its program has ended.
        var isClosed = false
    }

    /// The most pages at once; no user wants more.
    private static let mostRequests = 8

    private let bus: SessionBus
    private let library: [String]
    /// Requests by the object path that the program's request has.
    private var asked: [String: Asked] = [:]

    /// - Parameter library: the arguments of `picker pick` that name the library.
    init(library: [String]) throws(BusFailure) {
        self.library = library
        bus = try SessionBus()
        try bus.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch"
        ) { (call) throws(BusFailure) in
            try call.write("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
        }
        try bus.take(name: OtherChooser.ownName)
    }

    /// Answers until there is something to read from `end`, or the bus has ended.
    func run(until end: Descriptor) throws(BusFailure) {
        defer { for each in asked.values { each.run?.interrupt() } }
        while true {
            for message in try bus.arrived() { try receive(message) }
            for (handle, each) in asked { try advance(handle, each) }
            let waited = [end, bus.descriptor] + asked.values.flatMap { $0.run?.descriptors ?? [] }
            Descriptor.waitUntilReadable(any: waited, milliseconds: 60_000)
            if case .ready = end.waitUntilReadable(deadline: MonotonicTime.now + 1000) { return }
        }
    }

    private func receive(_ message: BusMessage) throws(BusFailure) {
        if message.isSignal { return try callerEnded(message) }
        guard message.isCall else { return try passBack(message) }
        do throws(BusFailure) {
            try answer(message)
        } catch {
            bus.send(try message.errorReply("org.freedesktop.DBus.Error.InvalidArgs", error.description))
        }
    }

    private func answer(_ call: BusMessage) throws(BusFailure) {
        switch (call.interface, call.member) {
        case (OtherChooser.interface, "OpenFile"):
            let request = try ChooserRequest(call)
            try admit(request.handle)
            request.media == nil ? try passOn(call, request.handle) : try open(call, request)
        case (OtherChooser.interface, "SaveFile"), (OtherChooser.interface, "SaveFiles"):
            let handle = try call.readText("o")
            try admit(handle)
            try passOn(call, handle)
        case ("org.freedesktop.impl.portal.Request", "Close"):
            try close(call)
        case ("org.freedesktop.DBus.Properties", "GetAll"):
            let answer = try call.reply()
            try answer.write("a", "{sv}") { () throws(BusFailure) in }
            bus.send(answer)
        default:
            bus.send(
                try call.errorReply(
                    "org.freedesktop.DBus.Error.UnknownMethod", "\(call.interface).\(call.member) is not known here"))
        }
    }

    private func admit(_ handle: String) throws(BusFailure) {
        guard asked[handle] == nil else { throw BusFailure("\(handle) is a request already") }
        guard asked.count < Self.mostRequests else {
            throw BusFailure("\(Self.mostRequests) programs wait for files already; finish one of these")
        }
    }

    private func open(_ call: BusMessage, _ request: ChooserRequest) throws(BusFailure) {
        guard DesktopBrowser.hasDesktop else {
            throw BusFailure("there is no desktop to open the page on: DISPLAY and WAYLAND_DISPLAY are not set")
        }
        var arguments = library + ["--print0", "--min=1", "--media=\((request.media ?? .any).rawValue)"]
        if !request.takesSeveral { arguments.append("--limit=1") }
        let patterns = (request.filter?.rules ?? []).map(\.pattern).filter { !$0.isEmpty }
        arguments += patterns.map { "--accept=\(FilePatterns.option(for: $0))" }
        if !request.program.isEmpty { arguments.append("--asked-by=\(request.program)") }
        do throws(SystemError) {
            asked[request.handle] = Asked(call: call, request: request, run: try PickerRun(arguments))
        } catch {
            throw BusFailure("picker pick cannot be started: \(error)")
        }
    }

    private func advance(_ handle: String, _ each: Asked) throws(BusFailure) {
        guard let request = each.request, let run = each.run, let (end, paths) = run.advance() else { return }
        asked[handle] = nil
        let isAnswer = end == .exit(ExitStatus.done.rawValue) || end == .exit(ExitStatus.nothingPicked.rawValue)
        // It could not begin, as when its library is away: the program would seem not to react at all. Where the other
        // chooser cannot be called either, this request ends, and no other one.
        let isUnseen = !isAnswer && !run.hasPage && !each.isClosed
        if isUnseen, OtherChooser.busName != nil, (try? passOn(each.call, handle)) != nil { return }
        let answer = try each.call.reply()
        switch end {
        case .exit(ExitStatus.done.rawValue): try request.write(0, paths.map(fileAddress), to: answer)
        case .exit(ExitStatus.nothingPicked.rawValue): try request.write(1, [], to: answer)
        default: try request.write(2, [], to: answer)
        }
        bus.send(answer)
    }
}

// Requests for other files, and how requests end
extension PortalService {
    private func passOn(_ call: BusMessage, _ handle: String) throws(BusFailure) {
        guard let chooser = OtherChooser.busName else {
            let text = "Picker chooses photos and videos; install another file chooser, such as xdg-desktop-portal-gtk"
            bus.send(try call.errorReply("org.freedesktop.DBus.Error.NotSupported", text))
            return
        }
        let cookie = try bus.call(chooser, call.path, OtherChooser.interface, call.member) {
            (copy) throws(BusFailure) in
            try copy.copy(call)
        }
        asked[handle] = Asked(call: call, cookie: cookie, chooser: chooser)
    }

    /// Passes the answer of another chooser to the program.
    private func passBack(_ message: BusMessage) throws(BusFailure) {
        guard message.answered != 0, let each = asked.first(where: { $0.value.cookie == message.answered }) else {
            return
        }
        asked[each.key] = nil
        if message.isError {
            let text = "\(each.value.chooser): cannot choose a file"
            return bus.send(try each.value.call.errorReply("org.freedesktop.DBus.Error.Failed", text))
        }
        let answer = try each.value.call.reply()
        try answer.copy(message)
        bus.send(answer)
    }

    private func close(_ call: BusMessage) throws(BusFailure) {
        guard let each = asked[call.path], each.call.sender == call.sender else {
            throw BusFailure("\(call.path) is no request that is open")
        }
        end(call.path, each)
        bus.send(try call.reply())
    }

    private func end(_ handle: String, _ each: Asked) {
        asked[handle]?.isClosed = true
        each.run?.interrupt()
        guard each.cookie != 0 else { return }
        _ = try? bus.call(each.chooser, handle, "org.freedesktop.impl.portal.Request", "Close")
    }

    /// Ends the requests of a program that has ended, since no one waits for the answer.
    private func callerEnded(_ signal: BusMessage) throws(BusFailure) {
        guard signal.member == "NameOwnerChanged", signal.sender == "org.freedesktop.DBus" else { return }
        let name = try signal.readText()
        for (handle, each) in asked where each.call.sender == name { end(handle, each) }
    }
}
