/// The namespaces that are read: those of ISO 16684-1, EXIF for XMP (CIPA DC-010), IPTC, and makers of cameras and software.
enum XMPNamespace {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    static let xml = "http://www.w3.org/XML/1998/namespace"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
    static let note = "http://ns.adobe.com/xmp/note/"
    static let thumbnail = "http://ns.adobe.com/xap/1.0/g/img/"
    static let tiff = "http://ns.adobe.com/tiff/1.0/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    static let exifExtension = "http://cipa.jp/exif/1.0/"
    static let auxiliary = "http://ns.adobe.com/exif/1.0/aux/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let lightroom = "http://ns.adobe.com/lightroom/1.0/"
    /// https://developers.google.com/streetview/spherical-metadata
    static let panorama = "http://ns.google.com/photos/1.0/panorama/"
    /// This and the two below: https://developer.android.com/media/platform/motion-photo-format
    static let camera = "http://ns.google.com/photos/1.0/camera/"
    static let container = "http://ns.google.com/photos/1.0/container/"
    static let item = "http://ns.google.com/photos/1.0/container/item/"
    /// Of Sony Ericsson's phones (ExifTool, `XMP2.pl`).
    static let cell = "http://developer.sonyericsson.com/cell/1.0/"
    /// https://developer.android.com/media/platform/hdr-image-format
    static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
}

extension XMLName {
    static let rdf = XMLName(XMPNamespace.rdf, "RDF")
    static let rdfDescription = XMLName(XMPNamespace.rdf, "Description")
    static let rdfBag = XMLName(XMPNamespace.rdf, "Bag")
    static let rdfSequence = XMLName(XMPNamespace.rdf, "Seq")
    static let rdfAlternatives = XMLName(XMPNamespace.rdf, "Alt")
    static let rdfItem = XMLName(XMPNamespace.rdf, "li")
    static let rdfValue = XMLName(XMPNamespace.rdf, "value")
    static let rdfResource = XMLName(XMPNamespace.rdf, "resource")
    static let language = XMLName(XMPNamespace.xml, "lang")

    static let title = XMLName(XMPNamespace.dublinCore, "title")
    static let description = XMLName(XMPNamespace.dublinCore, "description")
    static let subject = XMLName(XMPNamespace.dublinCore, "subject")
    static let hierarchicalSubject = XMLName(XMPNamespace.lightroom, "hierarchicalSubject")
    static let rating = XMLName(XMPNamespace.xmp, "Rating")
    static let createDate = XMLName(XMPNamespace.xmp, "CreateDate")
    static let dateCreated = XMLName(XMPNamespace.photoshop, "DateCreated")
    static let dateTimeOriginal = XMLName(XMPNamespace.exif, "DateTimeOriginal")
    static let dateTimeDigitized = XMLName(XMPNamespace.exif, "DateTimeDigitized")
    static let make = XMLName(XMPNamespace.tiff, "Make")
    static let model = XMLName(XMPNamespace.tiff, "Model")
    static let exposureTime = XMLName(XMPNamespace.exif, "ExposureTime")
    static let fNumber = XMLName(XMPNamespace.exif, "FNumber")
    static let focalLength = XMLName(XMPNamespace.exif, "FocalLength")
    static let sensitivity = XMLName(XMPNamespace.exifExtension, "PhotographicSensitivity")
    static let isoSpeedRatings = XMLName(XMPNamespace.exif, "ISOSpeedRatings")
    static let orientation = XMLName(XMPNamespace.tiff, "Orientation")
    static let gpsLatitude = XMLName(XMPNamespace.exif, "GPSLatitude")
    static let gpsLongitude = XMLName(XMPNamespace.exif, "GPSLongitude")
    static let gpsLatitudeReference = XMLName(XMPNamespace.exif, "GPSLatitudeRef")
    static let gpsLongitudeReference = XMLName(XMPNamespace.exif, "GPSLongitudeRef")
    static let gpsAltitude = XMLName(XMPNamespace.exif, "GPSAltitude")
    static let gpsAltitudeReference = XMLName(XMPNamespace.exif, "GPSAltitudeRef")
    static let userComment = XMLName(XMPNamespace.exif, "UserComment")
    static let lensModel = XMLName(XMPNamespace.exifExtension, "LensModel")
    static let lens = XMLName(XMPNamespace.auxiliary, "Lens")
    static let thumbnailImage = XMLName(XMPNamespace.thumbnail, "image")
    static let hasExtendedXMP = XMLName(XMPNamespace.note, "HasExtendedXMP")
    static let gainMapVersion = XMLName(XMPNamespace.gainMap, "Version")
    static let projectionType = XMLName(XMPNamespace.panorama, "ProjectionType")
    static let usePanoramaViewer = XMLName(XMPNamespace.panorama, "UsePanoramaViewer")

    /// A property of Google's camera.
    static func camera(_ local: String) -> XMLName { XMLName(XMPNamespace.camera, local) }
    static func item(_ local: String) -> XMLName { XMLName(XMPNamespace.item, local) }
    static let containerDirectory = XMLName(XMPNamespace.container, "Directory")
    static let containerItem = XMLName(XMPNamespace.container, "Item")
}
