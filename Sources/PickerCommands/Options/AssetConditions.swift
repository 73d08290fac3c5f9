internal import ArgumentParser
internal import PhotoModel

/// Conditions that assets must meet: options of commands that list assets. Each condition needs a capability of the backend.
struct AssetConditions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Rated so: a number of stars from 0 to 5, or two with a minus between them; 0 is what is not rated.",
            valueName: "stars"))
    var rating: RatingArgument?
    @Option(help: ArgumentHelp("With this in the name, title, caption or a keyword.", valueName: "text"))
    var text: String?
    // Unconditional: latitudes and longitudes may begin with a minus.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Made inside of these edges, in degrees: south,west,north,east.", valueName: "s,w,n,e"))
    var place: PlaceArgument?
    @Option(
        help: ArgumentHelp(
            "Of this content type, such as public.jpeg; more than once: of one of them.", valueName: "type"))
    var contentType: [String] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("Of this many bytes, or more.", valueName: "n"))
    var minBytes: Int64?
    @Option(parsing: .unconditional, help: ArgumentHelp("Of this many bytes, or less.", valueName: "n"))
    var maxBytes: Int64?
    @Flag(help: "Of each burst only the photo that stands for it.")
    var stackBursts = false

    func validate() throws {
        if text?.isEmpty ?? false { throw ValidationError("--text must not be empty") }
        guard (minBytes ?? 0) >= 0, (maxBytes ?? 0) >= 0 else {
            throw ValidationError("--min-bytes and --max-bytes must not be negative")
        }
        if let minBytes, let maxBytes, minBytes > maxBytes {
            throw ValidationError("--min-bytes \(minBytes) must not be above --max-bytes \(maxBytes): no file is both")
        }
    }

    /// Whether no condition was given.
    var isEmpty: Bool { added(to: FetchOptions()) == FetchOptions() }

    /// Fetch options with these conditions added.
    func added(to options: FetchOptions) -> FetchOptions {
        var options = options
        options.ratings = rating?.ratings ?? []
        options.text = text
        options.place = place?.box
        options.contentTypes = contentType
        options.bytesFrom = minBytes
        // `bytesBelow` is exclusive.
        options.bytesBelow = maxBytes.map { $0 == .max ? $0 : $0 + 1 }
        if stackBursts { options.noSubtypes.insert(.stacked) }
        return options
    }
}

/// A number of stars, `3`, or a range of them, `3-5`.
struct RatingArgument: ExpressibleByArgument {
    let ratings: Ratings

    init?(argument: String) {
        let stars = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(stars.count), let least = stars[0], let most = stars.last ?? nil, least <= most,
            (0...5).contains(least), (0...5).contains(most)
        else { return nil }
        ratings = Ratings(least...most)
    }
}

/// `SOUTH,WEST,NORTH,EAST` in degrees. If WEST is greater than EAST, the box crosses the meridian of 180 degrees.
struct PlaceArgument: ExpressibleByArgument {
    let box: LocationBox

    init?(argument: String) {
        let edges = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard edges.count == 4, let south = edges[0], let west = edges[1], let north = edges[2], let east = edges[3],
            let box = LocationBox(south: south, west: west, north: north, east: east)
        else { return nil }
        self.box = box
    }
}
