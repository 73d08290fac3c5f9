import Imaging
import PhotoFolder
import Testing

@Suite struct CaptionTests {
    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA", "SONY DSC", "Exif_JPEG_PICTURE", "default", "DCIM\\100MEDIA\\DJI_0001.JPG",
        "Created with GIMP",
    ])
    func `What a camera writes into every photo is no caption`(_ text: String) {
        var metadata = ImageMetadata()
        metadata.imageDescription = text
        #expect(metadata.caption == nil)
        metadata.userComment = "Sea"
        #expect(metadata.caption == "Sea")
    }

    @Test func `What people wrote is the caption, also of a camera`() {
        var metadata = ImageMetadata()
        metadata.imageDescription = "My Olympus digital camera"
        metadata.userComment = "Sea"
        #expect(metadata.caption == "My Olympus digital camera")
    }
}
