internal import FoundationEssentials

/// A JPEG that the kit's own encoder does not make.
enum SampleJPEG {
    /// 24x20 pixels in CMYK, as programs for print write them.
    static let cmyk = Array(Data(base64Encoded: text) ?? Data())

    private static let text = """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUG\
        BKUVJP/8AAFAgAFAAYBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQEC\
        AwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dX\
        Z3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E\
        QwBNAFkASwAAPwDkq7au2r06ux+H/wDzEP8Atn/7NXJ+OP8Alx/7af8AstFFdlXKUUVjf8Iton/Pl/5Ff/GvV681/wCEp1v/AJ/f/ISf4UVk66\
        B4b8j+xf8ARvtG7zf4923GPvZx949PWuR8dkj7Dj/pp/7LWlo+v6pc+d591u27cfu1GOvoKKyP+Em1n/n8/wDISf4VyW9vWtP+1b3/AJ7/APji\
        /wCFFejV63XA0VyHjz/lw/7af+y1yHjz/lw/7af+y1s+H/8Al4/4D/WiuRrka2KK/9k=
        """
}
