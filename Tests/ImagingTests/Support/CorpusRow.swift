import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

extension Corpus {
    static let comment = Comment(rawValue: explanation)
}

extension CorpusRow {
    var filePath: FilePath { FilePath(file) }
    var bytes: [UInt8] { (try? Data(contentsOf: URL(fileURLWithPath: file))).map(Array.init) ?? [] }
    var uprightSize: PixelSize? { orientedSize.map { PixelSize(width: $0.width, height: $0.height) } }
}
