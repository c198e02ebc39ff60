import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** What is text; fonts and pictures are compressed as they are. */
const TEXT = /\.(?:js|css|svg|json|txt)$/
/** Below this, what the encoding costs is more than what it saves. */
const MIN_BYTES = 1024

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const ENCODERS = {
  '.br': (bytes) =>
    brotli(bytes, {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes) => gzip(bytes, { level: 9 }),
}
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Puts a compressed copy beside every file of text in a folder, as `name.br` and `name.gz`: once for each build, as well
 * as can be, instead of quickly for each request.
 *
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))
  await Promise.all(files.map((name) => compressFile(path.join(folder, name))))
}

async function compressFile(file) {
  const bytes = await fs.promises.readFile(file)
  if (bytes.length < MIN_BYTES) return
  for (const [extension, encode] of Object.entries(ENCODERS)) {
    const encoded = await encode(bytes)
    if (encoded.length < bytes.length) await fs.promises.writeFile(file + extension, encoded)
  }
}
