internal import BackendAPI

// Records that a backend emits. Each names all its pointers: see `WireStruct`.

extension picker_collection: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
        try wire.string(&title)
        try wire.string(&parent)
    }
}

extension picker_asset: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&local_identifier)
        try wire.string(&filename)
        try wire.string(&relative_path)
        try wire.bytes(&relative_path_bytes)
        try wire.string(&content_type)
        try wire.bytes(&placeholder)
    }
}

extension picker_representation: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&filename)
        try wire.string(&relative_path)
        try wire.bytes(&relative_path_bytes)
        try wire.string(&content_type)
    }
}

extension picker_camera_metadata: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&make)
        try wire.string(&model)
        try wire.string(&lens)
        try wire.string(&software)
        try wire.string(&caption)
        try wire.string(&title)
        try wire.strings(&keywords, &keyword_count)
    }
}

extension picker_asset_details: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.record(&asset)
        try wire.records(&representations, &representation_count)
        try wire.record(&camera)
    }
}

extension picker_diagnostic: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&relative_path)
        try wire.string(&message)
        try wire.bytes(&relative_path_bytes)
    }
}

extension picker_change: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.strings(&identifiers, &identifier_count)
        try wire.bytes(&token)
    }
}

extension picker_account_step: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&message)
        try wire.records(&fields, &field_count)
        try wire.string(&address)
        try wire.string(&code)
        try wire.string(&account)
        try wire.bytes(&state)
    }
}

extension picker_heif_item: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&auxiliary_type)
    }
}

extension picker_video_facts: WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {
        try wire.string(&video_codec)
        try wire.string(&audio_codec)
    }
}
