import Foundation
import TestSupport

/// Makes a mess of a library, the same in every run.
struct RandomEdits {
    private let library: ScannedLibrary
    private var generator: SeededGenerator
    private let suffixes: [String]
    private var size = 0

    static let sidecars = [".xmp", ".AAE", ".THM", ".LRV", ".JPG.json", "-edited.JPG"]

    init(_ library: ScannedLibrary, seed: UInt64, sidecars: [String] = Self.sidecars) {
        (self.library, generator) = (library, SeededGenerator(seed: seed))
        suffixes = [".JPG", ".jpg", ".DNG", ".MOV", ".HEIC", ".mp4", ".txt"] + sidecars
    }

    /// - Parameter rewrites: whether files are also rewritten in place, which leaves no trace in their folder.
    mutating func make(_ count: Int, rewrites: Bool = true) throws {
        for _ in 0..<count { try makeOne(rewrites: rewrites) }
    }

    private mutating func makeOne(rewrites: Bool) throws {
        switch generator.next() % 10 {
        case 0...4: try write(file(), replacing: rewrites)
        case 5, 6: try? library.remove(file())
        case 7: try? library.move(file(), to: freeFile())
        case 8: try? library.move(folder(), to: folder() + "/moved \(generator.next() % 5)")
        default: try removeFolder()
        }
    }

    private mutating func removeFolder() throws {
        let folder = folder()
        if !folder.isEmpty, generator.next() % 3 == 0 { try? library.remove(folder) }
    }

    private mutating func write(_ name: String, replacing: Bool) throws {
        if !replacing, FileManager.default.fileExists(atPath: library.path(name)) { return }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: library.path(name), isDirectory: &isFolder), isFolder.boolValue {
            return
        }
        try? library.write(name, bytes())
    }

    /// Never twice of one size, so that a file that was rewritten within one tick of the clock is noticed.
    private mutating func bytes() -> [UInt8] {
        size += 1
        let padding = [UInt8](repeating: 0, count: size)
        switch generator.next() % 8 {
        case 0: return SampleMedia.heic + padding
        case 1: return SampleMedia.quickTime + padding
        case 2: return SampleMedia.mp4 + padding
        case 3: return SampleMedia.dng + padding
        case 4: return padding
        default: return SampleMedia.jpeg(width: 1 + size % 100, padding: size)
        }
    }

    private mutating func folder() -> String {
        let names = ["", "a", "b", "a/inner", "a/inner/deep", "DCIM/100APPLE", "b/moved 1", ".hidden", "@eaDir"]
        return names[Int(generator.next() % UInt64(names.count))]
    }

    private mutating func file() -> String {
        let names = [
            "IMG_1", "IMG_2", "IMG_E1", "IMG_E2", "img_1", "PXL_1.RAW-01.COVER", "my.photo", "IMG_1.JPG",
            "IMG_BURST001", "IMG_BURST002_COVER",
        ]
        let name = names[Int(generator.next() % UInt64(names.count))]
        return folder() + "/" + name + suffixes[Int(generator.next() % UInt64(suffixes.count))]
    }

    private mutating func freeFile() -> String {
        let name = file()
        return FileManager.default.fileExists(atPath: library.path(name)) ? name + ".other.jpg" : name
    }
}
