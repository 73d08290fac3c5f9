/// The speed of a command, and how long the rest will take.
struct ProgressSpeed {
    /// Seconds until a speed is shown, because the beginning is not typical of the rest.
    private static let patience: Double = 1

    private let perSecond: Double?

    /// - Parameters:
    ///   - done: how many were done.
    ///   - duration: how long that took.
    init(of done: Int, in duration: Duration) {
        let seconds = duration / .seconds(1)
        perSecond = seconds >= Self.patience && done > 0 ? Double(done) / seconds : nil
    }

    /// `  120/s, 2 min left`; empty while the speed is not known.
    ///
    /// - Parameter left: how many are left; nil if that is not known.
    func text(left: Int?) -> String {
        guard let perSecond else { return "" }
        let rate =
            perSecond < 10
            ? TextFormat.decimal((perSecond * 10).rounded() / 10) : "\(Int(min(perSecond, 1e15).rounded()))"
        guard let left, left > 0 else { return "  \(rate)/s" }
        return "  \(rate)/s, \(Self.time(Double(left) / perSecond)) left"
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        if whole < 90 { return "\(whole) s" }
        return whole < 90 * 60 ? "\((whole + 30) / 60) min" : "\((whole + 1800) / 3600) h"
    }
}
