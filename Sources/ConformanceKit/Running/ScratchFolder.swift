#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A folder for one run, removed with all it holds when the run is over.
final class ScratchFolder: Sendable {
    let path: String
    /// Where the fixtures are written to once.
    var gallery: String { "\(path)/gallery" }

    init() throws(UsageError) {
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(temporary)/picker-conformance-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw UsageError("\(temporary): no folder for the run: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    func folder(for index: Int) -> String { "\(path)/\(index)" }

    static func make(_ path: String) throws(CheckStop) {
        guard mkdir(path, 0o700) == 0 else {
            throw .harness("\(path) cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    static func remove(_ path: String) { Files.removeTree(BytePath(path)) }
}
