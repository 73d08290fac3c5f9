internal import FoundationEssentials

/// A HEIC file of two images, which the kit cannot encode (ISO/IEC 23008-12; HEVC of flat colours).
enum SampleHEIC {
    static let bytes = Array(Data(base64Encoded: text) ?? Data())

    /// The number of its main image, which comes second in the file.
    static let primary: UInt32 = 7
    /// The main image as it is stored; the file says that it is to be turned by 90 degrees counter-clockwise, as an orientation of 8
    /// says.
    static let pattern = TestPattern(width: 96, height: 64, orientation: 8)
    /// The number of the other image.
    static let other: UInt32 = 3
    static let otherPattern = TestPattern(width: 64, height: 64, colors: TestPattern.colors.reversed())

    private static let text = """
        AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAAB/G1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBpdG0AAAAAAAcA\
        AAAsaWxvYwAAAABEAAACAAMAAAABAAACwQAAAHQABwAAAAEAAAIcAAAApQAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAMAAGh2YzEAAAAAFWlu\
        ZmUCAAAAAAcAAGh2YzEAAAABXWlwcnAAAAE4aXBjbwAAAHZodmNDAQQIAAAAn6gAAAAAHvAA/P34+AAADwOgAAEAF0ABDAH//wQIAAADAJ+oAAAD\
        AAAeugJAoQABACpCAQEECAAAAwCfqAAAAwAAHqAwgQWW6kkbS5uBAQMCAAADAAIAAAMAMhCiAAEAB0QBwXKwIkAAAAAUaXNwZQAAAAAAAABgAAAA\
        QAAAAAlpcm90AQAAAHZodmNDAQQIAAAAn6gAAAAAHvAA/P34+AAADwOgAAEAF0ABDAH//wQIAAADAJ+oAAADAAAeugJAoQABACpCAQEECAAAAwCf\
        qAAAAwAAHqAggQWW6kkbS5uBAQMCAAADAAIAAAMAMhCiAAEAB0QBwXKwIkAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABNjb2xybmNseAABAA0ABoAA\
        AAAdaXBtYQAAAAAAAAACAAMDhAUGAAcEgQIGgwAAASFtZGF0AAAAoSgBrD+AWsZxP9nsP/7bf0PxcccOBSwqklNPKnxNWponbpTRiGSsvn6lHf6x\
        //+iUlKURevAWuZh8ZjdUuwwf9591LJJn5HPLFopgsbActiOX7jwDya4uU772R4ci4Gawos4kJsV+WAmT9skyNDP5OazxG/+VQi5hqKYqP10hZe5\
        l/gEIjuz29vcsO/TmKdtym1hRD1eMWqsaP5/vLv5CJdGAAAAcCgBrD+AjUqbCfkQz4ceVJ7qJrZi8Nl7oLqLSC3Ol+Gn/aCKx221wnqfVAclc04/\
        m40yg4lRD5vyj7PP4Y4asf6EnMTmIag79b7+HNBOoaQ2vooLvIckenhWT4z6C4sP67T33mHheKETCXACnh9/POA=
        """
}
