// swift-tools-version: 6.2
import PackageDescription

// One set of language settings for every Swift target: language mode 6 comes from the tools version, these
// are the upcoming features that the house style adds to it.
let upcomingFeatures: [SwiftSetting] = [
    "ExistentialAny",
    "InternalImportsByDefault",
    "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }

// A plugin exports its entry point and nothing else; see Plugins/exports.map. It binds its own symbols when it is loaded, so that
// the host may let Foundation bind its thousands when they are called.
let pluginLinking: [LinkerSetting] = [
    .unsafeFlags([
        "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/exports.map", "-Xlinker", "-z", "-Xlinker",
        "now",
    ])
]

let package = Package(
    name: "Picker",
    products: [
        .library(name: "BackendKit", targets: ["BackendKit"]),
        .library(name: "PickerHost", targets: ["PickerHost"]),
        .library(name: "ConformanceKit", targets: ["ConformanceKit"]),
        .library(name: "LegacyGroupBackend", type: .dynamic, targets: ["LegacyGroupBackend"]),
        .library(name: "FetchResultBackend", type: .dynamic, targets: ["FetchResultBackend"]),
        .library(name: "HEIFBackend", type: .dynamic, targets: ["HEIFBackend"]),
        .library(name: "ImmichBackend", type: .dynamic, targets: ["ImmichBackend"]),
        .library(name: "PostgresBackend", type: .dynamic, targets: ["PostgresBackend"]),
        .executable(name: "picker", targets: ["picker"]),
        .executable(name: "picker-server", targets: ["picker-server"]),
        .executable(name: "picker-helper", targets: ["picker-helper"]),
        .executable(name: "picker-ingest-postgres", targets: ["picker-ingest-postgres"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The contract
        .target(name: "BackendAPI", exclude: ["abi-v1.layout", "abi-v1.json"]),

        // Static helpers for Swift backends
        .target(name: "PhotoModel", dependencies: ["Platform"]),
        .target(name: "CPlatform"),
        .target(name: "Platform", dependencies: ["CPlatform"]),
        // Hashes, keys, passwords and random bytes: libsodium, which no other module sees.
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .target(name: "Cryptography", dependencies: ["CSodium"]),
        // QR codes on a terminal; libqrencode is not linked: it is opened when the first code is made.
        .target(name: "CQRCode"),
        // The session bus of a desktop; libsystemd is not linked: it is opened when a bus is asked for.
        .target(name: "CSessionBus"),
        // Compressed lists of the server.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // HTTP, for backends of servers and for webhooks.
        .target(name: "CHTTP"),
        .target(name: "HTTPClient", dependencies: ["CHTTP", "PhotoModel", "Platform"]),
        // PostgreSQL, for the backend of that name and for stores that several hosts share. libpq is not linked: it is opened when the
        // first connection is made.
        .target(name: "CPostgres"),
        .target(name: "PostgresClient", dependencies: ["CPostgres", "PhotoModel", "Platform"]),
        .target(name: "ABIMemory", dependencies: ["BackendAPI", "PhotoModel"]),
        .target(name: "BackendKit", dependencies: ["ABIMemory", "BackendAPI", "PhotoModel", "Platform"]),
        .target(
            name: "CImaging",
            linkerSettings: [
                "jpeg", "m", "png16", "z", "webp", "webpdemux", "webpmux", "gif", "zimg", "exif", "expat", "lcms2",
            ].map { .linkedLibrary($0) }
        ),
        .target(
            name: "Imaging",
            dependencies: [
                "CImaging", "PhotoModel", "Platform", .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // Loads libavformat and libavcodec when the first video is opened.
        .target(name: "CVideo"),
        .target(name: "VideoMedia", dependencies: ["CVideo", "Imaging", "PhotoModel", "Platform"]),
        // Conversions run in a process of their own, and only the program that it runs links what does them. CVideoConversion
        // shares CVideo's inner headers, and loads libswscale and libswresample.
        .target(name: "ConversionProcess", dependencies: ["PhotoModel", "Platform"]),
        .target(
            name: "CVideoConversion", dependencies: ["CVideo"], cSettings: [.headerSearchPath("../CVideo")]),
        .target(
            name: "VideoConversion",
            dependencies: [
                "ConversionProcess", "CVideo", "CVideoConversion", "Imaging", "PhotoModel", "Platform", "VideoMedia",
            ]
        ),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .target(name: "HEIFImaging", dependencies: ["CHEIF", "Imaging", "PhotoModel", "VideoMedia"]),
        // LibRaw is not linked: it is opened when the first RAW file is read.
        .target(name: "CRAW"),
        .target(name: "RAWImaging", dependencies: ["CRAW", "Imaging", "PhotoModel", "Platform"]),
        // Neither are libtiff, libjxl and OpenJPEG.
        .target(name: "CStills", linkerSettings: [.linkedLibrary("m")]),
        .target(name: "StillImaging", dependencies: ["CStills", "Imaging", "PhotoModel", "Platform"]),
        .target(
            name: "PhotoFolder",
            dependencies: [
                "Imaging", "PhotoModel", "Platform",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "PhotoIndex",
            dependencies: [
                "CSQLite", "Imaging", "PhotoFolder", "PhotoModel", "Platform",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),

        .target(
            name: "BackendServing",
            dependencies: [
                "BackendKit", "Imaging", "PhotoFolder", "PhotoModel", "Platform", "RAWImaging", "StillImaging",
                "VideoMedia",
            ]
        ),

        .target(
            name: "IndexServing",
            dependencies: [
                "BackendKit", "BackendServing", "Imaging", "PhotoFolder", "PhotoIndex", "PhotoModel", "Platform",
                "VideoMedia",
            ]
        ),

        // Backends. A manifest is a resource of a C target: the accessor that a Swift target gets would link Foundation.
        .target(
            name: "LegacyGroupManifest", path: "Plugins/LegacyGroupBackend/Manifest",
            resources: [.copy("legacy-group.backend.json")], publicHeadersPath: "."),
        .target(
            name: "LegacyGroupBackend",
            dependencies: [
                "BackendAPI", "BackendKit", "BackendServing", "Imaging", "LegacyGroupManifest", "PhotoFolder",
                "PhotoModel", "Platform", "VideoMedia",
            ],
            path: "Plugins/LegacyGroupBackend",
            exclude: ["Manifest"],
            linkerSettings: pluginLinking
        ),
        .target(
            name: "FetchResultManifest", path: "Plugins/FetchResultBackend/Manifest",
            resources: [.copy("fetch-result.backend.json")], publicHeadersPath: "."),
        .target(
            name: "FetchResultBackend",
            dependencies: [
                "BackendAPI", "BackendKit", "BackendServing", "FetchResultManifest", "Imaging", "IndexServing",
                "PhotoModel", "VideoMedia",
            ],
            path: "Plugins/FetchResultBackend",
            exclude: ["Manifest"],
            linkerSettings: pluginLinking
        ),
        .target(
            name: "HEIFManifest", path: "Plugins/HEIFBackend/Manifest", resources: [.copy("heif.backend.json")],
            publicHeadersPath: "."),
        .target(
            name: "HEIFBackend",
            dependencies: [
                "BackendAPI", "BackendKit", "BackendServing", "HEIFImaging", "HEIFManifest", "Imaging", "IndexServing",
                "PhotoModel", "VideoMedia",
            ],
            path: "Plugins/HEIFBackend",
            exclude: ["Manifest"],
            linkerSettings: pluginLinking
        ),

        .target(
            name: "ImmichManifest", path: "Plugins/ImmichBackend/Manifest", resources: [.copy("immich.backend.json")],
            publicHeadersPath: "."),
        // All but the entry point, so that tests can link it.
        .target(
            name: "ImmichServing", dependencies: ["BackendKit", "HTTPClient", "PhotoModel", "Platform"],
            path: "Plugins/ImmichBackend/Serving"),
        .target(
            name: "ImmichBackend", dependencies: ["BackendAPI", "BackendKit", "ImmichManifest", "ImmichServing"],
            path: "Plugins/ImmichBackend",
            exclude: ["Manifest", "Serving"],
            linkerSettings: pluginLinking
        ),

        .target(
            name: "PostgresManifest", path: "Plugins/PostgresBackend/Manifest",
            resources: [.copy("postgres.backend.json")], publicHeadersPath: "."),
        .target(
            name: "PostgresServing",
            dependencies: ["BackendKit", "Cryptography", "HTTPClient", "PhotoModel", "Platform", "PostgresClient"],
            path: "Plugins/PostgresBackend/Serving"),
        .target(
            name: "PostgresBackend", dependencies: ["BackendAPI", "BackendKit", "PostgresManifest", "PostgresServing"],
            path: "Plugins/PostgresBackend",
            exclude: ["Ingesting", "Manifest", "Program", "Serving"],
            linkerSettings: pluginLinking
        ),
        // Brings photos in; a program of its own, since it needs what backends over folders need.
        .target(
            name: "PostgresIngesting",
            dependencies: [
                "BackendKit", "BackendServing", "Cryptography", "HEIFImaging", "HTTPClient", "Imaging", "PhotoFolder",
                "PhotoModel", "Platform", "PostgresClient", "PostgresServing",
            ],
            path: "Plugins/PostgresBackend/Ingesting"),
        .executableTarget(
            name: "picker-ingest-postgres", dependencies: ["PhotoModel", "Platform", "PostgresIngesting"],
            path: "Plugins/PostgresBackend/Program"),

        // The host and what is built on it
        .target(
            name: "BackendWorker", dependencies: ["ABIMemory", "BackendAPI", "Imaging", "PhotoModel", "Platform"]),
        .target(
            name: "PickerHost",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendWorker", "ConversionProcess", "Cryptography", "Imaging",
                "PhotoModel",
                "Platform", .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // A C target for the same reason as those of the manifests.
        .target(
            name: "PickerPage", exclude: ["jsconfig.json"], resources: [.copy("Page")], publicHeadersPath: "."),
        // Picking, without input or output; and the file in which a server keeps it.
        .target(name: "PickingSessions", dependencies: ["PhotoModel"]),
        .target(
            name: "SessionStorage",
            dependencies: [
                "CSQLite", "Cryptography", "PhotoModel", "PickingSessions", "Platform", "PostgresClient",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "PickerServer",
            dependencies: [
                "CZlib", "Cryptography", "HTTPClient", "PhotoModel", "PickerHost", "PickerPage", "PickingSessions",
                "Platform",
                "SessionStorage",
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // The command line: what needs no server, and what does.
        .target(
            name: "PickerCommands",
            dependencies: [
                "ConformanceKit", "PhotoModel", "PickerHost", "Platform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(name: "picker", dependencies: ["PickerCommands", "Platform"]),
        .executableTarget(
            name: "picker-server",
            dependencies: [
                "CQRCode", "CSessionBus", "Cryptography", "PhotoModel", "PickerCommands", "PickerHost", "PickerServer",
                "PickingSessions", "Platform", "SessionStorage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),

        // What plugins are checked with
        .target(
            name: "ConformanceKit",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendWorker", "Cryptography", "Imaging", "PhotoModel", "Platform",
            ],
            // A part of what the kit writes, not of the kit.
            resources: [.embedInCode("Random/reproducer.c")]
        ),
        // What happens to a plugin in a process of its own: it is tried, served or checked.
        .executableTarget(
            name: "picker-helper",
            dependencies: ["BackendWorker", "ConformanceKit", "PickerHost", "Platform", "VideoConversion"]),

        // Benchmarks
        .executableTarget(
            name: "picker-frame-times",
            dependencies: ["PhotoModel", "PickerHost"],
            path: "Benchmarks/imaging/FrameTimes"
        ),
        .executableTarget(
            name: "picker-host-times",
            dependencies: ["PhotoModel", "PickerHost"],
            path: "Benchmarks/host/HostTimes"
        ),
        .executableTarget(
            name: "picker-catalog-times",
            dependencies: ["Imaging", "PhotoFolder", "PhotoIndex", "PhotoModel", "TestSupport"],
            path: "Benchmarks/catalog/CatalogTimes"
        ),
        .executableTarget(
            name: "picker-scale-times",
            dependencies: ["PhotoModel", "PickerHost"],
            path: "Benchmarks/scale/ScaleTimes"
        ),

        .executableTarget(
            name: "picker-poster-times",
            dependencies: [
                "Imaging", "PhotoModel", "VideoMedia", .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Benchmarks/video/PosterTimes"
        ),
        .executableTarget(
            name: "picker-heif-times",
            dependencies: [
                "HEIFImaging", "Imaging", "PhotoModel", .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Benchmarks/heif/HEIFTimes"
        ),

        // Tests. None depends on a plugin: plugins are loaded, as in life.
        .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport"),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "TestSupport"]),
        .testTarget(
            name: "BackendAPITests", dependencies: ["BackendAPI", "TestSupport"],
            exclude: ["call_by_description.py"]),
        .testTarget(
            name: "BackendKitTests",
            dependencies: ["ABIMemory", "BackendAPI", "BackendKit", "PhotoModel", "Platform"]
        ),
        .testTarget(
            name: "ImmichBackendTests",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendKit", "HTTPClient", "ImmichServing", "PhotoModel", "Platform",
                "TestSupport",
            ]),
        .testTarget(
            name: "PostgresBackendTests",
            dependencies: [
                "BackendKit", "Cryptography", "HTTPClient", "PhotoModel", "Platform", "PostgresClient",
                "PostgresIngesting", "PostgresServing", "TestSupport",
            ]),
        .testTarget(
            name: "BackendWorkerTests",
            dependencies: ["ABIMemory", "BackendAPI", "BackendWorker", "Platform", "TestSupport"]),
        .testTarget(name: "PhotoModelTests", dependencies: ["PhotoModel", "PickerHost", "TestSupport"]),
        // JPEGs of kinds that Picker does not write.
        .target(name: "CJPEGFixtures", path: "Tests/CJPEGFixtures", linkerSettings: [.linkedLibrary("jpeg")]),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "CImaging", "CJPEGFixtures", "HEIFImaging", "Imaging", "PhotoFixtures", "PhotoModel", "Platform",
                "TestSupport", "VideoMedia",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "RAWImagingTests",
            dependencies: [
                "Imaging", "PhotoFixtures", "PhotoModel", "RAWImaging", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "StillImagingTests",
            dependencies: [
                "HEIFImaging", "Imaging", "PhotoModel", "RAWImaging", "StillImaging", "TestSupport", "VideoMedia",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "PhotoFolderTests",
            dependencies: ["Imaging", "PhotoFolder", "PhotoModel", "Platform", "TestSupport"]
        ),
        .testTarget(
            name: "BackendServingTests",
            dependencies: [
                "BackendKit", "BackendServing", "PhotoFixtures", "PhotoFolder", "PhotoModel", "TestSupport",
                "VideoMedia",
            ]
        ),
        .testTarget(
            name: "IndexServingTests",
            dependencies: [
                "BackendKit", "Imaging", "IndexServing", "PhotoFixtures", "PhotoFolder", "PhotoIndex", "PhotoModel",
                "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "IndexingProcess", dependencies: ["PhotoFolder", "PhotoIndex", "PhotoModel"],
            path: "Tests/IndexingProcess"),
        .testTarget(
            name: "PhotoIndexTests",
            dependencies: [
                "Imaging", "IndexingProcess", "PhotoFixtures", "PhotoFolder", "PhotoIndex", "PhotoModel", "Platform",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PickerHostTests",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendKit", "BackendWorker", "Imaging", "PhotoFixtures", "PhotoModel",
                "picker-helper", "PickerHost",
                "Platform", "TestSupport",
            ]
        ),
        .target(
            name: "PhotoFixtures", dependencies: ["Imaging", "PhotoModel", "Platform", "TestSupport"],
            path: "Tests/PhotoFixtures"),
        .testTarget(
            name: "VideoMediaTests",
            dependencies: [
                "CVideo", "Imaging", "PhotoFixtures", "PhotoModel", "Platform", "TestSupport", "VideoMedia",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "VideoConversionTests",
            dependencies: [
                "ConversionProcess", "Imaging", "PhotoFixtures", "PhotoModel", "picker-helper", "Platform",
                "TestSupport",
                "VideoConversion", "VideoMedia",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "Imaging", "PhotoFixtures", "PhotoModel", "picker-helper", "PickerHost", "Platform", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ConformanceKitTests",
            dependencies: [
                "BackendAPI", "ConformanceKit", "picker-helper", "Platform", "TestSupport",
            ]
        ),
        .testTarget(name: "PickingSessionsTests", dependencies: ["PhotoModel", "PickingSessions", "TestSupport"]),
        .testTarget(
            name: "SessionStorageTests",
            dependencies: [
                "Cryptography", "PhotoModel", "PickingSessions", "PostgresClient", "SessionStorage", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PickerServerTests",
            dependencies: [
                "Cryptography", "PhotoFixtures", "PhotoModel", "PickerHost", "PickerServer", "PickingSessions",
                "Platform",
                "SessionStorage", "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "Imaging", "PhotoFixtures", "PhotoModel", "picker", "picker-helper", "picker-server", "PickerCommands",
                "Platform", "TestSupport",
            ],
            exclude: ["Snapshots"]),
        // Runs what `make install` installs.
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "PhotoFixtures", "PhotoModel", "picker", "picker-helper", "picker-server", "TestSupport",
            ]),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

let cTargets = [
    "BackendAPI", "CHEIF", "CHTTP", "CImaging", "CJPEGFixtures", "CPlatform", "CPostgres", "CRAW", "CSodium",
    "CSQLite", "CStills", "CVideo", "CVideoConversion", "CZlib",
    "FetchResultManifest",
    "HEIFManifest", "ImmichManifest", "LegacyGroupManifest", "PickerPage",
    "PostgresManifest",
]
for target in package.targets where !cTargets.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + upcomingFeatures
}

// The sanitizers build no more than they run, since each needs a build of its own: what is below the server, and the test
// targets that they name. See scripts/sanitize, scripts/sanitize-kit and scripts/sanitize-threads.
if let named = Context.environment["PICKER_TEST_TARGETS"]?.split(separator: "|").map(String.init) {
    package.targets.removeAll {
        ($0.type == .test && !named.contains($0.name)) || $0.path?.hasPrefix("Benchmarks/") == true
    }
}
var leftOut: Set<String> = []
if Context.environment["PICKER_WITHOUT_SERVER"] != nil {
    leftOut.formUnion([
        "PickerServer", "PickerPage", "PickingSessions", "SessionStorage", "picker-server",
        "PickingSessionsTests", "SessionStorageTests", "PickerServerTests", "CommandLineTests", "ExampleTests",
        // Backends of servers, which their own tests and those of a cluster run.
        "ImmichManifest", "ImmichServing", "ImmichBackend", "PostgresManifest", "PostgresServing", "PostgresBackend",
        "PostgresIngesting", "picker-ingest-postgres", "CPostgres", "PostgresClient", "CHTTP", "HTTPClient",
        "ImmichBackendTests", "PostgresBackendTests",
    ])
}
// picker-helper leaves out its checks of plugins then.
if Context.environment["PICKER_WITHOUT_KIT"] != nil {
    leftOut.formUnion(["ConformanceKit", "PickerCommands", "picker", "ConformanceKitTests"])
}
package.targets.removeAll { leftOut.contains($0.name) }
package.products.removeAll { leftOut.contains($0.name) }
for target in package.targets {
    target.dependencies.removeAll { dependency in
        if case .byNameItem(let name, _) = dependency { leftOut.contains(name) } else { false }
    }
}
