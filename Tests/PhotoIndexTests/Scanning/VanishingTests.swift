import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

@Suite("A library that goes away while it is scanned")
struct VanishingTests {
    private let library: ScannedLibrary
    private let photoIndex: PhotoIndexDatabase
    private let folders = (0..<12).map { "folder \($0)" }

    init() throws {
        library = try ScannedLibrary()
        for folder in folders { for number in 0..<4 { try library.write("\(folder)/inside/\(number).jpg") } }
        photoIndex = try library.photoIndex()
        _ = try photoIndex.refresh(options: .trusting)
    }

    /// Refreshes, and does something when it is asked for the nth time whether to go on. False when it never was.
    private func refresh(_ mode: RefreshMode, at moment: Int, _ body: @escaping () throws -> Void) throws -> Bool {
        var checks = 0
        var options = RefreshOptions.trusting
        // So that the moment is one between two folders; and all of them are read again.
        (options.readerCount, options.readsEverything) = (0, true)
        do {
            let cancellation = Cancellation {
                checks += 1
                #expect(throws: Never.self) { if checks == moment { try body() } }
                return nil
            }
            _ = try photoIndex.refresh(mode, options: options, cancellation: cancellation)
        } catch {
            guard case IndexError.libraryGone = error else { throw error }
        }
        return checks >= moment
    }

    private enum Fate: CaseIterable { case moved, replacedByFile, replacedByFolder }

    private func bring(_ fate: Fate, to name: String) throws {
        let aside = library.surroundings.path("aside")
        #expect(rename(library.path(name), aside) == 0)
        switch fate {
        case .moved: break
        case .replacedByFile: try Data([1]).write(to: URL(fileURLWithPath: library.path(name)))
        case .replacedByFolder:
            try FileManager.default.createDirectory(atPath: library.path(name), withIntermediateDirectories: false)
        }
    }

    private func takeBack(_ name: String) throws {
        try? FileManager.default.removeItem(atPath: library.path(name))
        #expect(rename(library.surroundings.path("aside"), library.path(name)) == 0)
    }

    @Test(
        "A library that goes away while it is scanned loses nothing of what was known of it, whatever takes its place",
        arguments: [RefreshMode.full, .quick])
    func root(mode: RefreshMode) async throws {
        try await onThread {
            let before = try IndexDump.lines(photoIndex)
            for fate in Fate.allCases {
                var moment = 1
                while try refresh(mode, at: moment, { try bring(fate, to: "") }) {
                    #expect(try IndexDump.lines(photoIndex) == before, "\(fate) at \(moment)")
                    try takeBack("")
                    moment += 3
                }
                #expect(moment > (mode == .full ? 10 : 1))
            }
        }
    }

    @Test("A folder that goes away while it is scanned and is made again at once is found by the next refresh")
    func madeAgain() async throws {
        try await onThread {
            let (name, aside) = (library.path("folder 3"), library.surroundings.path("aside"))
            let paths = ["", "folder 3", "folder 3/inside"].map { Array($0.utf8) }
            for (gone, made) in [(2, 3), (2, 4), (2, 5), (2, 6), (4, 5), (4, 6)] {
                var checks = 0
                var options = RefreshOptions()
                // So that the moments are between two folders.
                options.readerCount = 0
                let cancellation = Cancellation {
                    checks += 1
                    #expect(throws: Never.self) {
                        if checks == gone { try FileManager.default.moveItem(atPath: name, toPath: aside) }
                        if checks == made {
                            try FileManager.default.moveItem(atPath: aside, toPath: name)
                            try library.write("folder 3/inside/new \(gone) \(made).jpg")
                        }
                    }
                    return nil
                }
                _ = try photoIndex.refresh(.folders(Set(paths)), options: options, cancellation: cancellation)
                #expect(checks >= made)
                _ = try photoIndex.refresh(.quick)
                #expect(try IndexDump.lines(photoIndex) == library.fresh(), "gone at \(gone), made again at \(made)")
            }
        }
    }

    /// Has the next refresh list a folder, even if its times are too young to tell that it changed.
    private func expectChange(of folder: String) throws {
        try photoIndex.pool.write { database in
            try database.execute(
                sql: "UPDATE folder SET changed_ns = 0 WHERE path = ?", arguments: [Data(folder.utf8)])
        }
    }

    @Test("A folder that moves after it was compared with the index and before its new place is listed is not lost")
    func movedAfterComparison() async throws {
        try await onThread {
            // The root, twelve folders, and one in each of them: all are compared before the first one is listed.
            let compared = 1 + 2 * folders.count
            try expectChange(of: "folder 5")
            let hasMoved = try refresh(.quick, at: compared + 1) {
                try library.move("folder 3/inside", to: "folder 5/moved")
            }
            #expect(hasMoved)
            try expectChange(of: "folder 3")
            _ = try photoIndex.refresh(.quick, options: .trusting)
            #expect(try IndexDump.lines(photoIndex) == library.fresh())
        }
    }

    @Test("A library that goes away while it is scanned in part is refreshed to what is there in the end")
    func part() async throws {
        try await onThread {
            var moments = 0
            for fate in Fate.allCases {
                for (index, folder) in folders.enumerated() {
                    guard try refresh(.full, at: 1 + index * 3, { try bring(fate, to: folder) }) else { continue }
                    moments += 1
                    _ = try photoIndex.refresh(options: .trusting)
                    #expect(try IndexDump.lines(photoIndex) == library.fresh(), "\(fate) of \(folder)")
                    try takeBack(folder)
                    _ = try photoIndex.refresh(options: .trusting)
                    #expect(try IndexDump.lines(photoIndex) == library.fresh(), "\(folder) again")
                }
            }
            #expect(moments > 10)
        }
    }
}
