internal import PhotoModel
internal import PickerHost

/// What people named as a library: where it is, and what its backend is told.
package struct NamedPlace {
    /// As it was named, for messages.
    package let name: String
    /// The path of a folder, or an address.
    package let location: String
    let settings: [String: String]
    /// Where its sign-in is kept; nil: it has no name, and keeps none.
    let secrets: SignInFile?

    /// A library of `picker libraries`, or what is named itself. "./NAME" is always a folder.
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

    /// What it is called: by its name, by that of its folder, or by the server of its address.
    package var title: String {
        guard let scheme = LibraryLocation.scheme(of: location) else { return Self.lastPart(of: name) }
        guard name == location else { return name }
        let server = location.dropFirst(scheme.count + "://".count)
        return String(server.prefix { $0 != "/" && $0 != "?" })
    }

    private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// For an address of the page: of the title what may stand there.
    package var key: String {
        let letters = title.map { character -> Character in
            character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
                ? character : "-"
        }
        let key = String(letters).split(separator: "-").joined(separator: "-").prefix(64)
        // Names that browsers take for steps in a path are none.
        return key.isEmpty || key.allSatisfy { $0 == "." } ? "library" : String(key)
    }
}
