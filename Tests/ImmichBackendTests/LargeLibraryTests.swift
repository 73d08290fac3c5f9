import BackendKit
import Foundation
import PhotoModel
import Platform
import Testing

import enum TestSupport.TestExtent

@testable import ImmichServing

@Suite("A large library far away", .mayBlock, .enabled(if: FakeImmich.isAvailable, FakeImmich.explanation))
struct LargeLibraryTests {
    private static var residentKilobytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    private func time<Result>(_ what: String, _ work: () throws -> Result) rethrows -> Result {
        let start = MonotonicTime.now
        let result = try work()
        print("\(what): \((MonotonicTime.now - start) / 1_000_000) ms, \(Self.residentKilobytes / 1024) MiB")
        return result
    }

    @Test(
        "100,000 assets with 50 ms of latency are listed by screens without being read whole",
        .enabled(
            if: ProcessInfo.processInfo.environment["PICKER_LARGE_IMMICH"] != nil, "set PICKER_LARGE_IMMICH to measure")
    )
    func large() throws {
        let server = try FakeImmich(["--synthetic", "100000", "--latency-ms", "50"])
        let library = try time("open") { try server.open() }
        var options = FetchOptions()
        options.sort = [SortKey(.creationTime, isDescending: true)]
        for round in ["first", "second"] {
            let fetch = try library.fetch(.all, options: options, call: BackendCall())
            let count = try time("\(round) count") { try fetch.count(call: BackendCall()) }
            _ = try time("\(round) window of 100") { try fetch.assets(0, 100) }
            _ = try time("\(round) window in the middle") { try fetch.assets(count / 2, 100) }
            let last = try time("\(round) last window") { try fetch.assets(count - 100, 100) }
            #expect(last.count == 100)
            let index = try time("\(round) index") { try fetch.index(of: last[7].localIdentifier, call: BackendCall()) }
            #expect(index == count - 93)
            let days = try time("\(round) days") { try fetch.assetsOfDays() }
            #expect(days == count)
        }
        let fetch = try library.fetch(.all, options: FetchOptions(), call: BackendCall())
        let all = try time("all by pages") { try fetch.assets().count }
        #expect(all == (try fetch.count(call: BackendCall())))
        options.sort = [SortKey(.filename)]
        let sorted = try time("sorted by name") { try library.fetch(.all, options: options, call: BackendCall()) }
        #expect(try sorted.count(call: BackendCall()) == all)
        _ = try time("collections") { try library.entries(BackendCall()) }
    }
}

extension ImmichFetch {
    /// Asks for the days, and adds up how many assets they have.
    fileprivate func assetsOfDays() throws -> Int {
        var count = 0
        try days(call: BackendCall()) {
            count += $0.count
            return .more
        }
        return count
    }
}
