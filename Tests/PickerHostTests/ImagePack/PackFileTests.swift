import Foundation
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("Pack of images", .timeLimit(.minutes(15))) struct PackFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let layout: PackLayout

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("cache/picker/images")
        layout = try #require(PackLayout(byteCount: 1 << 17))
    }

    private func open(_ other: PackLayout? = nil, replacesOthers: Bool = false) throws -> PackFile {
        try PackFile.open(path, other ?? layout, replacesOthers: replacesOthers)
    }

    private func add(_ numbers: some Sequence<Int>, to pack: PackFile) throws {
        for number in numbers { try pack.add(PackSamples.image(number), for: PackSamples.key(number)) }
    }

    /// The numbers of those that are there, each of which is right.
    private func found(_ numbers: some Sequence<Int>, in pack: PackFile) throws -> [Int] {
        try numbers.filter { number in
            guard let found = try pack.image(for: PackSamples.key(number)) else { return false }
            #expect(found.image.isSame(PackSamples.image(number)), "image \(number) is another")
            return true
        }
    }

    private func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
    private func replace(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }
    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("The pack of images gives back what was added, also to others and when it is opened again")
    func kept() throws {
        let (one, other) = (try open(), try open())
        try add(0..<10, to: one)
        try add(10..<20, to: other)
        #expect(try found(0..<30, in: one) == Array(0..<20))
        #expect(try found(0..<30, in: other) == Array(0..<20))
        #expect(try found(0..<30, in: try open()) == Array(0..<20))
    }

    @Test("The pack of images gives what it has, wherever a damaged header says that the next one goes")
    func damagedHead() throws {
        let pack = try open()
        try add(0..<3, to: pack)
        for head in [Int64.min, Int64.min + 4096, -1, 1 << 60, Int64.max] {
            var damaged = try bytes()
            withUnsafeBytes(of: head.littleEndian) { damaged.replaceSubrange(32..<40, with: $0) }
            try replace(damaged)
            #expect(try found(0..<3, in: try open()) == [0, 1, 2], "\(head)")
            #expect(try open().usedBytes() <= layout.byteCount)
        }
        let again = try open()
        try add(3..<4, to: again)
        #expect(try found(3..<4, in: again) == [3])
    }

    @Test("The pack of images and its folder are their owner's alone, also when they were there for more")
    func permissions() throws {
        _ = try open()
        let folder = folder.path("cache/picker")
        #expect(try permissions(path) == 0o600)
        #expect(try permissions(folder) == 0o700)
        chmod(path, 0o644)
        chmod(folder, 0o755)
        _ = try open()
        #expect(try permissions(path) == 0o600)
        #expect(try permissions(folder) == 0o700)
    }

    @Test("The pack of images stays as large as it may be, and its oldest images go first")
    func bounded() throws {
        let pack = try open()
        for number in 0..<600 {
            try pack.add(PackSamples.image(number), for: PackSamples.key(number))
            #expect(try pack.image(for: PackSamples.key(number)) != nil, "the newest is there")
        }
        #expect(try bytes().count <= 1 << 17)
        #expect(try pack.usedBytes() <= 1 << 17)
        let left = try found(0..<600, in: pack)
        #expect(left.count > 20 && left.allSatisfy { $0 >= 500 }, "\(left)")
        try pack.add(PackSamples.image(1, byteCount: layout.recordLimit), for: PackSamples.key(1))
        #expect(try pack.image(for: PackSamples.key(1)) == nil, "too large for all others")
    }

    @Test("The pack of images keeps what is used for longer than what is not, when that is added again in time")
    func readmitted() throws {
        let pack = try open()
        try add(0..<1, to: pack)
        for number in 1..<1000 {
            try add(number...number, to: pack)
            guard let used = try pack.image(for: PackSamples.key(0)) else {
                Issue.record("gone after \(number)")
                return
            }
            if used.isOld { try add(0..<1, to: pack) }
        }
        #expect(try found(1..<900, in: pack).isEmpty)
    }

    @Test("The pack of images has right images or none after a writer was killed at any moment")
    func killed() throws {
        let pack = try open()
        // Old enough that records lie over others.
        try add(0..<100, to: pack)
        let before = try bytes()
        let key = PackSamples.key(100)
        let bucketOffset = Int(layout.bucketOffset(key))
        let bucket = PackBucket(Array(before[bucketOffset..<bucketOffset + PackBucket.length]))
        let changes = PackChange.adding(
            PackSamples.image(100), for: key, to: bucket, head: before.number(at: Int(PackChange.headOffset)),
            in: layout)
        #expect(changes.count == 3)
        let usual = try found(0..<101, in: pack)
        for done in 0...changes.count {
            let partial = done < changes.count ? changes[done].bytes.count : 0
            for part in stride(from: 0, through: partial, by: TestExtent.choose(244, all: 61)) {
                var bytes = before
                for change in changes[..<done] { bytes.replace(at: change.offset, with: change.bytes[...]) }
                if done < changes.count {
                    bytes.replace(at: changes[done].offset, with: changes[done].bytes[..<part])
                }
                try replace(bytes)
                let after = try open()
                let left = try found(0..<101, in: after)
                #expect(left.count >= usual.count - 4, "\(done) changes and \(part) bytes")
                try add(100..<102, to: after)
                #expect(try found(100..<102, in: after) == [100, 101])
            }
        }
    }

    @Test("The pack of images has right images or none after any parts of what was written were lost")
    func lostParts() throws {
        let pack = try open()
        try add(0..<100, to: pack)
        let whole = try bytes()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<TestExtent.choose(10, all: 40) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1..<30, using: &random) {
                let start = Int.random(in: 48..<bytes.count, using: &random)
                let end = min(bytes.count, start + Int.random(in: 1..<4096, using: &random))
                for index in start..<end { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            }
            try replace(bytes)
            let after = try open()
            _ = try found(0..<100, in: after)
            try add(100..<110, to: after)
            #expect(try found(100..<110, in: after) == Array(100..<110))
        }
    }

    @Test("The pack of images is cut off at any place and goes on", arguments: [0, 1, 39, 40, 4095, 5000, 20_000])
    func cutOff(length: Int) throws {
        try add(0..<20, to: try open())
        try replace(Array(try bytes()[..<length]))
        let pack = try open()
        _ = try found(0..<20, in: pack)
        try add(0..<20, to: pack)
        #expect(try found(0..<20, in: pack) == Array(0..<20))
    }

    @Test("The pack of images sets aside what is there and is no pack, and is made again")
    func setAside() throws {
        _ = try open()
        let other = Array("something else, of another program".utf8)
        try replace(other)
        let pack = try open()
        #expect(Array(try Data(contentsOf: URL(filePath: path + ".damaged"))) == other)
        try add(0..<3, to: pack)
        #expect(try found(0..<3, in: try open()) == [0, 1, 2])
    }

    @Test(
        "The pack of images says that it is stale when it was removed, replaced, emptied or overwritten while it is open"
    )
    func stale() throws {
        let damages: [(String, () throws -> Void)] = [
            ("removed", { try FileManager.default.removeItem(atPath: path) }),
            ("folder removed", { try FileManager.default.removeItem(atPath: folder.path("cache")) }),
            (
                "replaced",
                {
                    try FileManager.default.removeItem(atPath: path)
                    _ = try open()
                }
            ),
            ("emptied", { truncate(path, 0) }),
            (
                "overwritten",
                {
                    let file = try FileHandle(forWritingTo: URL(filePath: path))
                    try file.write(contentsOf: Data(repeating: 7, count: 100_000))
                }
            ),
        ]
        for (name, damage) in damages {
            let pack = try open()
            try add(0..<5, to: pack)
            try damage()
            _ = try found(0..<5, in: pack)
            #expect(throws: PackFile.Stale.self, "\(name)") { try add(0..<1, to: pack) }
            let again = try open()
            try add(0..<5, to: again)
            #expect(try found(0..<5, in: again) == Array(0..<5), "\(name)")
        }
    }

    @Test("The pack of images is replaced by one of another size only when that is wanted")
    func resized() throws {
        try add(0..<3, to: try open())
        let larger = try #require(PackLayout(byteCount: 1 << 20))
        let found = try open(larger)
        #expect(found.layout == layout)
        #expect(try self.found(0..<3, in: found) == [0, 1, 2])
        let replaced = try open(larger, replacesOthers: true)
        #expect(replaced.layout == larger)
        #expect(try self.found(0..<3, in: replaced).isEmpty)
        try add(0..<3, to: replaced)
        #expect(try self.found(0..<3, in: try open(larger, replacesOthers: true)) == [0, 1, 2])
    }

    @Test("The pack of images is not opened through a symbolic link, and no pipe or folder is one")
    func kinds() throws {
        let target = folder.path("target")
        _ = try PackFile.open(target, layout, replacesOthers: false)
        try makeFolders(folder.path("cache/picker"))
        symlink(target, path)
        #expect(throws: SystemError.self) { try open() }
        unlink(path)
        mkfifo(path, 0o600)
        #expect(throws: SystemError.self) { try open() }
        unlink(path)
        mkdir(path, 0o700)
        #expect(throws: SystemError.self) { try open() }
    }

    @Test("The pack of images is written by many at once, and every image in it is right")
    func together() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    try await onThread {
                        let pack = try open()
                        for number in 0..<300 {
                            let mine = number * 4 + writer
                            try pack.add(PackSamples.image(mine), for: PackSamples.key(mine))
                            _ = try found([mine, mine ^ 1, mine ^ 2, mine - 16], in: pack)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let left = try found(0..<1200, in: try open())
        #expect(left.count > 20, "\(left)")
    }
}

extension [UInt8] {
    fileprivate mutating func replace(at offset: Int64, with bytes: ArraySlice<UInt8>) {
        let start = Int(offset)
        if count < start + bytes.count { self += Array(repeating: 0, count: start + bytes.count - count) }
        replaceSubrange(start..<start + bytes.count, with: bytes)
    }
}
