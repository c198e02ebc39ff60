export const FILE_LIMITS = {
  fileBytes: 100 * 1024 * 1024,
  rows: 200_000,
  columns: 500,
  /** UTF-16 code units, as Excel counts them. */
  cellCharacters: 32_767,
  rowBytes: 1024 * 1024,
  sheets: 255,
  archiveEntries: 10_000,
  unpackedBytes: 512 * 1024 * 1024,
  /** Unpacked to packed size of one archive entry. Deflate ends at 1,032; sheets of equal rows reach about 150. */
  compressionRatio: 300,
} as const

/** Contents that are recognized and are not a table of ours. */
export type ForeignFormat =
  | 'pdf'
  | 'image'
  | 'html'
  | 'json'
  | 'xml'
  | 'archive'
  | 'binary'
  | 'legacyWorkbook'
  | 'binaryWorkbook'
  | 'openDocument'
  | 'numbers'

/**
 * `notATable` names the format · `mixedEncodings` and `undecodable` the line · `unclosedQuote` the row in which the quotation opens ·
 * `tooMany…`, `…TooLong` and `…TooLarge` the limit, and where it was exceeded.
 */
export type FileFaultCode =
  | 'empty'
  | 'notATable'
  | 'encrypted'
  | 'truncated'
  | 'malformed'
  | 'unsafeArchive'
  | 'unsafeXml'
  | 'mixedEncodings'
  | 'undecodable'
  | 'unclosedQuote'
  | 'unknownSheet'
  | 'fileTooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'cellTooLong'
  | 'rowTooLong'

export type FileFaultDetails = { format?: ForeignFormat; line?: number; row?: number; column?: number; limit?: number }

/** The reason why a file cannot be read, or not any further: a code for the texts of the reader's language. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  readonly code: FileFaultCode
  readonly details: FileFaultDetails

  constructor(code: FileFaultCode, details: FileFaultDetails = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(details)}`, options)
    this.code = code
    this.details = details
  }
}
