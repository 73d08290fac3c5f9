@testable import BackendKit

extension BackendCall {
    /// A call whose library is shut down after it was asked this often whether it is still wanted.
    init(shutDownAfter count: Int) {
        var asked = 0
        self.init(
            table: nil,
            isShutDown: {
                asked += 1
                return asked > count
            })
    }

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
