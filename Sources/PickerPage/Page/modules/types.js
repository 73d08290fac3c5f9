// The shapes that travel between the server and the page, for the type checker and for readers.

/**
 * @typedef {object} SessionConfig
 * @property {number|null} selectionLimit most assets that may be picked; null is without limit
 * @property {number} minimum fewest assets that Done accepts
 * @property {boolean} ordered whether the order of picking is shown and matters
 * @property {"image"|"video"|"any"} mediaFilter
 * @property {boolean} givesOriginals whether files go as they are to the program that asks
 */

/**
 * @typedef {object} IndexState
 * @property {"reading"|"ready"|"failed"} state reading: what was found so far is there
 * @property {number|null} done files that were looked at, while reading
 * @property {number|null} total of so many; null when it is not known
 * @property {string|null} message why it failed
 */

/**
 * @typedef {object} LibraryFacts
 * @property {string} title
 * @property {string} root the absolute path that paths of assets are relative to
 * @property {string} backend
 * @property {string[]} kinds of photos that can be asked for
 * @property {boolean} isSearchable whether they can be searched by words
 * @property {boolean} hasFiles whether they are files that other programs open by their paths
 */

/**
 * @typedef {object} Library
 * @property {string} key its name in addresses
 * @property {string} title
 * @property {"ready"|"opening"|"unavailable"} state
 * @property {string|null} message why it is unavailable
 */

/** @typedef {{name: string, origin: string|null}} Client a program that asks; the origin of its pages that may hear what was picked */

/**
 * @typedef {object} Session
 * @property {"pick"|"browse"} mode
 * @property {"pending"|"picked"|"cancelled"|"expired"} state
 * @property {Client|null} client null when no other program asks
 * @property {SessionConfig} config
 * @property {LibraryFacts} library
 * @property {string[]} selection local identifiers, in the order picked
 * @property {number} selectedElsewhere how many are selected in another library, whose place is taken by what is selected here
 * @property {IndexState} index how far the server is with reading the library
 */

/**
 * @typedef {object} Collection
 * @property {string} localIdentifier
 * @property {string} title
 * @property {"smartAlbum"|"album"|"event"|"folder"} type
 * @property {string} [subtype]
 * @property {number|null} estimatedAssetCount
 * @property {string|null} parent
 * @property {string|null} posterUrl
 */

/** @typedef {{collections: Collection[], cameraRoll: string|null, ownAlbum?: string|null}} Collections own: of what is in the library's folder itself */

/**
 * @typedef {object} Asset
 * @property {string} localIdentifier
 * @property {string} filename
 * @property {string} relativePath
 * @property {string} [relativePathBase64] the bytes of the path, where they are not UTF-8
 * @property {"image"|"video"|"audio"|"unknown"} mediaType
 * @property {string[]} mediaSubtypes
 * @property {number} pixelWidth
 * @property {number} pixelHeight
 * @property {string|null} creationDate ISO 8601 with offset
 * @property {number} byteSize
 * @property {number|null} duration seconds
 * @property {boolean} isFavorite
 * @property {boolean} hasAdjustments whether it was edited
 * @property {string} uniformTypeIdentifier
 * @property {string|null} placeholder cells to show until the image is there, as docs/placeholder.md says
 * @property {"local"|"remote"|"offline"|null} availability where its bytes are; null: nothing is said
 * @property {string} version changes when the image does, so that caches never show an old one
 */

/** @typedef {{total: number|null, offset: number, assets: Asset[], next: number|null}} AssetPage */

/**
 * @typedef {object} DayCounts
 * @property {number} total
 * @property {(string|null)[]} days 2024-05-01, each with as many photos as `counts` says; null where the date is not known
 * @property {number[]} counts
 */

/**
 * @typedef {object} Camera
 * @property {string|null} [make]
 * @property {string|null} [model]
 * @property {string|null} [lens]
 * @property {number|null} [exposureTime] seconds
 * @property {number|null} [fNumber]
 * @property {number|null} [isoSpeed]
 * @property {number|null} [focalLength] millimetres
 */

/**
 * @typedef {object} Representation
 * @property {string} role
 * @property {string} filename
 * @property {string} uniformTypeIdentifier
 * @property {number} byteSize
 */

/**
 * @typedef {object} MoreDetails
 * @property {Camera|null} [camera]
 * @property {{latitude: number, longitude: number}|null} [location]
 * @property {Representation[]} [representations]
 */

/** @typedef {Asset & MoreDetails} AssetDetails */

export {};
