internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Image: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "image", abstract: "Write an image of a photo, or of a frame of a video, upright, in any size.",
        discussion: """
            Examples:
              picker image IMG_0001.jpg --library ~/Pictures --size 1024 --out small.jpg
              picker image IMG_0001.HEIC --size full --out IMG_0001.png
              picker image clip.mp4 --time 12.5 --size 640 --out frame.webp
            """)

    @Argument(help: "A local identifier, or a path inside the library.", completion: .file())
    var asset: AssetArgument
    @Option(help: ArgumentHelp("The box that the image fits or fills, in pixels.", valueName: "WxH|full"))
    var size: SizeArgument
    @Option(help: "Whether the image fits into the box or fills it.")
    var mode: ModeOption = .fit
    @Option(help: "What is worth waiting for.")
    var delivery: DeliveryOption = .opportunistic
    @Option(help: "How exactly the size is met (default: exactly, but never larger than the photo).")
    var resize: ResizeOption?
    @Option(help: "With edits, without them, or what the camera made first.")
    var rendition: VersionOption = .current
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The frame of a video that is shown then (default: the first good one).", valueName: "SECONDS"))
    var time: Double?
    @Option(help: ArgumentHelp("A part of the photo, in its pixels.", valueName: "X,Y,W,H"))
    var crop: CropArgument?
    @Option(help: "Colours as sRGB, or as they are, with their profile in the file.")
    var color: ColorOption = .srgb
    @Option(parsing: .unconditional, help: ArgumentHelp("JPEG and WebP quality.", valueName: "1-100"))
    var quality = QualityArgument(85)
    @Flag(help: "Write a JPEG that appears coarse first while it is loaded.")
    var progressive = false
    @Flag(help: "Fetch no image from another machine: what is on this one has to do.")
    var localOnly = false
    @Option(
        help: ArgumentHelp("A .jpg, .png or .webp file; - is standard output, as JPEG.", valueName: "FILE|-"),
        completion: .file())
    var out: FilePath
    @OptionGroup var options: LibraryOptions

    func validate() throws {
        guard time.map({ $0 >= 0 && $0.isFinite }) ?? true else { throw ValidationError("--time must be 0 or more") }
        guard time == nil || !localOnly else { throw ValidationError("--local-only is not for --time") }
        try size.check()
        try quality.check()
        guard let encoding else { throw ValidationError("--out must end in .jpg, .jpeg, .png or .webp, or be -") }
        guard case .jpeg = encoding else {
            guard !progressive else { throw ValidationError("--progressive is for JPEG; let --out end in .jpg") }
            return
        }
    }

    func execute() async throws -> ExitStatus {
        let library = try await options.open()
        defer { library.close() }
        let found = try await library.namedAsset(asset)
        let target = try OutputTarget(out, sparing: library, and: found)
        var request = ImageOptions(
            targetSize: size.pixels, contentMode: mode.mode, deliveryMode: delivery.mode, version: rendition.version,
            crop: crop?.rect, convertsToSRGB: color == .srgb)
        request.allowsNetwork = !localOnly
        if let resize { request.resizeMode = resize.mode } else { request.scaleDownOnly(found) }
        let encoding = encoding ?? .jpeg(quality: quality.percent)  // Checked in validate.
        let image =
            if let time {
                try await library.encodedPoster(
                    of: found.localIdentifier, at: time, options: request, encoding: encoding)
            } else {
                try await library.encodedImage(of: found.localIdentifier, options: request, encoding: encoding)
            }
        try target.write(image.bytes)
        if image.isIncomplete {
            let name = TextFormat.oneLine(found.path.text)
            StandardError.line(
                "picker: \(name): a part of the picture is missing, the file is cut off or damaged; use another copy of it"
            )
        }
        return .done
    }

    private var encoding: ImageEncoding? {
        let name = out.description.lowercased()
        if name == "-" || name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") {
            return .jpeg(quality: quality.percent, progressive: progressive)
        }
        if name.hasSuffix(".webp") { return .webp(quality: quality.percent) }
        return name.hasSuffix(".png") ? .png : nil
    }
}
