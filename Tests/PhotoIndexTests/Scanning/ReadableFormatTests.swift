import Foundation
import GRDB
import Imaging
import PhotoCatalog
import PhotoModel
import Pixels
import TestSupport
import Testing

@testable import PhotoIndex

/// Reads every MP4 as the same video.
private struct StubCodec: ImageCodec {
    func reads(_ format: MediaFormat) -> Bool { format == .mp4 }

    func header(of source: ImageSource) throws(ImagingError) -> ImageHeader {
        throw .unsupportedFormat("a stub")
    }

    func metadata(of source: ImageSource) throws(ImagingError) -> ImageMetadata {
        var metadata = ImageMetadata()
        var traits = VideoTraits()
        traits.duration = 2.5
        traits.size = PixelSize(width: 48, height: 64)
        traits.isHighFrameRate = true
        metadata.video = traits
        return metadata
    }

    func render(
        _ source: ImageSource, _ request: RenderRequest, limits: ImageLimits, isCancelled: () -> Bool
    ) throws(ImagingError) -> RenderedImage {
        throw .unsupportedFormat("a stub")
    }
}

@Suite("When more formats can be read than before")
struct ReadableFormatTests {
    private func catalog(_ library: ScannedLibrary, codecs: [any ImageCodec]) throws -> Catalog {
        try Catalog(
            root: LibraryRoot(path: Array(library.path.utf8), decoder: ImageDecoder(codecs: codecs)),
            directory: library.surroundings.path)
    }

    @Test("files of these formats are read again, and no others", arguments: [RefreshMode.full, .quick])
    func more(mode: RefreshMode) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("films/a.mp4", SampleMedia.mp4)
            try library.write("photos/b.jpg")
            try library.write("c.jpg")
            let before = try catalog(library, codecs: [])
            _ = try before.refresh(options: .trusting)
            let film = before.root.identity.asset(at: Array("films/a.mp4".utf8))
            let after = try catalog(library, codecs: [StubCodec()])
            let report = try after.refresh(mode, options: .trusting)
            #expect(report.updated == 1 && report.inserted == 0 && report.removed == 0)
            let row = try after.pool.read { database in
                try Row.fetchOne(
                    database, sql: "SELECT duration, pixel_width FROM asset WHERE identifier = ?",
                    arguments: [Data(film.bytes)])
            }
            #expect(row?[0] == 2.5 && row?[1] == 48)
            #expect(try after.refresh(mode, options: .trusting).updated == 0)
            #expect(try catalog(library, codecs: [StubCodec()]).refresh(mode, options: .trusting).filesRead == 0)
        }
    }

    @Test("they are read again also after a time without the codec")
    func back() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.mp4", SampleMedia.mp4)
            for codecs in [[StubCodec()], [], [StubCodec()]] as [[any ImageCodec]] {
                let report = try catalog(library, codecs: codecs).refresh(options: .trusting)
                #expect(report.filesRead == (codecs.isEmpty ? 0 : 1))
            }
        }
    }
}
