internal import PhotoModel

/// The sections of a PSD or PSB (Adobe Photoshop file formats specification).
struct PSDStructure {
    /// Image resources.
    static let exif: UInt16 = 1058
    static let xmp: UInt16 = 1060
    static let thumbnail: UInt16 = 1036
    private static let profile: UInt16 = 1039
    private static let version: UInt16 = 1057
    /// How many bytes of the image resources are read. They are small, except for previews.
    private static let resourceLimit = 16 << 20
    /// The highest numbers of pixels along a side.
    private static let longestSide = (psd: 30_000, psb: 300_000)

    enum Mode: Int {
        case bitmap = 0
        case gray = 1
        case indexed = 2
        case rgb = 3
        case ink = 4
        /// Shown as what it is printed with: gray.
        case duotone = 8
        case lab = 9
    }

    /// PSB, whose offsets are longer.
    let isLarge: Bool
    let channelCount: Int
    let size: PixelSize
    let bits: Int
    let mode: Mode
    /// 256 reds, then greens, then blues, of indexed images.
    let palette: [UInt8]
    let resources: PhotoshopResources
    /// Whether the first channel after the colours is the alpha of the merged image.
    let hasAlpha: Bool
    /// Where the merged image begins: with the number of its compression.
    let imageOffset: Int

    var colors: StoredSamples.Colors {
        switch mode {
        case .bitmap, .gray, .duotone: .gray
        case .indexed, .rgb, .lab: .rgb
        case .ink: .ink
        }
    }

    /// The number of channels that the colours have in the file.
    var colorChannels: Int { mode == .indexed ? 1 : colors.rawValue }
    /// The channels that are read: the colours, and alpha.
    var shownChannels: Int { colorChannels + (hasAlpha ? 1 : 0) }

    var samples: StoredSamples {
        StoredSamples(
            colors, hasAlpha: hasAlpha, profile: resources.data(Self.profile).map { Array($0.bytes) },
            isLab: mode == .lab)
    }

    /// False if the document was saved without a merged image, which Photoshop writes "for compatibility".
    var hasMergedImage: Bool { resources.data(Self.version).flatMap { $0.byte(at: 4) } != 0 }

    var header: ImageHeader {
        ImageHeader(
            format: .psd, storedSize: size, orientation: .upright, hasAlpha: hasAlpha, isProgressive: false,
            colorComponents: min(4, shownChannels), bitsPerComponent: min(16, bits),
            hasColorProfile: resources.data(Self.profile) != nil)
    }

    /// - Throws: `corrupt`, `unsupportedFormat` for colour modes that are not supported, `io`.
    init(_ window: SourceWindow) throws(ImagingError) {
        var window = window
        var cursor = ByteCursor(try window.view(at: 6, count: 20))
        isLarge = try window.view(at: 4, count: 2).bigUInt16(at: 0) == 2
        _ = try cursor.integer(6)
        channelCount = try cursor.integer(2)
        let height = try cursor.integer(4)
        size = PixelSize(width: try cursor.integer(4), height: height)
        bits = try cursor.integer(2)
        let number = try cursor.integer(2)
        let longest = isLarge ? Self.longestSide.psb : Self.longestSide.psd
        guard !size.isEmpty, max(size.width, size.height) <= longest, (1...56).contains(channelCount) else {
            throw .corrupt("the PSD says that it has \(channelCount) channels of \(size) pixels")
        }
        guard let mode = Mode(rawValue: number), bits == 8 || bits == (mode == .bitmap ? 1 : 16) || bits == 32 else {
            throw .unsupportedFormat("a PSD with colours of kind \(number) in \(bits) bits")
        }
        self.mode = mode

        let colorData = 26
        let colorLength = try Self.length(&window, at: colorData, 4)
        palette = mode == .indexed ? Array(try window.view(at: colorData + 4, count: min(768, colorLength)).bytes) : []
        let resourceOffset = colorData + 4 + colorLength
        let resourceLength = try Self.length(&window, at: resourceOffset, 4)
        let bytes = try window.view(at: resourceOffset + 4, count: min(resourceLength, Self.resourceLimit))
        resources = PhotoshopResources(bytes)
        let layers = resourceOffset + 4 + resourceLength
        let layerLength = try Self.length(&window, at: layers, isLarge ? 8 : 4)
        let layerStart = layers + (isLarge ? 8 : 4)
        imageOffset = layerStart + layerLength
        let colorChannels = mode == .indexed ? 1 : Self.count(of: mode)
        hasAlpha =
            channelCount > colorChannels
            ? try Self.hasTransparency(&window, layerStart..<imageOffset, isLarge: isLarge) : false
        guard channelCount >= colorChannels, mode != .indexed || palette.count == 768 else {
            throw .corrupt("the PSD has too few channels, or no palette")
        }
    }

    private static func count(of mode: Mode) -> Int {
        switch mode {
        case .rgb, .lab: 3
        case .ink: 4
        default: 1
        }
    }

    /// The length of a section, no more than the file has.
    private static func length(_ window: inout SourceWindow, at offset: Int, _ bytes: Int) throws(ImagingError) -> Int {
        var cursor = ByteCursor(try window.view(at: offset, count: bytes))
        let length = try cursor.integer(bytes)
        guard length <= window.source.byteCount - offset else {
            throw .corrupt("a section of the PSD is longer than the file")
        }
        return length
    }

    /// Whether the merged image has transparency: a negative number of layers says so, or one of the blocks for 16 and
    /// 32 bits.
    private static func hasTransparency(
        _ window: inout SourceWindow, _ section: Range<Int>, isLarge: Bool
    ) throws(ImagingError) -> Bool {
        let width = isLarge ? 8 : 4
        guard section.count >= width + 2 else { return false }
        let layers = try length(&window, at: section.lowerBound, width)
        if layers >= 2, let count = try window.view(at: section.lowerBound + width, count: 2).bigUInt16(at: 0) {
            return Int16(bitPattern: count) < 0
        }
        // After the layers comes the mask of all of them.
        let mask = section.lowerBound + width + layers
        guard mask + 4 <= section.upperBound else { return false }
        let blocks = mask + 4 + (try length(&window, at: mask, 4))
        guard blocks < section.upperBound else { return false }
        return try hasTransparencyBlock(&window, blocks..<section.upperBound, isLarge: isLarge)
    }

    private static func hasTransparencyBlock(
        _ window: inout SourceWindow, _ section: Range<Int>, isLarge: Bool
    ) throws(ImagingError) -> Bool {
        let blockLimit = 64
        let long: Set = [
            "LMsk", "Lr16", "Lr32", "Layr", "Mt16", "Mt32", "Mtrn", "Alph", "FMsk", "lnk2", "FEid", "FXid", "PxSD",
        ]
        var offset = section.lowerBound
        for _ in 0..<blockLimit where offset + 12 <= section.upperBound {
            guard let key = try window.view(at: offset + 4, count: 4).fourCharacters(at: 0) else { return false }
            if ["Mtrn", "Mt16", "Mt32"].contains(key) { return true }
            let width = isLarge && long.contains(key) ? 8 : 4
            guard let length = try? length(&window, at: offset + 8, width) else { return false }
            offset += 8 + width + (length + 3) / 4 * 4
        }
        return false
    }
}
