import ABIMemory
import BackendAPI
import BackendKit
import PhotoModel
import Platform

@testable import PickerHost

/// Backends in this process whose libraries follow a `LibraryScript`.
enum ScriptedBackends {
    static let first = "scripted-one"
    static let second = "scripted-two"
    /// Does not observe, has no exact sizes, and cannot be added to.
    static let plain = "scripted-plain"
    /// Over a `PhotoShelf`: names what changed, keeps an index, searches.
    static let detailed = "shelf-detailed"
    /// Over a `PhotoShelf`: only says that something changed.
    static let coarse = "shelf-coarse"
    static let loader = BackendLoader(linked: linked)
    static let registry = BackendRegistry(searchPath: BackendSearchPath(folders: []), probe: nil, loader: loader)

    private static let linked: [String: LoadedBackend] = {
        let entries: [(String, LoadedBackend.Entry)] = [
            (first, { LifeRecorder.record(BackendEntry.run(ScriptedBackend<One>.self, $0, $1, $2), $1) }),
            (second, { LifeRecorder.record(BackendEntry.run(ScriptedBackend<Two>.self, $0, $1, $2), $1) }),
            (plain, { LifeRecorder.record(BackendEntry.run(ScriptedBackend<Plain>.self, $0, $1, $2), $1) }),
            (detailed, { BackendEntry.run(ShelfBackend<Detailed>.self, $0, $1, $2) }),
            (coarse, { BackendEntry.run(ShelfBackend<Coarse>.self, $0, $1, $2) }),
        ]
        var linked: [String: LoadedBackend] = [:]
        for (name, entry) in entries { linked[name] = try? LoadedBackend(path: name, entry: entry) }
        return linked
    }()
}

protocol ScriptedKind: Sendable { static var info: BackendInfo { get } }

/// Libraries of such a backend can be added to.
protocol WritingKind: ScriptedKind {}

private func info(_ id: String, _ capabilities: BackendCapabilities) -> BackendInfo {
    BackendInfo(
        id: id, name: "Scripted 🎬", version: "0.0.1", priority: 7, capabilities: capabilities, formats: ["public.jpeg"])
}

private let everything: BackendCapabilities = [.observe, .fullQuery, .exactSize, .write]

enum One: WritingKind { static let info = PickerHostTests.info("scripted-one", everything) }
enum Two: WritingKind { static let info = PickerHostTests.info("scripted-two", everything) }
enum Plain: ScriptedKind { static let info = PickerHostTests.info("scripted-plain", []) }
enum Detailed: ScriptedKind {
    static let info = PickerHostTests.info(
        "shelf-detailed", [.observe, .fullQuery, .changeDetails, .index, .search])
}
enum Coarse: ScriptedKind {
    static let info = PickerHostTests.info("shelf-coarse", [.observe, .fullQuery, .index, .search])
}

struct ScriptedBackend<Kind: ScriptedKind>: PhotoBackend {
    static var info: BackendInfo { Kind.info }

    private let host: BackendHost

    init(host: BackendHost) throws(PhotoError) { self.host = host }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> ScriptedLibrary<Kind> {
        let root = String(decoding: request.location, as: UTF8.self)
        guard let script = LibraryScript.byRoot.withLock({ $0[root] }) else { throw .notFound("no script for \(root)") }
        script.heard.withLock { heard in
            heard.openRequests.append(request)
            heard.limits.append(host.limits)
        }
        script.log.add("open \(Kind.info.id)")
        script.answer(\.onOpen)()
        return ScriptedLibrary<Kind>(script)
    }
}

/// Reports `begin_shutdown` and `close` to the script, which Swift backends do not see one by one.
enum LifeRecorder {
    private struct Record: @unchecked Sendable {  // Unchecked: the table may be used on any thread.
        let script: LibraryScript
        let table: picker_library
    }

    private struct State {
        var open:
            (
                @convention(c) (
                    UnsafeMutableRawPointer?, UnsafePointer<picker_open_request>?, UnsafePointer<picker_call>?,
                    UnsafeMutablePointer<picker_library>?, UnsafeMutablePointer<picker_error>?
                ) -> picker_status
            )?
        /// By the address of a library's context.
        var records: [UInt: Record] = [:]
    }

    private static let state = Mutex(State())

    static func record(_ status: picker_status, _ table: UnsafeMutablePointer<picker_backend>?) -> picker_status {
        guard status == PICKER_OK, let table else { return status }
        state.withLock { $0.open = table.pointee.open_library }
        table.pointee.open_library = { context, request, call, library, error in
            guard let open = LifeRecorder.state.withLock({ $0.open }) else { return PICKER_INTERNAL }
            let status = open(context, request, call, library, error)
            if status == PICKER_OK, let library, let request { LifeRecorder.watch(library, request.pointee) }
            return status
        }
        return status
    }

    private static func watch(_ library: UnsafeMutablePointer<picker_library>, _ request: picker_open_request) {
        let root = String(decoding: request.location.array ?? [], as: UTF8.self)
        guard let context = library.pointee.context, let script = LibraryScript.byRoot.withLock({ $0[root] }) else {
            return
        }
        let address = UInt(bitPattern: context)
        let record = Record(script: script, table: library.pointee)
        state.withLock { $0.records[address] = record }
        if script.answer(\.hidesExtensions) { library.pointee.get_extension = { _, _ in nil } }
        library.pointee.begin_shutdown = { context in
            let address = UInt(bitPattern: context)
            guard let record = LifeRecorder.state.withLock({ $0.records[address] }) else { return }
            record.script.log.add("begin_shutdown")
            record.script.answer(\.onShutdown)()
            record.table.begin_shutdown(context)
        }
        library.pointee.close = { context in
            let address = UInt(bitPattern: context)
            guard let record = LifeRecorder.state.withLock({ $0.records.removeValue(forKey: address) }) else { return }
            record.table.close(context)
            record.script.log.add("close")
        }
    }
}
