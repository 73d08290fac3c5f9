import Foundation
import GRDB
import Imaging
import PhotoFolder
import PhotoModel
import TestSupport
import Testing

@testable import PhotoIndex

/// Reads every MP4 as the same video.
private struct StubCodec: ImageCodec {
    let formats: [MediaFormat] = [.mp4]

    func header(of file: ImageFile) throws(ImagingError) -> ImageHeader {
        throw .unsupportedFormat("a stub")
    }

    func metadata(of file: ImageFile) throws(ImagingError) -> ImageMetadata {
        var metadata = ImageMetadata()
        var facts = VideoFacts()
        facts.duration = 2.5
        facts.size = PixelSize(width: 48, height: 64)
        metadata.video = facts
        metadata.isHighFrameRate = true
        return metadata
    }

    func render(
        _ file: ImageFile, _ request: RenderRequest, limits: ImageLimits, cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        throw .unsupportedFormat("a stub")
    }
}

@Suite("When more formats can be read than before")
struct ReadableFormatTests {
    private func photoIndex(_ library: ScannedLibrary, codecs: [any ImageCodec]) throws -> PhotoIndexDatabase {
        try PhotoIndexDatabase(
            root: LibraryRoot(path: Array(library.path.utf8), decoder: ImageDecoder(codecs: .builtIn + codecs)),
            directory: library.surroundings.path)
    }

    @Test(
        "When more formats can be read than before files of these formats are read again, and no others",
        arguments: [RefreshMode.full, .quick])
    func more(mode: RefreshMode) async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("films/a.mp4", SampleMedia.mp4)
            try library.write("photos/b.jpg")
            try library.write("c.jpg")
            let before = try photoIndex(library, codecs: [])
            _ = try before.refresh(options: .trusting)
            let film = before.root.identity.asset(at: Array("films/a.mp4".utf8))
            let after = try photoIndex(library, codecs: [StubCodec()])
            let outcome = try after.refresh(mode, options: .trusting)
            #expect(outcome.report.updated == 1 && outcome.report.inserted == 0 && outcome.report.removed == 0)
            let row = try after.pool.read { database in
                try Row.fetchOne(
                    database, sql: "SELECT duration, pixel_width FROM asset WHERE identifier = ?",
                    arguments: [Data(film.bytes)])
            }
            #expect(row?[0] == 2.5 && row?[1] == 48)
            #expect(try after.refresh(mode, options: .trusting).report.updated == 0)
            #expect(
                try photoIndex(library, codecs: [StubCodec()]).refresh(mode, options: .trusting).report.filesRead == 0)
        }
    }

    @Test("When more formats can be read than before they are read again also after a time without the codec")
    func back() async throws {
        try await onThread {
            let library = try ScannedLibrary()
            try library.write("a.mp4", SampleMedia.mp4)
            for codecs in [[StubCodec()], [], [StubCodec()]] as [[any ImageCodec]] {
                let outcome = try photoIndex(library, codecs: codecs).refresh(options: .trusting)
                #expect(outcome.report.filesRead == (codecs.isEmpty ? 0 : 1))
            }
        }
    }
}
