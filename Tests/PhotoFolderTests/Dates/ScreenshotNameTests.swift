import PhotoModel
import Testing

@testable import PhotoFolder

@Suite struct ScreenshotNameTests {
    @Test(arguments: [
        "Screenshot 2024-05-01 at 1.02.03\u{202F}PM.png", "Screen Shot 2024-05-01 at 13.02.03.png", "SCREENSHOT_1.jpg",
        "Bildschirmfoto 2024-05-01 um 13.02.03.png", "Capture d’écran 2024-05-01 à 13.02.03.png",
        "Capture d'écran 1.png", "Capture d’e\u{301}cran 1.png", "Captura de pantalla 2024-05-01 a las 13.02.03.png",
        "截屏2024-05-01 13.02.03.png", "屏幕截图 2024-05-01 130203.png", "Schermata 1.png", "Skärmavbild 1.png",
    ])
    func `Names of screenshots are known in their languages`(_ name: String) {
        #expect(ScreenshotName.matches(Array(name.utf8)))
    }

    @Test(arguments: ["Capture 1.jpg", "Bildschirm.jpg", "my screenshot.png", "", "截.png", "Captura.jpg"])
    func `Other names are no screenshots`(_ name: String) {
        #expect(!ScreenshotName.matches(Array(name.utf8)))
    }
}
