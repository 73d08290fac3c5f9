internal import BackendAPI
internal import PhotoModel

/// Checks that backends, libraries and hosts do not disturb each other.
extension LifeCycleChecks {
    static let apart = [
        Check(
            "lifecycle.hosts-apart", "Each backend calls the host that it was made for, and keeps to its limits",
            "R13.3 R9.5 R6.4", requires: [.anyKnownFormat],
            remedy: "Keep the host in the backend's context, in no static variable."
        ) { context throws(CheckStop) in try hostsApart(context) },
        Check(
            "lifecycle.libraries-apart", "Two libraries with the same names in them show each its own photos",
            "R13.7 R9.6", requires: [.anyKnownFormat],
            remedy: "Keep what is known of files in the library's context."
        ) { context throws(CheckStop) in try librariesApart(context) },
    ]

    private static func hostsApart(_ context: CheckContext) throws(CheckStop) {
        // Of a host that sets none, and of one whose limits no image keeps to.
        var limits = picker_limits_v1()
        limits.max_pixels = 16
        for order in [[false, true], [true, false]] {
            var hosts: [HostProbe] = []
            var backends: [Backend] = []
            for isLimited in order {
                let host = isLimited ? HostProbe(limits: limits) : HostProbe()
                hosts.append(host)
                backends.append(try context.backend(host: host))
            }
            // Opened when all of them are made: none is the newest alone.
            let libraries = try backends.map { (backend) throws(CheckStop) in try context.open(backend) }
            for _ in 0..<2 {
                for (index, library) in libraries.enumerated() {
                    let match = try context.matches(library)[0]
                    let others = hosts.map(\.calls)
                    let sink = RecordSink.frames()
                    let reply = library.image(match.asset.identifier, ImageRequest(16, 16), sink: sink)
                    for frame in sink.records { frame.release() }
                    // What image files are decoded to is the host's affair, and so are the limits of that.
                    let isFree = !order[index] || context.order.fixtureCommand != nil
                    let isRight =
                        reply.status == PICKER_OK ? isFree : order[index] && reply.status == PICKER_TOO_LARGE
                    try context.expect(
                        isRight,
                        "beside a backend of another host with other limits, an image answered \(reply.described)")
                    let called = hosts.indices.filter { $0 != index && hosts[$0].calls != others[$0] }
                    try context.expect(called.isEmpty, "an image of one backend called the host of another")
                }
            }
        }
        try timesApart(context)
    }

    /// The time that one host allows is over when another, which sets no limit, asks.
    private static func timesApart(_ context: CheckContext) throws(CheckStop) {
        var limits = picker_limits_v1()
        limits.max_request_milliseconds = 60
        let hurried = try context.open(context.backend(host: HostProbe(limits: limits)))
        let free = try context.open(context.backend())
        let asset = try context.matches(free)[0].asset.identifier
        _ = hurried.image(asset, ImageRequest(16, 16), sink: .releasing())
        Threads.pause(milliseconds: 80)
        let reply = free.image(asset, ImageRequest(16, 16), sink: .releasing())
        try context.expect(
            reply.status == PICKER_OK,
            "when the time that another host allows was over, an image of a host without limits answered \(reply.described)"
        )
    }

    private static func librariesApart(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let backend = try context.backend()
        var libraries: [Library] = []
        let path = BytePath("same.\(format.fileExtension)")
        let sizes = [(64, 48), (96, 32)]
        for (index, size) in sizes.enumerated() {
            let place = try context.makeFolder(BytePath("apart-\(index)"))
            try Files.write(
                TestPattern(width: size.0, height: size.1).encoded(as: format), to: place.root / path, date: 0)
            libraries.append(try context.open(backend, root: place.root, data: place.data))
        }
        func isPhoto(_ asset: AssetCopy) -> Bool { context.key(of: asset.path) == context.key(of: path) }
        for round in 0..<6 {
            let index = round % 2
            guard let asset = try libraries[index].assets().first(where: isPhoto) else {
                throw .failed("\(path) is not listed")
            }
            let frame = try libraries[index].finalFrame(asset.identifier)
            try context.expect(
                frame.width == sizes[index].0 && frame.height == sizes[index].1,
                "\(path) of one library came as \(frame.size), which is that of another with the same names")
            let file = try Files.read(context.folder / BytePath("apart-\(index)") / path)
            try context.expect(
                try libraries[index].bytes(asset.identifier) == file, "\(path) has the bytes of another library")
            try LibraryChecks.expectCounts(context, libraries[index])
            // Those of a folder have its location in them (R8.4); a server's need to tell apart what is on the server.
            guard context.order.fixtureCommand == nil else { continue }
            let collections = try libraries.map { (library) throws(CheckStop) in
                Set(try library.allCollections().map(\.identifier))
            }
            try context.expect(
                collections[0].isDisjoint(with: collections[1]),
                "two libraries list a collection with the same identifier")
            let stranger = try libraries[1 - index].assets().map(\.identifier)
            try context.expect(
                !stranger.contains(asset.identifier), "two libraries give \(path) the same identifier")
        }
        libraries[0].beginShutdown()
        libraries[0].close()
        try context.expect(try libraries[1].assets().count == 1, "when one library was closed, another changed")
    }
}
