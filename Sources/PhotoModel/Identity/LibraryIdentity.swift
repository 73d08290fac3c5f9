/// Makes the local identifiers of a library, the same in every backend and every run.
///
/// SHA-256 over a fixed word and the canonical path of the root gives the library's key; SHA-256 over that key, a word
/// for what is identified and the path from the root gives 256 bits, of which an identifier has the first 128. A
/// library that is mounted somewhere else is therefore another library.
public struct LibraryIdentity: Hashable, Sendable {
    private enum Subject: UInt8 {
        case asset = 1
        case folder, smartAlbum, collectionList, moment
    }

    private let key: [UInt8]

    /// - Parameter root: the canonical path of the root.
    public init(root: [UInt8]) {
        key = SHA256.words(Array("picker.library/1\0".utf8) + root).flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// The identifier of the asset that the file at `path` represents.
    public func asset(at path: [UInt8]) -> LocalIdentifier {
        LocalIdentifier(kind: .asset, digest: digest(.asset, path))
    }

    /// The identifier of a folder as a collection; the root's path is empty.
    public func collection(folder path: [UInt8]) -> LocalIdentifier {
        LocalIdentifier(kind: .collection, digest: digest(.folder, path))
    }

    /// The identifier of the collection list for what is in a folder; the folder may be an album as well.
    public func collectionList(folder path: [UInt8]) -> LocalIdentifier {
        LocalIdentifier(kind: .collection, digest: digest(.collectionList, path))
    }

    /// The identifier of the collection of a day.
    ///
    /// - Parameter day: days since 1970, by the calendar where the assets were created.
    public func moment(day: Int64) -> LocalIdentifier {
        LocalIdentifier(kind: .collection, digest: digest(.moment, Array(String(day).utf8)))
    }

    /// The identifier of a smart album, which is not a folder.
    ///
    /// - Parameter name: fixed for ever, like "camera-roll".
    public func collection(smartAlbum name: String) -> LocalIdentifier {
        LocalIdentifier(kind: .collection, digest: digest(.smartAlbum, Array(name.utf8)))
    }

    private func digest(_ subject: Subject, _ bytes: [UInt8]) -> [UInt32] {
        SHA256.words(key + [subject.rawValue] + bytes)
    }
}
