internal import BackendAPI
internal import PhotoModel

/// A check of assets of several files, of which another one than the first changes.
extension ChangeChecks {
    static let ofSecondFiles = [
        Check(
            "changes.second-file",
            "A photo whose edited version is replaced has another version_token, and the image of the new file",
            "R9.7 R12.8 R14.13", requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy: "Make the version of an asset of all its files: hosts keep images by it."
        ) { context throws(CheckStop) in try secondFile(context) }
    ]

    private static func secondFile(_ context: CheckContext) throws(CheckStop) {
        let (photo, edit): (BytePath, BytePath) = ("Pairs/IMG_0008.JPG", "Pairs/IMG_E0008.JPG")
        let date = FixtureLibrary.firstDate
        let first = TestPattern(width: 48, height: 72)
        let second = TestPattern(width: 48, height: 72, colors: TestPattern.colors.reversed())
        try context.makeLibrary()
        try Files.write(
            TestPattern(width: 64, height: 48).encoded(as: .jpeg), to: context.root / photo, date: date)
        try Files.write(first.encoded(as: .jpeg), to: context.root / edit, date: date)
        let library = try context.open()
        guard let before = try asset(of: edit, in: library) else {
            throw .notApplicable("it shows no photos with edited versions")
        }
        // What is remembered of it is remembered by now.
        _ = try library.finalFrame(before.identifier)
        library.beginShutdown()
        library.close()
        try Files.write(second.encoded(as: .jpeg), to: context.root / "part.tmp", date: date + 3600)
        try Files.rename(context.root / "part.tmp", to: context.root / edit)
        let again = try context.open()
        let found = try refreshed(context, again, before.path) { $0 != nil && $0?.version != before.version }
        guard let after = found else { throw .failed("\(before.path) is not listed any more") }
        try context.expect(
            after.version != before.version,
            "\(edit), the edited version of \(before.path), was replaced, and its version_token stayed")
        let frame = try again.finalFrame(after.identifier)
        try context.expect(
            frame.shows(second.uprightColors, tolerance: PhotoFormat.jpeg.tolerance),
            "\(edit), the edited version of \(before.path), was replaced, and its image shows \(frame.quarters), not "
                + "\(second.uprightColors)")
    }

    /// The asset of which a file is the edited version; nil: it is that of none.
    private static func asset(of edit: BytePath, in library: Library) throws(CheckStop) -> AssetCopy? {
        for asset in try library.assets() where asset.representationCount > 1 {
            let files = try library.details(asset.identifier).representations
            if files.contains(where: { $0.role == PICKER_ROLE_EDITED && $0.path == edit }) { return asset }
        }
        return nil
    }
}
