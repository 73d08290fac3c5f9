import Glibc
import Imaging
import PhotoFixtures
import PhotoModel
import RAWImaging
import TestSupport
import Testing

@Suite("RAW files", .enabled(if: RAWLibrary.isInstalled, "needs LibRaw: install libraw20"))
struct RAWCodecTests {
    private let decoder = ImageDecoder(codecs: .builtIn + [RAWCodec()])
    private static let full = RenderRequest(convertsToSRGB: false)

    @Test("are shown by their preview and have the size of the sensor's image", arguments: SampleRAW.all)
    func previews(sample: SampleRAW) throws {
        let source = ImageSource(bytes: try sample.file())
        let header = try decoder.header(of: source)
        #expect(header.format.rawValue == sample.name)
        #expect(header.orientedSize == PixelSize(width: SampleRAW.width, height: SampleRAW.height))
        let image = try decoder.render(source, Self.full)
        #expect(image.size == PixelSize(width: 240, height: 160))
        #expect(try image.differs(from: SamplePhoto.colors) < 4)
    }

    @Test("are turned upright, the preview as the sensor's image", arguments: SampleRAW.all)
    func orientation(sample: SampleRAW) throws {
        let source = ImageSource(bytes: try sample.file(orientation: 6))
        let header = try decoder.header(of: source)
        #expect(header.orientedSize == PixelSize(width: SampleRAW.height, height: SampleRAW.width))
        let image = try decoder.render(source, Self.full)
        #expect(image.size == PixelSize(width: 160, height: 240))
        #expect(try image.differs(from: [2, 0, 3, 1].map { SamplePhoto.colors[$0] }) < 4)
    }

    @Test("are not turned again where the preview was turned already")
    func uprightPreview() throws {
        let source = ImageSource(
            bytes: try SampleRAW.dng.file(orientation: 6, previewWidth: 160, previewHeight: 240))
        let image = try decoder.render(source, Self.full)
        #expect(image.size == PixelSize(width: 160, height: 240))
        #expect(try image.differs(from: SamplePhoto.colors) < 4)
    }

    @Test("may have another byte in the place of their preview's first, as Minolta's and Sony's first ones have")
    func firstByte() throws {
        for sample in [SampleRAW.dng, SampleRAW.all[2]] {
            var file = try sample.file()
            let start = try #require((0..<file.count - 2).first { Array(file[$0..<$0 + 3]) == [0xFF, 0xD8, 0xFF] })
            file[start] = 0
            #expect(try decoder.render(ImageSource(bytes: file), Self.full).differs(from: SamplePhoto.colors) < 4)
        }
    }

    @Test("of Fujifilm hold a whole JPEG, whose metadata is theirs")
    func fujifilm() throws {
        let source = ImageSource(bytes: try SampleRAW.raf())
        #expect(try decoder.header(of: source).format == .raf)
        #expect(try decoder.render(source, Self.full).differs(from: SamplePhoto.colors) < 4)
        let metadata = try decoder.metadata(of: source)
        #expect(metadata.make == "FUJIFILM")
        #expect(metadata.dateTimeOriginal == CivilTime(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9))
    }

    @Test("say in a JPEG that is made of them when and with what they were taken")
    func rewriting() throws {
        let date = CivilTime(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9)
        let turned = try SampleRAW.all[0...2].map { try $0.file(orientation: 6) }
        let others = [try SampleRAW.raf(), try SampleRAW.cr3(), try SampleRAW.x3f(hasEXIF: true)]
        for file in others + turned {
            let image = try decoder.render(ImageSource(bytes: file), Self.full)
            for codecs in [decoder, ImageDecoder()] {
                let block = try #require(try codecs.exifBlock(of: ImageSource(bytes: file)))
                let jpeg = try CompatibleJPEG().bytes(of: image, exif: block)
                var metadata = try ImageDecoder().metadata(of: ImageSource(bytes: jpeg))
                metadata.dateTimeOriginal?.utcOffsetMinutes = nil
                #expect(metadata.dateTimeOriginal == date && metadata.make != nil)
                #expect(metadata.orientation == .upright)
            }
        }
    }

    @Test("of Minolta have a structure of TIFF, which says with and without LibRaw when and with what they were taken")
    func minolta() throws {
        let file = SampleRAW.mrw()
        let metadata = try decoder.metadata(of: ImageSource(bytes: file))
        #expect(metadata.make == "Minolta Co., Ltd." && metadata.model == "DiMAGE 7Hi" && metadata.isoSpeed == 200)
        #expect(metadata.dateTimeOriginal == CivilTime("2024-05-06T07:08:09") && metadata.orientation == .rotated270)
        let image = try decoder.render(ImageSource(bytes: try SampleRAW.raf()), Self.full)
        for codecs in [decoder, ImageDecoder()] {
            let block = try #require(try codecs.exifBlock(of: ImageSource(bytes: file)))
            let jpeg = try CompatibleJPEG().bytes(of: image, exif: block)
            let kept = try ImageDecoder().metadata(of: ImageSource(bytes: jpeg))
            #expect(kept.dateTimeOriginal == metadata.dateTimeOriginal && kept.model == metadata.model)
            #expect(kept.orientation == .upright)
        }
        // Whatever is cut off or wrong, there is an end.
        for length in stride(from: 4, to: file.count, by: 7) {
            _ = try? decoder.metadata(of: ImageSource(bytes: Array(file[..<length])))
        }
        let wrong = Array("\0MRM".utf8) + [UInt8](repeating: 0, count: 400)
        #expect(try decoder.exifBlock(of: ImageSource(bytes: wrong)) == nil)
        let endless = Array(file[..<12]) + [UInt8](repeating: 0xFF, count: 400)
        #expect(try decoder.exifBlock(of: ImageSource(bytes: endless)) == nil)
    }

