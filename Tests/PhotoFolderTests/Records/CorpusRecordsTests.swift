import Foundation
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

/// What independent tools say of a collection of photos that is not part of the repository.
@Suite(.enabled(if: Corpus.isAvailable, "needs the photo corpus: set PICKER_CORPUS to its folder"))
struct CorpusRecordsTests {
    private static let assets: [String: Asset] = {
        guard let root = try? LibraryRoot(path: Array(Corpus.path.utf8)) else { return [:] }
        var records = AssetRecords(root)
        let assets = Walked(root).assets.map { records.assetOrPlaceholder($0) }
        return Dictionary(assets.map { ($0.path.text, $0) }) { first, _ in first }
    }()

    @Test func `Pixel sizes are those after orientation`() throws {
        for row in Corpus.rows(under: "orientation/", "jpeg/", "png/") where row["expected"] == "decodes" {
            guard let asset = Self.assets[row["path"]] else { continue }  // An edited or paired file of another one.
            let size = "\(asset.pixelWidth)x\(asset.pixelHeight)"
            #expect(size == "\(row["oriented_width"])x\(row["oriented_height"])", "\(row["path"])")
        }
    }

    @Test func `Dates are those that the camera wrote`() throws {
        for row in Corpus.rows(under: "jpeg/") {
            guard let asset = Self.assets[row["path"]], let creation = asset.creation, creation.source == .metadata,
                row["date_taken"].count == 19
            else { continue }
            let time = CivilTime(timestamp: creation.time, offsetMinutes: creation.offsetMinutes ?? 0)
            let expected = row["date_taken"].replacingOccurrences(of: ":", with: "-")
            #expect(
                "\(time.dateText) \(time.timeText)".replacingOccurrences(of: ":", with: "-") == expected,
                "\(row["path"])")
        }
    }

    @Test func `A Live Photo is one asset`() throws {
        for name in ["live-photo/IMG_1001.HEIC", "live-photo/IMG_2001.JPG"] {
            let asset = try #require(Self.assets[name])
            #expect(asset.mediaSubtypes == .livePhoto && asset.representationCount == 2)
        }
    }
}
