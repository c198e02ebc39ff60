import { FileFault, type ForeignFormat } from './file-fault'
import type { SpooledFile } from './spool-file'

const START_BYTES = 4096

const SIGNATURES: readonly (readonly [string, ForeignFormat])[] = [
  ['25504446', 'pdf'],
  ['89504e47', 'image'],
  ['ffd8ff', 'image'],
  ['474946383', 'image'],
  ['52494646', 'image'],
  ['1f8b', 'archive'],
  ['377abcaf', 'archive'],
  ['52617221', 'archive'],
]
const ZIP_SIGNATURES = ['504b0304', '504b0506']
const OLE_SIGNATURE = 'd0cf11e0a1b11ae1'

/**
 * Recognizes by content, because names lie: many systems call HTML or CSV `.xls`.
 * @throws {FileFault} `empty`, `notATable` with the format, `encrypted`
 */
export async function detectFormat(file: SpooledFile): Promise<'csv' | 'xlsx'> {
  const start = await file.read(0, START_BYTES)
  if (start.length === 0) throw new FileFault('empty')
  const signature = start.subarray(0, 8).toString('hex')
  if (ZIP_SIGNATURES.some((zip) => signature.startsWith(zip))) return 'xlsx'
  if (signature === OLE_SIGNATURE) throw await describeOleFile(file)
  const binary = SIGNATURES.find(([prefix]) => signature.startsWith(prefix))
  if (binary) throw new FileFault('notATable', { format: binary[1] })
  const format = detectForeignText(start)
  if (format !== null) throw new FileFault('notATable', { format })
  return 'csv'
}

/** Stream of a password-protected workbook (ECMA-376 encrypted in a compound file; MS-OFFCRYPTO, 2.3.4). */
const ENCRYPTED_STREAM = Buffer.from('EncryptedPackage', 'utf16le')

async function describeOleFile(file: SpooledFile): Promise<FileFault> {
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of file.chunks()) {
    const window = Buffer.concat([tail, chunk])
    if (window.includes(ENCRYPTED_STREAM)) return new FileFault('encrypted')
    tail = window.subarray(-ENCRYPTED_STREAM.length)
  }
  return new FileFault('notATable', { format: 'legacyWorkbook' })
}

const HTML = /^<(?:!doctype\s+html|html|head|body|table|meta|div)\b/i
const XML = /^<(?:\?xml|[a-z][\w.:-]*[\s>])/i
const JSON_START = /^(?:\{\s*["}]|\[\s*(?:[{[\]"]|-?\d+(?:\.\d+)?\s*[,\]]))/

function detectForeignText(start: Buffer): ForeignFormat | null {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  if (isUtf16) return null
  const zeros = start.filter((byte) => byte === 0).length
  if (zeros > 0 && zeros < start.length / 4) return 'binary'
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (HTML.test(text) || (text.startsWith('<?xml') && /<html\b/i.test(text))) return 'html'
  if (XML.test(text)) return 'xml'
  return JSON_START.test(text) ? 'json' : null
}
