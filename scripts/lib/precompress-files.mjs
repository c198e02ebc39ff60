import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** Fonts and images are compressed formats already. */
const TEXT = /\.(?:js|css|svg|json|txt)$/
/** Smaller files would not get much smaller. */
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
 * Writes compressed copies, `name.br` and `name.gz`, beside every text file of a folder: once per build with the best compression,
 * instead of on each request.
 *
 * @param {string} folder
 */
export async function precompressFiles(folder) {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name))
  await Promise.all(files.map((name) => compressFile(path.join(folder, name))))
}

/** @param {string} file */
async function compressFile(file) {
  const bytes = await fs.promises.readFile(file)
  if (bytes.length < MIN_BYTES) return
  for (const [extension, encode] of Object.entries(ENCODERS)) {
    const encoded = await encode(bytes)
    if (encoded.length < bytes.length) await fs.promises.writeFile(file + extension, encoded)
  }
}
