internal import ArgumentParser
internal import PhotoModel
internal import PickerHost

struct Info: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show everything known of a photo or video.",
        discussion: """
            Examples:
              picker info IMG_0001.jpg
              picker info Holidays/clip.mp4 --library ~/Pictures --json
            """)

    @Argument(help: "A local identifier, or a path inside the library.", completion: .file())
    var asset: AssetArgument
    @Flag(help: "As one JSON document.")
    var json = false
    @OptionGroup var options: LibraryOptions

    func execute() async throws -> ExitStatus {
        let library = try await options.open()
        defer { library.close() }
        let found = try await library.namedAsset(asset)
        let details = try await library.details(of: found.localIdentifier)
        let items = try await items(of: found, in: library)
        if json {
            try JSONOutput.document(DetailsDocument(details, video: await facts(details, library), items: items))
        } else {
            let facts = await facts(details, library)
            let table = rows(details) + (facts.map(videoRows) ?? []) + (items ?? []).map(row)
            StandardOutput.shared.write(TextFormat.table(table))
        }
        return .done
    }

    /// The facts about an asset's video; nil for photos, and if they cannot be read: everything else is shown all the same.
    private func facts(_ details: AssetDetails, _ library: PhotoLibrary) async -> VideoFacts? {
        guard library.backend.capabilities.contains(.video),
            details.representations.contains(where: { $0.role == .video || $0.role == .pairedVideo })
        else { return nil }
        return try? await library.videoFacts(of: details.asset.localIdentifier)
    }

    private func videoRows(_ facts: VideoFacts) -> [[String]] {
        var rows: [[String]] = []
        if let duration = facts.duration { rows.append(["duration", "\(TextFormat.decimal(duration)) s"]) }
        if let rate = facts.framesPerSecond { rows.append(["speed", "\(TextFormat.decimal(rate)) frames a second"]) }
        let codecs = [facts.videoCodec, facts.audioCodec].compactMap { $0 }
        if !codecs.isEmpty { rows.append(["codec", TextFormat.oneLine(codecs.joined(separator: ", "))]) }
        return rows
    }

    /// The images in the asset's file; nil if the backend cannot list them, or the file cannot be read.
    private func items(of asset: Asset, in library: PhotoLibrary) async throws -> [ImageItem]? {
        do {
            return try await library.items(of: asset.localIdentifier)
        } catch {
            guard [.unsupported, .unsupportedFormat, .corruptMedia].contains(error.status) else { throw error }
            return nil
        }
    }

    private func row(_ item: ImageItem) -> [String] {
        let type = item.auxiliaryType.map { ", \(TextFormat.oneLine($0))" } ?? ""
        return ["item \(item.id)", "\(item.kind.name), \(TextFormat.size(item.pixelWidth, item.pixelHeight))\(type)"]
    }

    private func rows(_ details: AssetDetails) -> [[String]] {
        let asset = details.asset
        var rows = [
            ["identifier", asset.localIdentifier],
            ["file", TextFormat.oneLine(asset.path.text)],
            ["kind", "\(asset.mediaType.name), \(TextFormat.oneLine(asset.contentType))"],
            [
                "size",
                "\(TextFormat.size(asset.pixelWidth, asset.pixelHeight)), \(TextFormat.fileSize(asset.byteSize))",
            ],
        ]
        if let creation = asset.creation {
            rows.append(["created", "\(TextFormat.time(creation)) (from \(creation.source.name))"])
        }
        if let place = asset.location { rows.append(["place", "\(place.latitude), \(place.longitude)"]) }
        if !asset.mediaSubtypes.names.isEmpty {
            rows.append(["special", asset.mediaSubtypes.names.joined(separator: ", ")])
        }
        if let camera = details.camera { rows += cameraRows(camera) }
        for part in details.representations {
            let size = TextFormat.size(part.pixelWidth, part.pixelHeight)
            let bytes = TextFormat.fileSize(part.byteSize)
            rows.append([part.role.name, "\(TextFormat.oneLine(part.path.text)), \(size), \(bytes)"])
        }
        return rows
    }

    /// The exposure time as cameras and the page show it: a fraction only below 0.4 seconds, since no fraction comes near 0.8
    /// seconds. A hostile file may have any number above 0, so that the whole part of the fraction may be no `Int`.
    static func exposureTime(_ seconds: Double) -> String {
        seconds < 0.4
            ? "1/\(TextFormat.decimal((1 / seconds).rounded())) s" : "\(TextFormat.decimal(seconds)) s"
    }

    private func cameraRows(_ camera: CameraMetadata) -> [[String]] {
        var rows: [[String]] = []
        let name = [camera.make, camera.model].compactMap { $0 }.joined(separator: " ")
        if !name.isEmpty { rows.append(["camera", TextFormat.oneLine(name)]) }
        if let lens = camera.lens { rows.append(["lens", TextFormat.oneLine(lens)]) }
        let exposure = [
            camera.exposureTime.map(Self.exposureTime),
            camera.fNumber.map { "f/\($0)" }, camera.isoSpeed.map { "ISO \($0)" },
            camera.focalLength.map { "\($0) mm" },
        ].compactMap { $0 }
        if !exposure.isEmpty { rows.append(["exposure", exposure.joined(separator: ", ")]) }
        if let title = camera.title { rows.append(["title", TextFormat.oneLine(title)]) }
        if !camera.keywords.isEmpty {
            rows.append(["keywords", TextFormat.oneLine(camera.keywords.joined(separator: ", "))])
        }
        if let rating = camera.rating { rows.append(["rating", "\(rating) of 5"]) }
        if let caption = camera.caption { rows.append(["caption", TextFormat.oneLine(caption)]) }
        return rows
    }
}
