internal import ABIMemory
package import BackendAPI
internal import Platform

/// A backend whose plugin runs in worker processes. Its table has the functions that the plugin's has, and passes each
/// call on.
///
/// Each open library has a worker of its own, which is confined to that library before it loads the plugin. So what the
/// photos of one library do to a worker does not affect other libraries. The worker that answered the entry call can
/// access no library, and serves none.
package final class BackendProxy: @unchecked Sendable {  // Unchecked: what changes is in the monitor.
    struct State {
        /// The worker that answered the entry call, until a library is opened.
        var spare: WorkerSession?
        var info: OwnedRecord<picker_backend_info>?
        var id: String?
        /// Nil if the plugin was not asked for them yet.
        var extensions: ProxyExtensions?
    }

    let program: WorkerProgram
    let plugin: String
    let host: HostFunctions
    /// The plugin's file, kept open so that each new worker loads the same file, even if another one has its name by
    /// now. Nil if it cannot be read; then the first worker reports why.
    private let file: PassedDescriptor?
    let state = Monitor(State())

    package typealias Entry =
        @Sendable (
            UnsafePointer<picker_entry_request>?, UnsafeMutablePointer<picker_backend>?,
            UnsafeMutablePointer<picker_error>?
        ) -> picker_status

    /// A function that acts as the entry point of a plugin in a worker.
    ///
    /// - Parameter file: what is loaded; nil for the file that is at the plugin's path when the function is called.
    package static func entry(plugin: String, program: WorkerProgram, file: PassedDescriptor? = nil) -> Entry {
        { request, table, errorOut in
            guard let request, let table else { return PICKER_INVALID_ARGUMENT }
            let asked: picker_entry_request
            do throws(LinkRefusal) {
                asked = try checkedCopy(of: request, into: picker_entry_request())
            } catch {
                return HostCall(.entry, nil, errorOut).fail(.refused(error))
            }
            return BackendProxy(asked, plugin: plugin, program: program, file: file).enter(table, errorOut)
        }
    }

    private init(
        _ request: picker_entry_request, plugin: String, program: WorkerProgram, file given: PassedDescriptor?
    ) {
        self.plugin = plugin
        self.program = program
        host = HostFunctions(request.host)
        if let given {
            file = given
            return
        }
        do throws(SystemError) {
            file = PassedDescriptor(try OwnedDescriptor.open(plugin))
        } catch {
            file = nil
        }
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> BackendProxy? {
        context.map { Unmanaged<BackendProxy>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The name of the backend in messages.
    var name: String { state.withLock { $0.id } ?? plugin }

    // MARK: Workers

    /// Starts a worker and calls the plugin's entry point in it.
    ///
    /// - Parameters:
    ///   - sandbox: what the worker is confined to: a library, or none.
    ///   - shape: gets the shape of the table that the entry point filled.
    func start(
        in sandbox: Sandbox = Sandbox(), _ error: UnsafeMutablePointer<picker_error>?,
        shape: @escaping (TableShape) -> Void = { _ in }
    ) throws(WorkerFailure) -> (WorkerSession?, picker_status) {
        var call = HostCall(.entry, nil, error)
        let session = WorkerSession(program, plugin: plugin, sandbox: sandbox, file: file) { [host] level, text in
            host.log(level, text)
        } written: { [host, plugin, weak self] line in
            host.log(UInt32(PICKER_LOG_WARNING), "backend \(self?.name ?? plugin) wrote: \(line)")
        }
        let name = host.name
        call.arguments = { writer throws(WireError) in
            try writer.text(name)
        }
        call.values = { status, reader throws(WireError) in
            if status == PICKER_OK { shape(try TableShape(&reader)) }
        }
        let status = try perform(call, session)
        return (status == PICKER_OK ? session : nil, status)
    }

    func perform(_ call: HostCall, _ session: WorkerSession) throws(WorkerFailure) -> picker_status {
        let message: [UInt8]
        do throws(WireError) { message = try call.message() } catch { return call.fail(error) }
        return try session.perform(call, message, host: host)
    }

    /// Takes the worker that answered the entry call; nil if it ended, or another call has it.
    func takeSpare() -> WorkerSession? {
        state.withLock { state in
            defer { state.spare = nil }
            return state.spare?.ending == nil ? state.spare : nil
        }
    }

    /// Makes a call of the backend itself.
    func ask(_ call: HostCall) -> picker_status {
        do throws(WorkerFailure) {
            var session = takeSpare()
            if session == nil {
                let (fresh, status) = try start(call.error)
                guard let fresh else { return status }
                session = fresh
            }
            guard let session else { return PICKER_INTERNAL }
            defer { keepSpare(session) }
            return try perform(call, session)
        } catch {
            return call.fail(error.status, message(of: error))
        }
    }

    func keepSpare(_ session: WorkerSession) {
        state.withLock { if $0.spare == nil { $0.spare = session } }
    }

    func message(of loss: WorkerFailure) -> String { "the worker of backend \(name) \(loss.end.words)" }
}
