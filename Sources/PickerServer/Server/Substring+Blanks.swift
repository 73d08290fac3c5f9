extension Substring {
    /// The text without spaces and tabs at its ends, which have no meaning in an HTTP field (RFC 9110, section 5.6.3).
    var withoutOuterBlanks: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? start.prefix(0)
    }
}
