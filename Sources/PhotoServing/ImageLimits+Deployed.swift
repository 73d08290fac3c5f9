internal import BackendKit
internal import Imaging

extension ImageLimits {
    /// The limits that the deployer set; where there are none, the standard ones.
    init(deployed: HostLimits) {
        self = .standard
        if deployed.maxPixels > 0 { maxPixels = deployed.maxPixels }
        if deployed.maxFileBytes > 0 { maxFileBytes = deployed.maxFileBytes }
        if deployed.maxRequestBytes > 0 { maxMemoryBytes = deployed.maxRequestBytes }
        if deployed.maxRequestMilliseconds > 0 { maxSeconds = Double(deployed.maxRequestMilliseconds) / 1000 }
    }
}
