import Imaging
import PhotoFixtures
import PhotoModel
import RAWImaging
import TestSupport
import Testing

@Suite("RAW files of Sigma's cameras")
struct X3FTests {
    private let decoder = ImageDecoder(codecs: .builtIn + [RAWCodec()])
    private static let full = RenderRequest(convertsToSRGB: false)
    private static let date = CivilTime("2024-05-06T07:08:09")

    @Test("need no LibRaw")
    func support() {
        let support = decoder.support(for: .x3f)
        #expect(support.decodesPixels && support.readsHeader && support.readsMetadata)
    }

    @Test("are shown by their JPEG, or else by their bitmap", arguments: [false, true])
    func previews(isBitmap: Bool) throws {
        let source = ImageSource(bytes: try SampleRAW.x3f(isBitmap: isBitmap))
        let header = try decoder.header(of: source)
        #expect(header.format == .x3f && header.orientation == .upright)
        #expect(header.orientedSize == PixelSize(width: SampleRAW.width, height: SampleRAW.height))
        let image = try decoder.render(source, Self.full)
        #expect(image.size == PixelSize(width: 240, height: 160))
        #expect(try image.differs(from: SamplePhoto.colors) < 4)
        let crop = RenderRequest(crop: PixelRect(x: 240, y: 160, width: 240, height: 160), convertsToSRGB: false)
        #expect(try decoder.render(source, crop).size == PixelSize(width: 120, height: 80))
    }

    @Test(
        "are turned as they say",
        arguments: [
            (90, .rotated90, [2, 0, 3, 1]), (180, .rotated180, [3, 2, 1, 0]), (270, .rotated270, [1, 3, 0, 2]),
            (45, .upright, [0, 1, 2, 3]),
        ] as [(Int, Orientation, [Int])])
    func turned(degrees: Int, orientation: Orientation, quarters: [Int]) throws {
        let source = ImageSource(bytes: try SampleRAW.x3f(rotation: degrees))
        #expect(try decoder.header(of: source).orientation == orientation)
        #expect(try decoder.metadata(of: source).orientation == orientation)
        let image = try decoder.render(source, Self.full)
        #expect(image.size == orientation.apply(to: PixelSize(width: 240, height: 160)))
        #expect(try image.differs(from: quarters.map { SamplePhoto.colors[$0] }) < 4)
    }

    @Test("have the size of their preview where they have none of their own")
    func newVersion() throws {
        let source = ImageSource(bytes: try SampleRAW.x3f(version: 4))
        #expect(try decoder.header(of: source).orientedSize == PixelSize(width: 240, height: 160))
        #expect(try decoder.render(source, Self.full).differs(from: SamplePhoto.colors) < 4)
    }

    @Test("say with what and when they were taken, in their preview or beside it")
    func metadata() throws {
        let own = try decoder.metadata(of: ImageSource(bytes: SampleRAW.x3f()))
        #expect(own.make == "SIGMA" && own.model == "SIGMA SD14" && own.dateTimeOriginal == Self.date)
        #expect(own.isoSpeed == 200 && own.exposureTime == 0.005 && own.fNumber == 5.6 && own.focalLength == 35)
        let previews = try decoder.metadata(of: ImageSource(bytes: SampleRAW.x3f(hasEXIF: true)))
        #expect(previews.make == "FUJIFILM" && previews.isoSpeed == 200 && previews.dateTimeOriginal == Self.date)
    }

    @Test("say nothing of a file of their kind that is where their JPEG should be, and of what is in that")
    func nested() throws {
        let inner = try SampleRAW.x3f(hasEXIF: true)
        #expect(try ImageDecoder().exifBlock(of: ImageSource(bytes: inner)) != nil)
        let outer = ImageSource(bytes: try SampleRAW.x3f(insteadOfJPEG: inner))
        #expect(try ImageDecoder().exifBlock(of: outer) == nil)
        #expect(try decoder.metadata(of: outer).make == "SIGMA")
    }

    @Test("whose preview is larger than the limits allow are refused")
    func limits() throws {
        let source = ImageSource(bytes: try SampleRAW.x3f(isBitmap: true))
        let limited = ImageDecoder(
            limits: ImageLimits(maxPixels: 1 << 20, maxFileBytes: 1 << 20, maxMemoryBytes: 1 << 16),
            codecs: .builtIn + [RAWCodec()])
        let error = #expect(throws: ImagingError.self) { try limited.render(source, Self.full) }
        if case .tooLarge? = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test("that are cut off, or in which any number is another, end in an image or an error")
    func hostile() throws {
        for isBitmap in [false, true] {
            let whole = try SampleRAW.x3f(isBitmap: isBitmap)
            for length in stride(from: 4, to: whole.count, by: 997) {
                let source = ImageSource(bytes: Array(whole[..<length]))
                #expect(throws: ImagingError.self) { try decoder.header(of: source) }
            }
            // The headers of the file and of its sections, and the directory.
            let places = Array(4..<200) + Array(whole.count - 440..<whole.count)
            for place in places {
                for byte: UInt8 in [0, 0xFF] {
                    var file = whole
                    file[place] = byte
                    let source = ImageSource(bytes: file)
                    _ = try? decoder.header(of: source)
                    _ = try? decoder.metadata(of: source)
                    if place < 200 { _ = try? decoder.render(source, Self.full) }
                }
            }
        }
    }
}
