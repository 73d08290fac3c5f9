@testable import BackendKit

extension BackendCall {
    /// A call that does something each time it is asked whether it is still wanted, which it always is.
    init(whenAsked act: @escaping () -> Void) {
        self.init(
            table: nil,
            isShutDown: {
                act()
                return false
            })
    }
}
