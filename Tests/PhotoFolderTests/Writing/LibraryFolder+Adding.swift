import Foundation
import Testing

@testable import PhotoFolder

/// How a file in the making is kept; the contract is the same.
enum WritingWay: CaseIterable, CustomTestStringConvertible {
    case unnamed, named

    var testDescription: String { self == .unnamed ? "without a name" : "under a hidden name" }
}

extension LibraryFolder {
    /// Adds a file, in pieces of a size; gives its path from the root.
    @discardableResult
    func add(
        _ name: String, _ bytes: [UInt8] = MediaBytes.jpeg(), to folder: String = "", byteSize: Int64? = nil,
        pieceLength: Int = 1 << 16, way: WritingWay = .unnamed
    ) throws -> String {
        let addition = try addition(name, to: folder, byteSize: byteSize, way: way)
        for start in stride(from: 0, to: bytes.count, by: pieceLength) {
            try addition.append(Array(bytes[start..<min(start + pieceLength, bytes.count)]))
        }
        return String(decoding: try addition.finish().path, as: UTF8.self)
    }

    func addition(
        _ name: String, to folder: String = "", byteSize: Int64? = nil, way: WritingWay = .unnamed
    ) throws -> Addition {
        try Addition(
            name, to: Array(folder.utf8), of: try open(), byteSize: byteSize, canBeUnnamed: way == .unnamed)
    }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// Everything in a folder, hidden files included, in order.
    func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }
}

/// A JPEG of about so many bytes, each of them a part of what must arrive.
func largeJPEG(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
    MediaBytes.jpeg() + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) ^ seed }
}
