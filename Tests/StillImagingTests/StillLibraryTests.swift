import Imaging
import StillImaging
import Testing

@Suite("The libraries for still images")
struct StillLibraryTests {
    @Test("are named with the Debian packages that have them")
    func packages() {
        #expect(StillLibrary.libtiff.package.hasPrefix("libtiff"))
        #expect(StillLibrary.libjxl.package.hasPrefix("libjxl"))
        #expect(StillLibrary.openJPEG.package == "libopenjp2-7")
    }
}
