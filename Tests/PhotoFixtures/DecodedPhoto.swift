import Imaging
public import PhotoModel

/// What a viewer shows of an image file.
public struct DecodedPhoto: Sendable {
    /// Upright.
    public let size: PixelSize
    /// Mean colours of the inner parts of the quarters: top left, top right, bottom left, bottom right.
    public let quarters: [[Int]]
    /// Mean alpha of the same parts; 255 where the format has none.
    public let alpha: [Int]
    /// `jpeg`, `png`, …, found from the content.
    public let format: String
    public let hasColorProfile: Bool

    /// - Throws: when the bytes are no complete image.
    public init(_ bytes: [UInt8]) throws {
        let source = ImageSource(bytes: bytes)
        let rendered = try ImageDecoder().renderWithDiagnostics(source, RenderRequest())
        guard rendered.diagnostics.isClean else { throw Damaged() }
        format = MediaFormat.sniff(bytes)?.rawValue ?? "unknown"
        hasColorProfile = try ImageDecoder().header(of: source).hasColorProfile
        size = rendered.buffer.size
        let pixels = try rendered.buffer.converted(to: .rgba8)
        let means = (0..<4).map { Self.mean(of: pixels, column: $0 % 2, row: $0 / 2) }
        quarters = means.map { Array($0.prefix(3)) }
        alpha = means.map { $0[3] }
    }

    public struct Damaged: Error {}

    /// Whether the quarters have these colours, give or take what JPEG and scaling change.
    public func shows(_ colors: [[Int]], tolerance: Int = 12) -> Bool {
        zip(quarters.joined(), colors.joined()).allSatisfy { abs($0 - $1) <= tolerance }
    }

    /// The middle half of a quarter: what is mixed at the borders does not count.
    private static func mean(of pixels: PixelBuffer, column: Int, row: Int) -> [Int] {
        pixels.meanSamples(columns: range(column, of: pixels.size.width), rows: range(row, of: pixels.size.height))
            .map { Int($0) }
    }

    private static func range(_ half: Int, of length: Int) -> Range<Int> {
        let start = half * length / 2
        let margin = length / 8
        return start + margin..<max(start + margin + 1, start + length / 2 - margin)
    }
}
