package import BackendKit
internal import Imaging
package import PhotoCatalog
package import PhotoModel
package import Pixels
internal import VideoMedia

extension FileServing {
    /// What the streams of a video are, of those files of the asset that are still there.
    package func videoFacts(
        of files: AssetFiles, representation: Int, call: BackendCall
    ) throws(BackendError) -> VideoFacts {
        let (member, file) = try video(representation, of: files)
        try call.check()
        let metadata = try decoding(Self.name(member)) { () throws(ImagingError) in
            try VideoCodec().metadata(of: file.source)
        }
        guard let traits = metadata.video else { throw .notFound("\(Self.name(member)) has no streams") }
        return VideoFacts(traits)
    }

    /// A frame of a video, upright: the one at `time`, or the first good one.
    package func poster(
        of files: AssetFiles, representation: Int, at time: Double?, targetSize: PixelSize?, call: BackendCall
    ) throws(BackendError) -> Frame {
        let (member, file) = try video(representation, of: files)
        let limits = ImageLimits(deployed: host.limits)
        let image: RenderedImage
        do throws(BackendError) {
            image = try decoding(Self.name(member)) { () throws(ImagingError) in
                try VideoCodec().renderFrame(
                    of: file.source, at: time, RenderRequest(targetSize: targetSize), limits: limits,
                    isCancelled: { call.isCancelled })
            }
        } catch {
            // The decoder knows that it was stopped, the call knows why.
            if error.status == .cancelled { try call.check() }
            throw error
        }
        try checkUnchanged(file)
        return Frame(pixels: image.buffer, isIncomplete: image.diagnostics.isIncomplete)
    }

    private static func name(_ member: AssetFiles.Member) -> String { String(decoding: member.name, as: UTF8.self) }

    private func video(
        _ representation: Int, of files: AssetFiles
    ) throws(BackendError) -> (AssetFiles.Member, OpenMediaFile) {
        var records = AssetRecords(root)
        let members = records.present(files)
        guard members.indices.contains(representation) else {
            throw .notFound("the asset has \(members.count) representations; there is no \(representation)")
        }
        let member = members[representation]
        guard member.format.kind == .video else {
            throw BackendError(.unsupportedFormat, "\(Self.name(member)) is no video")
        }
        return (member, try reading { () throws(CatalogError) in try records.file(member, of: files) })
    }
}

extension VideoFacts {
    fileprivate init(_ traits: VideoTraits) {
        self.init()
        pixelWidth = traits.size?.width ?? 0
        pixelHeight = traits.size?.height ?? 0
        duration = traits.duration
        framesPerSecond = traits.framesPerSecond
        videoCodec = traits.videoCodec
        audioCodec = traits.audioCodec
        hasAudio = traits.hasAudio
    }
}
