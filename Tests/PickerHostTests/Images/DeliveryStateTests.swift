import Testing

@testable import PickerHost

@Suite("The delivery of an image") struct DeliveryStateTests {
    @Test("The delivery of an image is complete with one final frame, after any number of degraded ones")
    func complete() {
        var state = DeliveryState()
        #expect(state.fault == "it returned without a final frame")
        let answers = [state.accept(isFinal: false), state.accept(isFinal: false), state.accept(isFinal: true)]
        #expect(answers == [true, true, true] && state.fault == nil)
    }

    @Test("The delivery of an image is broken by a frame after the final one")
    func afterFinal() {
        var state = DeliveryState()
        _ = state.accept(isFinal: true)
        let isAccepted = state.accept(isFinal: false)
        #expect(!isAccepted && state.fault == "it delivered a frame after the final one")
    }

    @Test("The delivery of an image needs no final frame when the host wanted no more, and takes none")
    func stopped() {
        var state = DeliveryState()
        _ = state.accept(isFinal: false)
        state.stop()
        let isAccepted = state.accept(isFinal: true)
        #expect(!isAccepted && state.fault == nil)
    }

    @Test("The delivery of an image that is finished stays finished when the host says stop")
    func stopAfterFinal() {
        var state = DeliveryState()
        _ = state.accept(isFinal: true)
        state.stop()
        let isAccepted = state.accept(isFinal: true)
        #expect(!isAccepted && state.fault != nil)
    }

    @Test("The delivery of an image has so many degraded frames, and no more")
    func bounded() {
        var state = DeliveryState()
        let accepted = (0..<1000).prefix { _ in state.accept(isFinal: false) }.count
        #expect(accepted == 511 && state.fault == "it delivered 512 frames and none of them final")
        var sound = DeliveryState()
        for _ in 0..<511 { _ = sound.accept(isFinal: false) }
        let isAccepted = sound.accept(isFinal: true)
        #expect(isAccepted && sound.fault == nil)
    }

    @Test("The delivery of an image keeps the first reason for which it was rejected")
    func rejected() {
        var state = DeliveryState()
        state.reject("bad planes")
        let isAccepted = state.accept(isFinal: true)
        #expect(!isAccepted && state.fault == "bad planes")
    }
}
