import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { FILE_LIMITS, FileFault, type ForeignFormat } from './file-fault'
import type { SpooledFile } from './spool-file'

/** The parts of an Open Packaging archive (ECMA-376 part 2), by name in lower case without a leading slash. */
export type Archive = { has: (name: string) => boolean; read: (name: string) => AsyncGenerator<Buffer> }

/** Below this size a ratio says nothing. */
const RATIO_COUNTS_FROM_BYTES = 4 * 1024 * 1024

/**
 * Opens the archive of a workbook. Its directory is checked before anything is unpacked, and a part that unpacks to more than the directory
 * says ends the reading.
 * @throws {FileFault} `truncated`, `malformed`, `encrypted`, `unsafeArchive`, `notATable`
 */
export async function openArchive(file: SpooledFile): Promise<Archive> {
  const zip = await openZip(file)
  if (zip.entryCount > FILE_LIMITS.archiveEntries)
    throw new FileFault('unsafeArchive', { limit: FILE_LIMITS.archiveEntries })
  const entries = await readDirectory(zip)
  assertSafe([...entries.values()])
  const foreign = findForeignFormat(new Set(entries.keys()))
  if (foreign !== null) throw new FileFault('notATable', { format: foreign })
  return {
    has: (name) => entries.has(toKey(name)),
    read: (name) => readEntry(zip, entries.get(toKey(name))),
  }
}

function toKey(name: string): string {
  return name.toLowerCase().replace(/^\/+/, '')
}

class SpooledFileReader extends RandomAccessReader {
  private readonly file: SpooledFile

  constructor(file: SpooledFile) {
    super()
    this.file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.file.chunks(start, end), { objectMode: false })
  }
}

async function openZip(file: SpooledFile): Promise<ZipFile> {
  try {
    return await new Promise<ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false }
      fromRandomAccessReader(new SpooledFileReader(file), file.size, options, (error, zip) =>
        error ? reject(error) : resolve(zip),
      )
    })
  } catch (error) {
    // The directory is at the end.
    throw new FileFault('truncated', {}, { cause: error })
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => {
        entries.set(toKey(entry.fileName), entry)
        zip.readEntry()
      })
      zip.on('end', resolve)
      zip.on('error', reject)
      zip.readEntry()
    })
  } catch (error) {
    throw new FileFault('malformed', {}, { cause: error })
  }
  return entries
}

function assertSafe(entries: Entry[]): void {
  if (entries.some((entry) => entry.isEncrypted())) throw new FileFault('encrypted')
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (unpacked > FILE_LIMITS.unpackedBytes) throw new FileFault('unsafeArchive', { limit: FILE_LIMITS.unpackedBytes })
  const isBomb = entries.some(
    ({ uncompressedSize, compressedSize }) =>
      uncompressedSize > RATIO_COUNTS_FROM_BYTES && uncompressedSize > compressedSize * FILE_LIMITS.compressionRatio,
  )
  if (isBomb) throw new FileFault('unsafeArchive', { limit: FILE_LIMITS.compressionRatio })
}

function findForeignFormat(names: ReadonlySet<string>): ForeignFormat | null {
  if (names.has('xl/workbook.bin')) return 'binaryWorkbook'
  if (names.has('_rels/.rels') && names.has('[content_types].xml')) return null
  if (names.has('mimetype') && names.has('content.xml')) return 'openDocument'
  return [...names].some((name) => name.endsWith('.iwa')) ? 'numbers' : 'archive'
}

async function* readEntry(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new FileFault('malformed')
  try {
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)))
    })
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault('malformed', {}, { cause: error })
  }
}
