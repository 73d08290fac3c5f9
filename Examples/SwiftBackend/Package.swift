// swift-tools-version: 6.2
import PackageDescription

// `make` links BackendKit here, from where Picker is installed; after that `swift build` and editors find it as well.
let package = Package(
    name: "photo-playlists",
    products: [.library(name: "photo-playlists", type: .dynamic, targets: ["Backend"])],
    dependencies: [.package(path: "BackendKit")],
    targets: [
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .target(
            name: "Backend",
            dependencies: [.product(name: "BackendKit", package: "BackendKit"), "CTurboJPEG"],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ],
            linkerSettings: [
                // A plugin exports its entry point and nothing else (R1.1).
                .unsafeFlags([
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/BackendKit/exports.map", "-Xlinker", "-z",
                    "-Xlinker", "defs", "-Xlinker", "-z", "-Xlinker", "now",
                ])
            ]
        ),
    ]
)
