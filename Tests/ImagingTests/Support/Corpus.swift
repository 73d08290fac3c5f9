import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The collection of photos with known contents, which is not part of the repository: beside the checkout in
/// `../shared/corpus`, or where PICKER_CORPUS says.
enum Corpus {
    static let root: String = {
        if let path = getenv("PICKER_CORPUS") { return String(cString: path) }
        let components = #filePath.split(separator: "/").dropLast(4)  // The file, two folders of it, the checkout.
        return "/" + components.dropLast().joined(separator: "/") + "/shared/corpus"
    }()

    static let isAvailable = access(root + "/manifest.tsv", R_OK) == 0
    static let explanation: Comment = "needs the photo corpus: set PICKER_CORPUS to its folder"

    static let rows: [CorpusRow] = {
        let lines = read(root + "/manifest.tsv").split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init)
        }
        guard let columns = lines.first else { return [] }
        return lines.dropFirst().map { CorpusRow(Dictionary(zip(columns, $0)) { first, _ in first }) }
    }()

    /// The rows of some folders that an image decoder must show.
    static func decodable(_ folders: String...) -> [CorpusRow] {
        rows.filter { row in row.expected == "decodes" && folders.contains { row.path.hasPrefix($0 + "/") } }
    }

    static func read(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return bytes
    }
}
