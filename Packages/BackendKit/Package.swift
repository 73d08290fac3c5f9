// swift-tools-version: 6.2
import PackageDescription

// BackendKit as a package of its own, which `make install` puts together of this file and the sources of the targets
// below. Depend on it by its path: `pkg-config --variable=swiftpackagedir picker-backend`.
let package = Package(
    name: "BackendKit",
    products: [
        .library(name: "BackendKit", targets: ["BackendKit", "BackendAPI", "PhotoModel", "Pixels"])
    ],
    targets: [
        .target(name: "BackendAPI", exclude: ["abi-v1.layout"]),
        .target(name: "Pixels"),
        .target(name: "PhotoModel", dependencies: ["Pixels"]),
        .target(name: "ABIMemory", dependencies: ["BackendAPI"]),
        .target(name: "BackendKit", dependencies: ["ABIMemory", "BackendAPI", "PhotoModel", "Pixels"]),
    ],
    cLanguageStandard: .c11
)

for target in package.targets where target.name != "BackendAPI" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
