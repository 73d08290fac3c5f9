/// A picture that shows what a check found.
struct FindingPicture: Sendable, Equatable {
    /// What it shows: "expected", "got" or "difference".
    let name: String
    /// A PNG file.
    let png: [UInt8]
}

/// The pictures that the process of a check leaves in its folder for the runner.
enum FindingPictures {
    /// In the order in which they are shown.
    private static let names = ["expected", "got", "difference"]
    private static let largest = 400_000

    private static func place(_ name: String, in folder: BytePath) -> BytePath {
        folder / BytePath("finding-\(name).png")
    }

    /// Writes pictures of one size; nothing when they are too large to be shown.
    static func write(_ pictures: [String: RasterImage], to folder: BytePath) {
        for (name, picture) in pictures {
            guard let bytes = try? picture.encoded(as: .png), bytes.count <= largest else { continue }
            try? Files.write(bytes, to: place(name, in: folder))
        }
    }

    /// What was written; the plugin may have written it as well as the kit.
    static func read(from folder: BytePath) -> [FindingPicture] {
        names.compactMap { name in
            let path = place(name, in: folder)
            guard Files.isFile(path, upTo: largest), let bytes = try? Files.read(path),
                bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
            else { return nil }
            return FindingPicture(name: name, png: bytes)
        }
    }
}
