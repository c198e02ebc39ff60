import { FileFault } from './file-fault'

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * Detects the encoding of a text file from all its bytes: a byte order mark, else UTF-16 by its zeros, else UTF-8 if it is valid
 * throughout, else the encoding of Excel on Windows in Western Europe, or that of old ones on Macs.
 * @throws {FileFault} `mixedEncodings` and `undecodable` with the line; `truncated` if the file ends within a character
 */
export async function detectEncoding(chunks: AsyncIterable<Buffer>): Promise<Encoding> {
  const utf8 = new Utf8Scanner()
  const legacy = new LegacyScanner()
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) {
      const wide = detectUtf16(chunk)
      if (wide !== null) return wide
      isFirst = false
    }
    utf8.scan(chunk)
    legacy.scan(chunk)
  }
  return decide(utf8, legacy)
}

function decide(utf8: Utf8Scanner, legacy: LegacyScanner): Encoding {
  if (utf8.firstInvalidLine === null) {
    if (utf8.isWithinCharacter) throw new FileFault('truncated')
    return 'utf-8'
  }
  const isMixed = utf8.certainCharacters > 0 || utf8.possibleCharacters > utf8.invalidBytes
  if (isMixed) throw new FileFault('mixedEncodings', { line: utf8.firstInvalidLine })
  if (legacy.macLetters > legacy.windowsLetters) return 'macintosh'
  if (legacy.firstUndefinedLine !== null) throw new FileFault('undecodable', { line: legacy.firstUndefinedLine })
  return 'windows-1252'
}

const ZEROS_SAMPLE_BYTES = 4096

function detectUtf16(start: Buffer): Encoding | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const sample = start.subarray(0, ZEROS_SAMPLE_BYTES)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [high = 0, low = 0] = zeros
  const enough = sample.length / 4
  if (low > enough && high === 0) return 'utf-16le'
  return high > enough && low === 0 ? 'utf-16be' : null
}

class LineCounter {
  line = 1
  private previous = 0

  count(byte: number): void {
    if (byte === 0x0d || (byte === 0x0a && this.previous !== 0x0d)) this.line += 1
    this.previous = byte
  }
}

/** Counts characters of UTF-8 (RFC 3629, 4) and bytes that are none. */
class Utf8Scanner {
  /** Sequences that hardly occur in text of one byte per character (`Ã©`, `â€™`). */
  certainCharacters = 0
  /** Sequences that are also two characters of windows-1252, such as a capital `É` before a no-break space or `»`. */
  possibleCharacters = 0
  invalidBytes = 0
  firstInvalidLine: number | null = null
  private readonly lines = new LineCounter()
  private lead = 0
  private leadLine = 1
  private remaining = 0
  private low = 0x80
  private high = 0xbf

  get isWithinCharacter(): boolean {
    return this.remaining > 0
  }

  scan(chunk: Buffer): void {
    for (const byte of chunk) {
      this.lines.count(byte)
      if (this.remaining === 0) this.begin(byte)
      else if (byte >= this.low && byte <= this.high) this.proceed()
      else {
        this.reject()
        this.begin(byte)
      }
    }
  }

  private begin(byte: number): void {
    if (byte < 0x80) return
    this.lead = byte
    this.leadLine = this.lines.line
    this.low = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80
    this.high = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf
    if (byte >= 0xc2 && byte <= 0xdf) this.remaining = 1
    else if (byte >= 0xe0 && byte <= 0xef) this.remaining = 2
    else if (byte >= 0xf0 && byte <= 0xf4) this.remaining = 3
    else this.reject()
  }

  private proceed(): void {
    this.remaining -= 1
    this.low = 0x80
    this.high = 0xbf
    if (this.remaining > 0) return
    if (this.lead >= 0xc4 && this.lead <= 0xdf) this.possibleCharacters += 1
    else this.certainCharacters += 1
  }

  private reject(): void {
    this.remaining = 0
    this.invalidBytes += 1
    this.firstInvalidLine ??= this.leadLine
  }
}

/** `é è ê ë à â ä ç î ï ì ô ö ù û ü ñ ß É` in Mac OS Roman; in windows-1252 they are rare signs, or undefined. */
const MAC_LETTERS = new Set([
  0x8e, 0x8f, 0x90, 0x91, 0x88, 0x89, 0x8a, 0x8d, 0x94, 0x95, 0x93, 0x99, 0x9a, 0x9d, 0x9e, 0x9f, 0x96, 0xa7, 0x83,
])
/** The same, in windows-1252. */
const WINDOWS_LETTERS = new Set([
  0xe9, 0xe8, 0xea, 0xeb, 0xe0, 0xe2, 0xe4, 0xe7, 0xee, 0xef, 0xec, 0xf4, 0xf6, 0xf9, 0xfb, 0xfc, 0xf1, 0xdf, 0xc9,
])
const UNDEFINED_IN_WINDOWS_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Counts accented letters beside other letters, in both legacy encodings. */
class LegacyScanner {
  macLetters = 0
  windowsLetters = 0
  firstUndefinedLine: number | null = null
  private readonly lines = new LineCounter()
  private previous = 0

  scan(chunk: Buffer): void {
    for (const byte of chunk) {
      this.lines.count(byte)
      if (byte >= 0x80) this.count(byte)
      this.previous = byte
    }
  }

  private count(byte: number): void {
    if (UNDEFINED_IN_WINDOWS_1252.has(byte)) this.firstUndefinedLine ??= this.lines.line
    if (MAC_LETTERS.has(byte) && isLetter(this.previous)) this.macLetters += 1
    if (WINDOWS_LETTERS.has(byte)) this.windowsLetters += 1
  }
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
