extension PlantedFault {
    /// What records say of photos and videos that is not so.
    static let told = [
        PlantedFault(
            "details-are-a-moment-later", "library.one-record", .example,
            (
                "library.c", "    picker_asset asset = fetch_asset(photo);\n",
                "    picker_asset asset = fetch_asset(photo);\n    asset.modification_time += 1;\n"
            ))
    ]
}
