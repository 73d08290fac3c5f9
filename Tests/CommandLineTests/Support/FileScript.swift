import Foundation
import PhotoFixtures
import TestSupport

/// Adds, removes, renames and rewrites photos at random; the same for the same seed.
struct FileScript {
    private let photos: FixtureFolder
    private var random: SeededGenerator
    private var names: [String]
    private var nextNumber = 100
    private let contents: [[UInt8]]

    init(_ photos: FixtureFolder, seed: UInt64) {
        self.photos = photos
        random = SeededGenerator(seed: seed)
        names = ["1.jpg", "2.jpg", "b/3.jpg"]
        contents = (1...6).compactMap { try? SamplePhoto.jpeg(16 * $0, 8 * $0) }
    }

    /// One thing that happens to one file.
    mutating func step() throws {
        let victim = names.indices.randomElement(using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<3:
            names.append(newName())
            try photos.write(names[names.count - 1], contents.randomElement(using: &random))
        case 3..<5:
            guard let victim, names.count > 2 else { return }
            try FileManager.default.removeItem(atPath: photos.path(names.remove(at: victim)))
        case 5:
            guard let victim else { return }
            let name = newName()
            try photos.makeFolder((name as NSString).deletingLastPathComponent)
            try FileManager.default.moveItem(atPath: photos.path(names[victim]), toPath: photos.path(name))
            names[victim] = name
        default:
            guard let victim else { return }
            try photos.write(names[victim], contents.randomElement(using: &random))
        }
    }

    private mutating func newName() -> String {
        nextNumber += 1
        let folder = ["", "", "b/", "c/", "d/"].randomElement(using: &random) ?? ""
        return "\(folder)\(Int.random(in: 0..<10, using: &random))-\(nextNumber).jpg"
    }
}
