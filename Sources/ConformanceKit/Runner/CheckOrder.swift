internal import FoundationEssentials

/// What the parent passes to the process of one check, on its command line.
struct CheckOrder: Codable, Equatable, Sendable {
    var check: String
    /// Absolute path of the plugin.
    var plugin: String
    /// An empty folder that is this check's alone; its HOME, library and data folders go there.
    var folder: String
    /// What the fixtures were written to; copied, never changed.
    var fixtures: String
    var seed: UInt64
    /// What limits of time are multiplied with.
    var timeScale: Double
    /// Opens each record, so that what a plugin writes to the pipe is not taken for one.
    var token: String
    /// Memory may be limited; not under a sanitizer, which maps terabytes.
    var limitsMemory: Bool
    /// The longest that the check may take, without `timeScale`.
    var seconds: Double = 90
    /// A file with the sequence to play instead of one that is made from the seed.
    var sequence: String?
    /// Whether the plugin is loaded in a worker; else the process of the check loads it.
    var isIsolated = false
    /// The process that gives the order: without it its findings have no reader.
    var runner: Int32 = 0
    /// What puts the photos of a folder where the plugin's libraries are; nil: they are folders.
    var fixtureCommand: String?
    /// Where that was said: paths in it begin there.
    var fixtureFolder: String?

    init?(json: String) {
        guard let order = try? JSONDecoder().decode(CheckOrder.self, from: Data(json.utf8)) else { return nil }
        self = order
    }

    init(
        check: String, plugin: String, folder: String, fixtures: String, seed: UInt64, timeScale: Double, token: String,
        limitsMemory: Bool
    ) {
        self.check = check
        self.plugin = plugin
        self.folder = folder
        self.fixtures = fixtures
        self.seed = seed
        self.timeScale = timeScale
        self.token = token
        self.limitsMemory = limitsMemory
    }

    var json: String {
        // Strings and numbers alone: always encodes.
        String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self)
    }
}
