internal import FoundationEssentials

/// A file of a kind that the kit's own encoders do not make, of 16 by 12 pixels in four plain quarters.
struct SampleImage: Sendable {
    let name: BytePath
    /// Its uniform type identifier.
    let type: String
    /// Whether every reader of that format knows this kind of file.
    let isPlain: Bool
    let bytes: [UInt8]

    static let pattern = TestPattern(width: 16, height: 12)

    private init(_ name: BytePath, _ type: String, isPlain: Bool = true, _ text: String) {
        (self.name, self.type, self.isPlain) = (name, type, isPlain)
        bytes = Array(Data(base64Encoded: text) ?? Data())
    }

    static let all = [
        SampleImage(
            "palette.png", "public.png",
            """
            iVBORw0KGgoAAAANSUhEUgAAABAAAAAMAgMAAAAWidUSAAAADFBMVEXIKCgotCgoKMi+vnjWvLeGAAAAFklEQVR42mNgYAgNZcBJrFr1/z9O\
            AgDWcxfpmrqYpgAAAABJRU5ErkJggg==
            """),
        SampleImage(
            "interlaced.png", "public.png",
            """
            iVBORw0KGgoAAAANSUhEUgAAABAAAAAMCAIAAAGTgppAAAAASklEQVR42mM4oaGhsUWDQUPjxL59FQwYPIgASAw3B8wGaUDoQZZHUYWsFqoD\
            pwROo0iXIN1yolyFyz6cjqKNBhzqUdyN03M00QAApkT3gSRyhVgAAAAASUVORK5CYII=
            """),
        SampleImage(
            "sixteen-bits.png", "public.png", isPlain: false,
            """
            iVBORw0KGgoAAAANSUhEUgAAABAAAAAMEAIAAAC0FXaVAAAALElEQVR42mM4cUIDCIgnNTS2bCGFZBi1YARYQJrxJ07sA4KKCuLJUQtGgAUA\
            eJTvEFyXHJUAAAAASUVORK5CYII=
            """),
        SampleImage(
            "plain.gif", "com.compuserve.gif",
            """
            R0lGODlhEAAMAPEAAMgoKCi0KCgoyL6+eCwAAAAAEAAMAAACI4RvoauIzNyBSyYaLMDZcgGG4ECWpCiaJhqqJTu6AyzIM2wXADs=
            """),
        SampleImage(
            "lossless.webp", "org.webmproject.webp",
            """
            UklGRkIAAABXRUJQVlA4TDUAAAAvD8ACAB8gECDkKJaqRUhA3LHNKitlgQCxKEGiDFnzH3JSYwPCbKNJTnKS9z2EiP6Hbh/UBwA=
            """),
        SampleImage(
            "plain.bmp", "com.microsoft.bmp",
            """
            Qk12AgAAAAAAADYAAAAoAAAAEAAAAAwAAAABABgAAAAAAEACAAATCwAAEwsAAAAAAAAAAAAAyCgoyCgoyCgoyCgoyCgoyCgoyCgoyCgoeL6+\
            eL6+eL6+eL6+eL6+eL6+eL6+eL6+yCgoyCgoyCgoyCgoyCgoyCgoyCgoyCgoeL6+eL6+eL6+eL6+eL6+eL6+eL6+eL6+yCgoyCgoyCgoyCgo\
            yCgoyCgoyCgoyCgoeL6+eL6+eL6+eL6+eL6+eL6+eL6+eL6+yCgoyCgoyCgoyCgoyCgoyCgoyCgoyCgoeL6+eL6+eL6+eL6+eL6+eL6+eL6+\
            eL6+yCgoyCgoyCgoyCgoyCgoyCgoyCgoyCgoeL6+eL6+eL6+eL6+eL6+eL6+eL6+eL6+yCgoyCgoyCgoyCgoyCgoyCgoyCgoyCgoeL6+eL6+\
            eL6+eL6+eL6+eL6+eL6+eL6+KCjIKCjIKCjIKCjIKCjIKCjIKCjIKCjIKLQoKLQoKLQoKLQoKLQoKLQoKLQoKLQoKCjIKCjIKCjIKCjIKCjI\
            KCjIKCjIKCjIKLQoKLQoKLQoKLQoKLQoKLQoKLQoKLQoKCjIKCjIKCjIKCjIKCjIKCjIKCjIKCjIKLQoKLQoKLQoKLQoKLQoKLQoKLQoKLQo\
            KCjIKCjIKCjIKCjIKCjIKCjIKCjIKCjIKLQoKLQoKLQoKLQoKLQoKLQoKLQoKLQoKCjIKCjIKCjIKCjIKCjIKCjIKCjIKCjIKLQoKLQoKLQo\
            KLQoKLQoKLQoKLQoKLQoKCjIKCjIKCjIKCjIKCjIKCjIKCjIKCjIKLQoKLQoKLQoKLQoKLQoKLQoKLQoKLQo
            """),
        SampleImage(
            "deflated.tiff", "public.tiff", isPlain: false,
            """
            SUkqAAgAAAAKAAABAwABAAAAEAAAAAEBAwABAAAADAAAAAIBAwADAAAAhgAAAAMBAwABAAAACAAAAAYBAwABAAAAAgAAABEBBAABAAAAjAAA\
            ABUBAwABAAAAAwAAABYBAwABAAAADAAAABcBBAABAAAAIQAAABwBAwABAAAAAQAAAAAAAAAIAAgACAB42juhoXECG9LYgh2dGGHqcSg/sW9f\
            BVY00tQDAPfV94E=
            """),
        SampleImage(
            "plain.avif", "public.avif",
            """
            AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAFBpY3R1\
            cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAASEAAAAyAAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAA\
            AQAAYXYwMUNvbG9yAAAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAQAAAADAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAAT\
            Y29scm5jbHgAAQANAAaAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAAA6bWRhdAoJGAz+2iAhoNCAMiVEgAAAEAAEp8NRvzYw+cgV87vDOCE9\
            5cXI1wgK2KTt+5ZELceO
            """),
    ]
}
