import PhotoModel
import Testing

@testable import PhotoIndex

@Suite("Files of a folder that an index knows")
struct KnownFilesTests {
    private func append(
        _ name: String, asset: Int64, isRefused: Bool = false, to files: inout KnownFiles
    ) {
        let state = AssetDraft.FileState(byteSize: asset, modificationTime: 2, changeTime: 3, inode: 4)
        Array(name.utf8).withUnsafeBytes {
            files.append(name: $0, state: state, asset: asset, isRefused: isRefused)
        }
    }

    private func index(_ name: String, _ files: KnownFiles) -> Int? { files.index(of: Array(name.utf8)) }

    @Test("Files of a folder that an index knows are found by their whole names")
    func names() throws {
        var files = KnownFiles()
        for number in 0..<1000 { append("IMG_\(number).jpg", asset: Int64(number + 1), to: &files) }
        #expect(index("IMG_5.jpg", files) == nil, "not before all are known")
        files.finish()
        for number in 0..<1000 { #expect(index("IMG_\(number).jpg", files) == number) }
        for name in ["IMG_1000.jpg", "IMG_1.jp", "IMG_1.jpgx", "img_1.jpg", ""] { #expect(index(name, files) == nil) }
        #expect(files.name(7) == Array("IMG_7.jpg".utf8) && files.entries[7].state.byteSize == 8)
        var none = KnownFiles()
        none.finish()
        #expect(index("a", none) == nil)
    }

    @Test("Files of a folder that an index knows belong together if they are of one asset")
    func siblings() {
        var files = KnownFiles()
        append("a.jpg", asset: 1, to: &files)
        append("a.mov", asset: 1, to: &files)
        append("b.jpg", asset: 2, to: &files)
        append("notes.txt", asset: 0, to: &files)
        append("secret.jpg", asset: 0, isRefused: true, to: &files)
        files.finish()
        #expect(files.entries.map(\.siblingCount) == [2, 2, 1, 1, 1])
        #expect(files.entries.map(\.isRefused) == [false, false, false, false, true])
        #expect((0..<5).map { files.siblings($0) } == [0..<2, 0..<2, 2..<3, 3..<4, 4..<5])
        #expect(files.representingName(0) == Array("a.jpg".utf8))
        #expect(files.representingName(1) == Array("a.jpg".utf8))
        #expect(files.representingName(2) == Array("b.jpg".utf8))
    }

    @Test("Files of a folder that an index knows have names that can be; others are passed over")
    func longNames() {
        var files = KnownFiles()
        append(String(repeating: "x", count: 65_536), asset: 1, to: &files)
        append(String(repeating: "x", count: 65_535), asset: 2, to: &files)
        files.finish()
        #expect(files.entries.map(\.asset) == [2])
    }
}

@Suite("What a scan writes at once")
struct RefreshBatchTests {
    @Test("What a scan writes at once is full at its weight, and a removal of many is several steps")
    func weight() {
        var batch = RefreshBatch()
        for number in 0..<1999 { batch.append(.unread(folder: [UInt8(truncatingIfNeeded: number)])) }
        #expect(batch.weight == 1999 && !batch.isFull)
        batch.append(.forget(folder: [1]))
        #expect(batch.weight == 2000 && batch.isFull)
        var removing = RefreshBatch()
        removing.remove((0..<4500).map { Int64($0) })
        let removed = removing.steps.map { step -> [Int64] in
            if case .remove(let ids) = step { ids } else { [] }
        }
        #expect(removed.map(\.count) == [2000, 2000, 500] && removed.joined().elementsEqual(0..<4500 as Range<Int64>))
        #expect(removing.weight == 4500)
        removing.append(.groups([], folder: []))
        #expect(removing.weight == 4500 && removing.steps.count == 4)
    }

    @Test("What was written a moment ago may change within the same tick of a clock, and is looked at again")
    func young() {
        let options = RefreshOptions()
        let now: Int64 = 1_700_000_000_000_000_000
        for (age, isYoung) in [
            (0, true), (1_999_999_999, true), (2_000_000_000, false), (-1, false), (now, false),
        ] as [(Int64, Bool)] {
            #expect(options.isYoung(now - age, at: now) == isYoung, "\(age)")
        }
        #expect(!options.isYoung(.max, at: .min) && !options.isYoung(.min, at: .max))
    }

    @Test("What a scan could not read is listed up to a limit, and what several found is added up")
    func outcomes() {
        var first = RefreshOutcome()
        for number in 0..<RefreshOutcome.diagnosticLimit + 5 {
            first.note(Diagnostic(relativePath: "\(number)", reason: .io, message: ""))
        }
        #expect(first.diagnostics.count == 10_000 && !first.hasChanges)
        var next = RefreshOutcome()
        next.report.removed = 1
        (next.changesBefore, next.changesAfter) = (5, 9)
        (next.unsettledFolders, next.newFolders) = ([[2]], [[3]])
        (first.unsettledFolders, first.newFolders, first.changesBefore) = ([[1]], [[1]], 4)
        first.add(next)
        #expect(first.hasChanges && first.diagnostics.isEmpty)
        #expect(first.changesBefore == 4 && first.changesAfter == 9)
        #expect(first.unsettledFolders == [[1], [2]] && first.newFolders == [[1], [3]])
    }
}
