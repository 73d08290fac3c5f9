internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of memory of the plugin's own.
enum HeapChecks {
    static let all = [
        Check(
            "resources.within-memory",
            "Nothing is written past the end of memory that was taken, and nothing is given back twice",
            "R9.1", .must, .full, requires: [.anyKnownFormat],
            remedy: "Count the NUL of a text, and the last element of a list; -fsanitize=address says where it was.",
            watchesHeap: true
        ) { context throws(CheckStop) in try withinMemory(context) }
    ]

    /// Calls of every kind, each twice: what was overwritten shows when it is given back.
    private static func withinMemory(_ context: CheckContext) throws(CheckStop) {
        guard !AddressSanitizer.isThere else { throw .notApplicable("AddressSanitizer looks for it in every check") }
        guard HeapWatch.isOn else {
            throw .notPossibleHere("there is no libc_malloc_debug.so.0, which belongs to glibc")
        }
        // First, since these add files to the library: one that is filled by a fixture has what was there when it was first opened.
        for step in try LeakChecks.everyStep(context) {
            context.step(step.name)
            for _ in 0..<2 { _ = step.run() }
        }
        try images(context)
    }

    /// Every photo of the kit, in sizes of which no two need as much memory.
    private static func images(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        for (index, match) in try context.matches(library).enumerated() {
            let (width, height) = (UInt32(match.photo.width), UInt32(match.photo.height))
            let asks = [
                ImageRequest(), ImageRequest(index + 1, 2 * index + 3) { $0.delivery = PICKER_DELIVERY_OPPORTUNISTIC },
                ImageRequest(37, 23) { ($0.content, $0.resize) = (PICKER_ASPECT_FILL, PICKER_RESIZE_EXACT) },
                ImageRequest { $0.crop = picker_rect(x: width - 1, y: 0, width: 1, height: height) },
                ImageRequest(9, 9) { $0.crop = picker_rect(x: 0, y: height - 7, width: width, height: 7) },
            ]
            for ask in asks { _ = try library.frames(match.asset.identifier, ask) }
            _ = try library.details(match.asset.identifier)
        }
        library.beginShutdown()
        library.close()
    }
}
