// swift-tools-version: 6.2
import PackageDescription

// One set of language settings for every Swift target: language mode 6 comes from the tools version, these
// are the upcoming features that the house style adds to it.
let upcomingFeatures: [SwiftSetting] = [
    "ExistentialAny",
    "InternalImportsByDefault",
    "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }

// A plugin exports its entry point and nothing else; see Plugins/exports.map.
let pluginLinking: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/exports.map"])
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
        .executable(name: "picker", targets: ["picker"]),
        .executable(name: "picker-probe", targets: ["picker-probe"]),
        .executable(name: "picker-worker", targets: ["picker-worker"]),
        .executable(name: "picker-conformance-child", targets: ["picker-conformance-child"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The contract
        .target(name: "BackendAPI", exclude: ["abi-v1.layout"]),

        // Static helpers for Swift backends
        .target(name: "Pixels"),
        .target(name: "PhotoModel", dependencies: ["Pixels"]),
        .target(name: "PhotoDocuments", dependencies: ["PhotoModel"]),
        .target(name: "SystemThreads"),
        .target(name: "ABIMemory", dependencies: ["BackendAPI"]),
        .target(name: "BackendKit", dependencies: ["ABIMemory", "BackendAPI", "PhotoModel", "Pixels"]),
        .target(
            name: "CImaging",
            linkerSettings: [
                "jpeg", "png16", "z", "webp", "webpdemux", "webpmux", "gif", "zimg", "exif", "expat", "lcms2",
            ].map { .linkedLibrary($0) }
        ),
        .target(
            name: "Imaging",
            dependencies: [
                "CImaging", "Pixels", "SystemThreads", .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        // Loads libavformat and libavcodec when the first video is opened, libswscale and libswresample for conversions.
        .target(name: "CVideo"),
        .target(name: "VideoMedia", dependencies: ["CVideo", "Imaging", "Pixels"]),
        .systemLibrary(name: "CHEIF", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .target(name: "HEIFImaging", dependencies: ["CHEIF", "Imaging", "Pixels"]),
        // LibRaw is not linked: it is opened when the first RAW file is read.
        .target(name: "CRAW"),
        .target(name: "RAWImaging", dependencies: ["CRAW", "Imaging", "Pixels"]),
        .target(name: "CFileSystem"),
        .target(
            name: "PhotoCatalog",
            dependencies: [
                "CFileSystem", "Imaging", "PhotoModel", "Pixels",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .target(
            name: "PhotoIndex",
            dependencies: [
                "Imaging", "PhotoCatalog", "PhotoModel", "Pixels", "SystemThreads",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),

        .target(
            name: "PhotoServing",
            dependencies: [
                "BackendKit", "Imaging", "PhotoCatalog", "PhotoModel", "Pixels", "RAWImaging", "VideoMedia",
            ]
        ),

        .target(
            name: "CatalogServing",
            dependencies: [
                "BackendKit", "Imaging", "PhotoCatalog", "PhotoIndex", "PhotoModel", "PhotoServing", "Pixels",
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
                "LegacyGroupManifest", "BackendAPI", "BackendKit", "Imaging", "PhotoCatalog", "PhotoModel",
                "PhotoServing", "Pixels", "VideoMedia",
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
                "FetchResultManifest", "BackendAPI", "BackendKit", "CatalogServing", "Imaging", "PhotoServing",
                "VideoMedia",
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
                "HEIFManifest", "BackendAPI", "BackendKit", "CatalogServing", "HEIFImaging", "Imaging", "PhotoModel",
                "PhotoServing", "VideoMedia",
            ],
            path: "Plugins/HEIFBackend",
            exclude: ["Manifest"],
            linkerSettings: pluginLinking
        ),

        // The host and what is built on it
        .target(name: "CHostSupport"),
        .target(name: "BackendWorker", dependencies: ["ABIMemory", "BackendAPI", "CHostSupport", "SystemThreads"]),
        .target(
            name: "PickerHost",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendWorker", "CHostSupport", "Imaging", "PhotoModel", "Pixels",
                "SystemThreads",
                "VideoMedia", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        // A C target for the same reason as those of the manifests.
        .target(name: "PickerPage", resources: [.copy("Page")], publicHeadersPath: "."),
        .target(
            name: "PickerServer",
            dependencies: [
                "PhotoDocuments", "PhotoModel", "PickerHost", "PickerPage", "Pixels",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "picker",
            dependencies: [
                "ConformanceKit", "PhotoDocuments", "PhotoModel", "PickerHost", "PickerServer", "Pixels",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(name: "picker-probe", dependencies: ["PickerHost"]),
        .executableTarget(name: "picker-worker", dependencies: ["PickerHost"]),

        // What plugins are checked with
        .target(
            name: "ConformanceKit",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendWorker", "CHostSupport", "Imaging", "PhotoModel", "Pixels",
                "SystemThreads",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            // A part of what the kit writes, not of the kit.
            resources: [.embedInCode("Sequences/reproducer.c")]
        ),
        .executableTarget(name: "picker-conformance-child", dependencies: ["ConformanceKit"]),

        // Benchmarks
        .executableTarget(
            name: "picker-frame-times",
            dependencies: ["PhotoModel", "PickerHost", "Pixels"],
            path: "Benchmarks/imaging/FrameTimes"
        ),
        .executableTarget(
            name: "picker-catalog-times",
            dependencies: ["Imaging", "PhotoCatalog", "PhotoIndex", "PhotoModel", "TestSupport"],
            path: "Benchmarks/catalog/CatalogTimes"
        ),

        .executableTarget(
            name: "picker-poster-times",
            dependencies: [
                "Imaging", "Pixels", "VideoMedia", .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Benchmarks/video/PosterTimes"
        ),
        .executableTarget(
            name: "picker-heif-times",
            dependencies: [
                "HEIFImaging", "Imaging", "Pixels", .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Benchmarks/heif/HEIFTimes"
        ),

        // Tests. None depends on a plugin: plugins are loaded, as in life.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "BackendAPITests", dependencies: ["BackendAPI", "TestSupport"]),
        .testTarget(
            name: "BackendKitTests",
            dependencies: ["ABIMemory", "BackendAPI", "BackendKit", "PhotoModel", "Pixels", "TestSupport"]
        ),
        .testTarget(
            name: "BackendWorkerTests",
            dependencies: ["ABIMemory", "BackendAPI", "BackendWorker", "CHostSupport", "TestSupport"]),
        .testTarget(name: "PhotoModelTests", dependencies: ["PhotoModel", "TestSupport"]),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "CImaging", "HEIFImaging", "Imaging", "PhotoFixtures", "Pixels", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "RAWImagingTests",
            dependencies: [
                "Imaging", "PhotoFixtures", "Pixels", "RAWImaging", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "PhotoCatalogTests",
            dependencies: [
                "Imaging", "PhotoCatalog", "PhotoModel", "Pixels", "TestSupport",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .executableTarget(
            name: "IndexingProcess", dependencies: ["PhotoCatalog", "PhotoIndex", "PhotoModel"],
            path: "Tests/IndexingProcess"),
        .testTarget(
            name: "PhotoIndexTests",
            dependencies: [
                "Imaging", "IndexingProcess", "PhotoCatalog", "PhotoIndex", "PhotoModel", "Pixels", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "PickerHostTests",
            dependencies: [
                "ABIMemory", "BackendAPI", "BackendKit", "PhotoModel", "PickerHost", "Pixels", "TestSupport",
                "picker-probe", "picker-worker",
            ]
        ),
        .target(
            name: "PhotoFixtures", dependencies: ["Imaging", "Pixels", "TestSupport"], path: "Tests/PhotoFixtures"),
        .testTarget(
            name: "VideoMediaTests",
            dependencies: [
                "CVideo", "Imaging", "PhotoFixtures", "Pixels", "TestSupport", "VideoMedia",
                .product(name: "SystemPackage", package: "swift-system"),
            ]
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "Imaging", "PhotoFixtures", "PhotoModel", "PickerHost", "Pixels", "TestSupport", "picker-worker",
            ]
        ),
        .testTarget(
            name: "ConformanceKitTests",
            dependencies: [
                "BackendAPI", "CHostSupport", "ConformanceKit", "TestSupport", "picker-conformance-child",
                "picker-worker",
            ]
        ),
        .testTarget(name: "PhotoDocumentsTests", dependencies: ["PhotoDocuments", "PhotoModel"]),
        .testTarget(
            name: "PickerServerTests",
            dependencies: [
                "PhotoFixtures", "PhotoModel", "PickerHost", "PickerServer", "Pixels", "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "PhotoFixtures", "Pixels", "TestSupport", "picker", "picker-conformance-child", "picker-worker",
            ]),
        // Runs what `make install` installs.
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "PhotoFixtures", "Pixels", "TestSupport", "picker", "picker-conformance-child", "picker-probe",
                "picker-worker",
            ]),
    ],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

let cTargets = [
    "BackendAPI", "CFileSystem", "CHEIF", "CHostSupport", "CImaging", "CRAW", "CVideo", "FetchResultManifest",
    "HEIFManifest", "LegacyGroupManifest", "PickerPage",
]
for target in package.targets where !cTargets.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + upcomingFeatures
}
