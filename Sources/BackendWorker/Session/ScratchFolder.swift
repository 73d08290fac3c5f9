internal import CHostSupport

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A folder for what a worker writes for a while: it may write to no other, and a worker that crashed left things behind.
struct ScratchFolder {
    let path: String

    /// Nil when there is no room for one.
    init?() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/picker-worker-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() { picker_host_remove_tree(path) }
}
