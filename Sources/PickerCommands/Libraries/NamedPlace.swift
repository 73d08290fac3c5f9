internal import PhotoModel
internal import PickerHost

/// What an argument names as a library: its location, and the settings for its backend.
package struct NamedPlace {
    /// The argument as it was given, for messages.
    package let name: String
    /// The path of a folder, or an address.
    package let location: String
    let settings: [String: String]
    /// Where its sign-in is kept; nil if it has no name, so that none is kept.
    let secrets: SignInFile?

    /// Looks the argument up in `picker libraries`; if no library has this name, it is a folder or an address. "./NAME" is always
    /// a folder.
    package init(_ named: String) throws(CommandFailure) {
        name = named
        guard NamedLibrary.isName(named) else {
            (location, settings, secrets) = (named, [:], nil)
            return
        }
        let book = try LibraryBook()
        guard let library = book[named] else {
            guard TextFile.exists(named) || book.names.isEmpty else {
                throw CommandFailure(
                    .noInput,
                    "\(named): no such folder, and no library of this name\(Suggestion.question(named, among: book.names))"
                )
            }
            (location, settings, secrets) = (named, [:], nil)
            return
        }
        secrets = book.signIn(of: named)
        location = library.location
        settings = try book.values(of: named)
    }

    /// Whether it is a library of `picker libraries`.
    package var isKept: Bool { secrets != nil }

    /// Its title: the library's name, the last part of its folder's path, or the server of its address.
    package var title: String {
        guard let scheme = LibraryLocation.scheme(of: location) else { return Self.lastPart(of: name) }
        guard name == location else { return name }
        let server = location.dropFirst(scheme.count + "://".count)
        return String(server.prefix { $0 != "/" && $0 != "?" })
    }

    private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The title as a part of the page's addresses: at most 64 characters, with "-" for every other than ASCII letters, digits,
    /// "-", "_" and ".".
    package var key: String {
        let letters = title.map { character -> Character in
            character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
                ? character : "-"
        }
        let key = String(letters).split(separator: "-").joined(separator: "-").prefix(64)
        // Browsers take "." and ".." for steps in a path.
        return key.isEmpty || key.allSatisfy { $0 == "." } ? "library" : String(key)
    }
}
