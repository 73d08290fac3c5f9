internal import ABIMemory
internal import BackendAPI
internal import Platform

/// `org.picker.secrets/1` in the worker. It asks the host within the plugin's call. The host gives only secrets of the
/// library that this worker was started for, whatever number the plugin names.
enum ServedSecrets {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_secrets_v1> = {
        let table = UnsafeMutablePointer<picker_secrets_v1>.allocate(capacity: 1)
        table.initialize(to: picker_secrets_v1())
        table.pointee.struct_size = structSize(of: picker_secrets_v1.self)
        table.pointee.read = { context, library, key, buffer, capacity, length in
            ServedSecrets.read(context, library, key, buffer, capacity, length)
        }
        table.pointee.keep = { context, library, key, secret in ServedSecrets.keep(context, library, key, secret) }
        return UnsafePointer(table)
    }()

    private static func call(_ context: UnsafeMutableRawPointer?, _ library: UInt64) -> ServedCall? {
        guard library == ServedHost.from(context)?.library.load(ordering: .relaxed) else { return nil }
        return ServedCall.current
    }

    private static func read(
        _ context: UnsafeMutableRawPointer?, _ library: UInt64, _ key: picker_string,
        _ buffer: UnsafeMutablePointer<UInt8>?, _ capacity: UInt64, _ length: UnsafeMutablePointer<UInt64>?
    ) -> picker_status {
        guard library != 0 else { return PICKER_UNSUPPORTED }
        guard let call = call(context, library), let body = SecretMessage.body(key) else {
            return PICKER_INVALID_ARGUMENT
        }
        return call.talk.withLock { talk in
            guard var reply = call.ask(.readSecret, body, &talk), let status = try? reply.integer(picker_status.self)
            else { return PICKER_IO }
            guard status == PICKER_OK, let secret = (try? reply.raw()) ?? nil else { return status }
            length?.pointee = UInt64(secret.count)
            guard UInt64(secret.count) <= capacity else { return PICKER_TOO_LARGE }
            if let base = secret.baseAddress, let buffer {
                UnsafeMutableRawPointer(buffer).copyMemory(from: base, byteCount: secret.count)
            }
            return PICKER_OK
        }
    }

    private static func keep(
        _ context: UnsafeMutableRawPointer?, _ library: UInt64, _ key: picker_string, _ secret: picker_bytes
    ) -> picker_status {
        guard library != 0 else { return PICKER_UNSUPPORTED }
        guard let call = call(context, library) else { return PICKER_INVALID_ARGUMENT }
        guard secret.length <= UInt64(PICKER_SECRET_LIMIT) || secret.data == nil else { return PICKER_TOO_LARGE }
        guard let body = SecretMessage.body(key, secret) else { return PICKER_INVALID_ARGUMENT }
        return call.talk.withLock { talk in
            var reply = call.ask(.keepSecret, body, &talk)
            return (try? reply?.integer(picker_status.self)) ?? PICKER_IO
        }
    }
}

/// The bodies of messages about secrets.
enum SecretMessage {
    /// The most bytes of a key.
    static let keyLimit = 64

    /// The body of a message about a secret; nil if the key is absent or too long, or the secret is.
    static func body(_ key: picker_string, _ secret: picker_bytes? = nil) -> [UInt8]? {
        guard key.data != nil, key.length <= UInt64(keyLimit) else { return nil }
        var writer = WireWriter()
        do throws(WireError) {
            try writer.raw(key.data, key.length)
            if let secret { try writer.raw(secret.data, secret.length) }
        } catch {
            return nil
        }
        return writer.body
    }
}
