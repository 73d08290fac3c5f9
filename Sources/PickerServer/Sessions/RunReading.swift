internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Finds the assets of a run in the current state of its list.
struct RunReading {
    private let result: FetchResult
    private let total: Int
    private let run: AssetRun

    private static let windowLength = 1000

    init(_ run: AssetRun, in result: FetchResult) async throws {
        self.run = run
        self.result = result
        total = try await result.count()
    }

    /// The run as it is now: from the assets that were at its ends, or at the same positions if these are gone.
    ///
    /// - Returns: nil if nothing of it is left.
    func current() async throws -> AssetRun? {
        guard run.places != nil else {
            return AssetRun(wholeCollection: run.listing.collection, count: total, byteTotal: 0)
        }
        guard let places = try await places(), let ends = try await ends(of: places) else { return nil }
        let isSame = places == run.places && ends == run.ends
        return AssetRun(
            of: run.listing, places: places, ends: ends,
            exceptions: try await isSame ? run.exceptions : exceptions(in: places))
    }

    /// The exceptions that are still in the run: of those that were deleted, or left the album, none is to be subtracted.
    private func exceptions(in places: Range<Int>) async throws -> Set<String> {
        var exceptions: Set<String> = []
        for identifier in run.exceptions {
            if let place = try await place(of: identifier), places.contains(place) { exceptions.insert(identifier) }
        }
        return exceptions
    }

    /// Whether its positions still have what was selected, as far as the assets at its ends tell.
    func isUnchanged() async throws -> Bool {
        guard let wanted = run.places, let ends = run.ends else { return true }
        guard wanted.upperBound <= total else { return false }
        return try await self.ends(of: wanted) == ends
    }

    /// Reads the assets of the run in its order, without its exceptions.
    ///
    /// - Parameter take: called with each window of assets. If it throws, reading ends.
    func read(_ take: ([Asset]) throws -> Void) async throws {
        let places = (run.places ?? 0..<total).clamped(to: 0..<total)
        var offset = places.lowerBound
        while offset < places.upperBound {
            let length = min(Self.windowLength, places.upperBound - offset)
            let assets = try await window(offset..<offset + length)
            try take(run.exceptions.isEmpty ? assets : assets.filter { !run.exceptions.contains($0.localIdentifier) })
            if assets.count < length { return }
            offset += length
        }
    }

    private func places() async throws -> Range<Int>? {
        guard let wanted = run.places else { return nil }
        if let ends = run.ends, try await !isUnchanged(), let first = try await place(of: ends.first),
            let last = try await place(of: ends.last), first <= last
        {
            return first..<last + 1
        }
        let places = wanted.clamped(to: 0..<total)
        return places.isEmpty ? nil : places
    }

    private func place(of identifier: String) async throws -> Int? {
        do {
            let index = try await result.index(of: identifier)
            // An index after the end is as good as none: such a backend does not know the asset.
            guard index < total else { return nil }
            return run.listing.isReversed ? total - 1 - index : index
        } catch  where error.status == .notFound {
            return nil
        }
    }

    private func ends(of places: Range<Int>) async throws -> AssetRun.Ends? {
        guard let first = try await window(places.lowerBound..<places.lowerBound + 1).first,
            let last = try await window(places.upperBound - 1..<places.upperBound).first
        else { return nil }
        return AssetRun.Ends(first: first.localIdentifier, last: last.localIdentifier)
    }

    private func window(_ places: Range<Int>) async throws -> [Asset] {
        guard run.listing.isReversed else {
            return try await result.window(offset: places.lowerBound, length: places.count)
        }
        return try await result.window(offset: total - places.upperBound, length: places.count).reversed()
    }
}
