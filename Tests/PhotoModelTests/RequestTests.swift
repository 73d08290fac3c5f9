import PhotoModel
import Testing

@Suite("What is asked of an image") struct ImageRequestTests {
    /// Of an asset of 4000 × 3000 pixels.
    private static let targets: [(ContentMode, Int, Int, ResizeMode)] = [
        (.aspectFit, 1000, 1000, .exact), (.aspectFit, 4000, 3000, .fast), (.aspectFit, 5000, 5000, .fast),
        (.aspectFit, 3999, 3000, .exact), (.aspectFit, 4000, 2999, .exact),
        (.aspectFill, 1000, 1000, .exact), (.aspectFill, 4000, 3000, .exact), (.aspectFill, 4001, 3000, .fast),
        (.aspectFill, 4000, 3001, .fast),
    ]

    private var asset: Asset {
        var asset = Asset(
            localIdentifier: "a", filename: "a.jpg", path: AssetPath("a.jpg"), contentType: "public.jpeg",
            mediaType: .image)
        (asset.pixelWidth, asset.pixelHeight) = (4000, 3000)
        return asset
    }

    @Test("What is asked of an image is its exact size only where that makes it smaller", arguments: targets)
    func scaledDown(mode: ContentMode, width: Int, height: Int, expected: ResizeMode) {
        var options = ImageOptions(
            targetSize: PixelSize(width: width, height: height), contentMode: mode, resizeMode: .none)
        options.scaleDownOnly(asset)
        #expect(options.resizeMode == expected)
    }

    @Test("What is asked of an image is not its exact size for a part of it, and stays as it is without a target")
    func parts() {
        let crop = PixelRect(x: 0, y: 0, width: 10, height: 10)
        var part = ImageOptions(targetSize: PixelSize(width: 5, height: 5), resizeMode: .exact, crop: crop)
        part.scaleDownOnly(asset)
        #expect(part.resizeMode == .fast)
        var whole = ImageOptions(targetSize: nil, resizeMode: .none)
        whole.scaleDownOnly(asset)
        #expect(whole.resizeMode == .none)
    }

    @Test("What is asked of an image by its version is the file that comes first for it")
    func versions() {
        #expect(ImageVersion.current.roles == [.edited, .photo, .raw])
        #expect(ImageVersion.unadjusted.roles == [.photo, .raw])
        #expect(ImageVersion.original.roles == [.raw, .photo])
    }
}

@Suite("A cancellation") struct CancellationTests {
    @Test("A cancellation has the first reason that there is, and none unless it is asked to end")
    func reasons() throws {
        #expect(Cancellation.never.reason == nil && !Cancellation.never.isCancelled)
        try Cancellation.never.check()
        let late = Cancellation { .deadline }
        #expect(late.or { .cancelled }.reason == .deadline && late.isCancelled)
        #expect(Cancellation.never.or { .closed }.reason == .closed)
        #expect(Cancellation.never.or { nil }.reason == nil)
        #expect(throws: Cancellation.Reason.deadline) { try late.check() }
    }

    @Test("A cancellation by a flag comes when the flag is raised")
    func flag() {
        let flag = CancellationFlag()
        let cancellation = flag.cancellation
        #expect(!flag.isCancelled && cancellation.reason == nil)
        flag.cancel()
        #expect(flag.isCancelled && cancellation.reason == .cancelled)
    }

    @Test("A cancellation is an error with the status of its reason")
    func errors() {
        let statuses = [Cancellation.Reason.cancelled, .deadline, .closed].map { PhotoError($0).status }
        #expect(statuses == [.cancelled, .deadline, .closed])
    }
}

@Suite("An error") struct PhotoErrorTests {
    @Test(
        "An error says when to try again in whole seconds, never too early",
        arguments: [
            (nil, nil), (.zero, 0), (.milliseconds(1), 1), (.seconds(5), 5), (.milliseconds(5001), 6),
            (.nanoseconds(1), 1),
        ] as [(Duration?, Int64?)])
    func secondsToRetry(wait: Duration?, seconds: Int64?) {
        #expect(PhotoError(.busy, "", retryAfter: wait).secondsToRetry == seconds)
    }

    @Test("An error equals another with the same status, message, number and time, whatever is beneath it")
    func equality() {
        let error = PhotoError(.io, "a", systemErrno: 5, retryAfter: .seconds(1))
        #expect(error == PhotoError(.io, "a", systemErrno: 5, retryAfter: .seconds(1), underlying: PhotoError.closed))
        for other in [
            PhotoError(.busy, "a", systemErrno: 5, retryAfter: .seconds(1)),
            PhotoError(.io, "b", systemErrno: 5, retryAfter: .seconds(1)),
            PhotoError(.io, "a", systemErrno: 6, retryAfter: .seconds(1)), PhotoError(.io, "a", systemErrno: 5),
        ] {
            #expect(error != other)
        }
    }

    @Test("An error about a query names what the backend lacks, and only that")
    func missingCapabilities() throws {
        var options = FetchOptions(mediaTypes: .image)
        options.favoritesOnly = true
        options.text = "sea"
        options.sort = [SortKey(.byteSize)]
        try options.check(against: [.queryFavorites, .queryText, .sortByteSize], of: "Folder")
        let message =
            "Folder does not filter or sort so: it lacks sort-byte-size, query-text; "
            + "picker backends --json says what each backend has"
        #expect(throws: PhotoError.unsupported(message)) { try options.check(against: .queryFavorites, of: "Folder") }
    }
}
