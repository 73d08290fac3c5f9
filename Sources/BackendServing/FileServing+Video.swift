package import BackendKit
internal import Imaging
package import PhotoFolder
package import PhotoModel
internal import VideoMedia

extension FileServing {
    /// What is known of the streams of a video, read from those of its files that still exist.
    package func videoFacts(
        of files: AssetFiles, representation: Int, call: BackendCall
    ) throws(PhotoError) -> VideoFacts {
        let (member, file) = try video(representation, of: files)
        try call.check()
        return try decoded(member, file, call) { () throws(ImagingError) in
            try VideoCodec().facts(of: file.source, cancellation: call.cancellation)
        }
    }

    /// A frame of a video, upright: the one at `time`, or the first one that is suitable as a poster.
    package func poster(
        of files: AssetFiles, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(PhotoError) -> Frame {
        let (member, file) = try video(representation, of: files)
        try reading { () throws(FolderError) in try file.settle() }
        let limits = ImageLimits(configured: host.limits)
        let image = try decoded(member, file, call) { () throws(ImagingError) in
            try VideoCodec().renderFrame(
                of: file.source, at: time, RenderRequest(targetSize: targetSize), limits: limits,
                cancellation: call.cancellation)
        }
        try checkUnchanged(file)
        return Frame(pixels: image.buffer, isIncomplete: image.diagnostics.isIncomplete)
    }

    /// Runs work that reads a video until its call is cancelled.
    private func decoded<Result>(
        _ member: AssetFiles.Member, _ file: OpenMediaFile, _ call: BackendCall,
        _ read: () throws(ImagingError) -> Result
    ) throws(PhotoError) -> Result {
        try whileUnchanged(file) { () throws(PhotoError) -> Result in
            do throws(PhotoError) {
                return try decoding(Self.name(member), read)
            } catch {
                // The decoder knows only that it was stopped; the call knows why.
                if error.status == .cancelled { try call.check() }
                throw error
            }
        }
    }

    private static func name(_ member: AssetFiles.Member) -> String { String(decoding: member.name, as: UTF8.self) }

    private func video(
        _ representation: Int, of files: AssetFiles
    ) throws(PhotoError) -> (AssetFiles.Member, OpenMediaFile) {
        var records = AssetRecords(root)
        let members = records.present(files)
        // Without its first file the asset has no details either. The others must not be taken for that file.
        guard members.first == files.members[0] else {
            throw .notFound("\(Self.name(files.members[0])) may have been moved or removed")
        }
        guard members.indices.contains(representation) else {
            throw .notFound("the asset has \(members.count) representations; there is no \(representation)")
        }
        let member = members[representation]
        guard member.format.kind == .video else {
            throw PhotoError(.unsupportedFormat, "\(Self.name(member)) is no video")
        }
        return (member, try reading { () throws(FolderError) in try records.file(member, of: files) })
    }
}
