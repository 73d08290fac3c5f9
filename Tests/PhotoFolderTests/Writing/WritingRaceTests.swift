import TestSupport
import Testing

@testable import PhotoFolder

@Suite("Many writers in one folder", .timeLimit(.minutes(15))) struct WritingRaceTests {
    @Test(
        "Many writers in one folder lose nothing, overwrite nothing, and pair nothing", arguments: WritingWay.allCases)
    func race(way: WritingWay) async throws {
        let folder = try LibraryFolder()
        let names = ["IMG_1.JPG", "IMG_1.MOV", "IMG_1.DNG", "IMG_E1.JPG"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    try await onThread {
                        for number in 0..<12 {
                            let name = names[(writer + number) % 4]
                            try folder.add(name, contents(name, writer, number), way: way)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let assets = try folder.walked().assets
        #expect(assets.count == 96 && assets.allSatisfy { $0.members.count == 1 })
        let found = try Set(folder.names().map { try folder.bytes($0) })
        let wanted = (0..<8).flatMap { writer in
            (0..<12).map { contents(names[(writer + $0) % 4], writer, $0) }
        }
        #expect(found == Set(wanted))
    }
}

/// What one writer adds under a name: no two alike.
private func contents(_ name: String, _ writer: Int, _ number: Int) -> [UInt8] {
    let head =
        switch name.suffix(3) {
        case "MOV": MediaBytes.quickTime
        case "DNG": MediaBytes.dng
        default: MediaBytes.jpeg()
        }
    return head + Array("writer \(writer), file \(number)".utf8) + [UInt8](repeating: UInt8(writer), count: 5000)
}
