internal import PhotoModel

/// Recognizes names that desktops and phones give to screenshots, in their languages.
enum ScreenshotName {
    static func matches(_ name: [UInt8]) -> Bool {
        // The longest beginning is shorter than this in any spelling.
        let start = PlainName.of(name.prefix(64)).map(\.asciiLowercased)
        return beginnings.contains { start.starts(with: $0) }
    }

    /// In lower case, as far as they are ASCII.
    private static let beginnings = [
        "screenshot", "screen sho", "screen_sho", "scrnshot", "bildschirmfoto", "capture d'écran", "capture_d'écran",
        "capture d'ecran",
        "captura de pantalla", "captura_de_pantalla", "captura desde", "captura de tela", "captura de ecrã",
        "schermata", "schermafbeelding", "schermafdruk", "skärmavbild", "skärmbild", "skærmbillede", "skjermbilde",
        "zrzut ekranu", "Снимок экрана", "Скриншот", "截屏", "截图", "截圖", "屏幕截图", "屏幕截屏", "屏幕快照", "螢幕截圖",
        "螢幕快照", "螢幕擷取", "スクリーンショット", "스크린샷",
    ].map { Array($0.utf8) }
}
