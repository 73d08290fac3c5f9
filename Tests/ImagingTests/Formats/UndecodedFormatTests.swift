import Foundation
import Imaging
import Testing

@Suite("Formats that are not decoded")
struct UndecodedFormatTests {
    /// Beginnings of files, long enough to be distinguished.
    private static let files: [String: [UInt8]] = [
        "TIFF (image/tiff)": Array("II".utf8) + [
            42, 0, 8, 0, 0, 0, 1, 0, 0, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0,
        ],
        "a file that is no known image": Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8),
        "JXL (image/jxl)": [0xFF, 0x0A, 0xFA, 0x1F, 0x01, 0x90, 0x08, 0x06],  // A JPEG XL codestream.
    ]

    @Test("say so in one line that says what helps, for headers and pixels", arguments: files.keys.sorted())
    func typed(name: String) throws {
        let source = ImageSource(bytes: try #require(Self.files[name]))
        let expected = name.trimmingCharacters(in: .whitespaces)
        for read in [
            { _ = try ImageDecoder().header(of: source) }, { _ = try ImageDecoder().render(source, RenderRequest()) },
        ] as [() throws -> Void] {
            let error = #expect(throws: ImagingError.unsupportedFormat(expected)) { try read() }
            #expect(error?.description == "\(expected) cannot be decoded here; convert it, or use a backend that can")
        }
    }

    @Test("have metadata where they are known, and refuse it with a type otherwise")
    func metadata() throws {
        for (name, bytes) in Self.files {
            guard name.hasPrefix("a file") else {
                #expect(try ImageDecoder().metadata(of: ImageSource(bytes: bytes)).orientation == .upright)
                continue
            }
            #expect(throws: ImagingError.self) { try ImageDecoder().metadata(of: ImageSource(bytes: bytes)) }
        }
    }
}
