import Foundation
import PhotoFixtures
import Testing

extension FixtureFolder {
    /// Gives a file a date further off than a count of milliseconds in 64 bits goes. tmpfs and Btrfs keep it; others, as ext4,
    /// make it the last date that they know, which is after all others as well.
    func setFarDate(_ name: String) throws {
        let far = timespec(tv_sec: 9_300_000_000_000_000, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path(name), [far, far], 0) == 0)
    }
}