    @Test("of Canon's newer cameras hold the preview in a track")
    func canon() throws {
        let source = ImageSource(bytes: try SampleRAW.cr3(orientation: 6))
        let header = try decoder.header(of: source)
        #expect(header.format == .cr3)
        #expect(header.orientedSize == PixelSize(width: SampleRAW.height, height: SampleRAW.width))
        let image = try decoder.render(source, Self.full)
        #expect(image.size == PixelSize(width: 160, height: 240))
        #expect(try image.differs(from: [2, 0, 3, 1].map { SamplePhoto.colors[$0] }) < 4)
    }

    @Test("of Canon's newer cameras have the place, the zone and the lens that are in their boxes")
    func canonMetadata() throws {
        let source = ImageSource(bytes: try SampleRAW.cr3(orientation: 6))
        let metadata = try decoder.metadata(of: source)
        #expect(metadata.make == "Canon" && metadata.model == "Canon EOS R6" && metadata.lens == "RF50mm F1.8 STM")
        #expect(
            metadata.dateTimeOriginal
                == CivilTime(
                    year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9, utcOffsetMinutes: 120))
        #expect(metadata.location == Location(latitude: 52.5, longitude: -13.25))
        #expect(metadata.orientation == .rotated90)
    }

    @Test(
        "of Canon's older cameras are shown by their preview, turned as they say",
        arguments: [
            (0, .upright, [0, 1, 2, 3]), (90, .rotated90, [2, 0, 3, 1]), (180, .rotated180, [3, 2, 1, 0]),
            (270, .rotated270, [1, 3, 0, 2]),
        ] as [(Int, Orientation, [Int])])
    func olderCanon(degrees: Int, orientation: Orientation, quarters: [Int]) throws {
        let source = ImageSource(bytes: try SampleRAW.crw(rotation: degrees))
        let header = try decoder.header(of: source)
        #expect(header.format == .crw && header.orientation == orientation)
        #expect(header.storedSize == PixelSize(width: SampleRAW.width, height: SampleRAW.height))
        let image = try decoder.render(source, Self.full)
        #expect(image.size == orientation.apply(to: PixelSize(width: 240, height: 160)))
        #expect(try image.differs(from: quarters.map { SamplePhoto.colors[$0] }) < 4)
        let metadata = try decoder.metadata(of: source)
        #expect(metadata.make == "Canon" && metadata.model == "Canon EOS 10D" && metadata.orientation == orientation)
    }

    @Test("of Canon's older cameras have the time of the camera's clock, in whatever zone they are read")
    func secondsOfClock() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "EST5", 1)
            tzset()
            let decoder = ImageDecoder(codecs: .builtIn + [RAWCodec()])
            let metadata = try decoder.metadata(of: ImageSource(bytes: try SampleRAW.crw()))
            #expect(metadata.dateTimeOriginal == CivilTime("2024-05-06T07:08:09"))
        }
    }

    @Test("built on TIFF keep the metadata that TIFF's tags say, zones included")
    func metadata() throws {
        let metadata = try decoder.metadata(of: ImageSource(bytes: try SampleRAW.all[1].file()))
        #expect(metadata.make == "NIKON CORPORATION" && metadata.model == "NIKON Sample")
        #expect(metadata.dateTimeOriginal?.utcOffsetMinutes == 120)
    }

    @Test("are cropped in pixels of the sensor's image")
    func crop() throws {
        let source = ImageSource(bytes: try SampleRAW.dng.file())
        let request = RenderRequest(crop: PixelRect(x: 240, y: 160, width: 240, height: 160), convertsToSRGB: false)
        let image = try decoder.render(source, request)
        #expect(image.size == PixelSize(width: 120, height: 80))
        #expect(try image.differs(from: [[Int]](repeating: SamplePhoto.colors[3], count: 4)) < 6)
    }

    @Test("are enlarged to an exact size and to nothing else")
    func sizes() throws {
        let source = ImageSource(bytes: try SampleRAW.dng.file())
        let box = PixelSize(width: 450, height: 450)
        #expect(try decoder.render(source, RenderRequest(targetSize: box)).size == PixelSize(width: 240, height: 160))
        let exact = RenderRequest(targetSize: box, resizeMode: .exact)
        #expect(try decoder.render(source, exact).size == PixelSize(width: 450, height: 300))
        let small = RenderRequest(targetSize: PixelSize(width: 24, height: 24))
        #expect(try decoder.render(source, small).size == PixelSize(width: 24, height: 16))
    }

    @Test("without a preview are refused by name")
    func noPreview() {
        let source = ImageSource(bytes: SampleMedia.dng)
        let error = #expect(throws: ImagingError.self) { try decoder.render(source, Self.full) }
        #expect(error?.description.isEmpty == false)
    }

    @Test("that are cut off anywhere end in an image or an error", arguments: SampleRAW.all)
    func truncation(sample: SampleRAW) throws {
        let whole = try sample.file()
        for length in stride(from: 8, to: whole.count, by: 97) {
            let source = ImageSource(bytes: Array(whole[..<length]))
            _ = try? decoder.header(of: source)
            _ = try? decoder.render(source, Self.full)
        }
    }

    @Test("whose previews are larger than the limits allow are refused")
    func limits() throws {
        let source = ImageSource(bytes: try SampleRAW.dng.file())
        let limited = ImageDecoder(
            limits: ImageLimits(maxPixels: 1000, maxFileBytes: 1 << 20, maxMemoryBytes: 1 << 20),
            codecs: .builtIn + [RAWCodec()])
        let error = #expect(throws: ImagingError.self) { try limited.render(source, Self.full) }
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
