import fs from 'node:fs'
import path from 'node:path'
import Negotiator from 'negotiator'
import send from 'send'

/** Best first. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
]
const TYPES = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
  '.txt': 'text/plain; charset=UTF-8',
}
const YEAR_MS = 365 * 86_400_000

/**
 * Serves files whose names change with what is in them, those of a build and the fonts: to be kept for good, and compressed where a copy
 * that the caller takes lies beside the file (`scripts/lib/compress.mjs`). Files that come later are not compressed.
 *
 * @param {string} prefix of their addresses, such as `/_next/static/`
 * @param {string} folder of what stands under it
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<boolean>}
 *   false for what is no such file, of which nothing was said then
 */
export function staticFiles(prefix, folder) {
  const compressed = new Set(
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:br|gz)$/.test(name)),
  )
  return async (request, response) => {
    const name = fileName(request, prefix)
    if (name === null) return false
    const choices = ENCODINGS.filter(({ extension }) => compressed.has(name + extension))
    const accepted = choices.length === 0 ? [] : new Negotiator(request).encodings(choices.map((choice) => choice.name))
    const encoding = choices.find((choice) => accepted.includes(choice.name))
    const type = TYPES[path.extname(name)]
    if (choices.length > 0) response.setHeader('Vary', 'Accept-Encoding')
    if (encoding) response.setHeader('Content-Encoding', encoding.name)
    if (type) response.setHeader('Content-Type', type)
    const options = { root: folder, index: false, immutable: true, maxAge: YEAR_MS }
    return new Promise((resolve) => {
      const leave = () => {
        if (response.headersSent) return response.destroy()
        for (const header of ['Vary', 'Content-Encoding', 'Content-Type']) response.removeHeader(header)
        resolve(false)
      }
      response.once('close', () => resolve(true))
      send(request, encodeURIComponent(name + (encoding?.extension ?? '')), options)
        .on('error', leave)
        .on('directory', leave)
        .pipe(response)
    })
  }
}

/** The path below the folder; null where the request is for something else. */
function fileName({ method, url = '' }, prefix) {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(prefix)) return null
  try {
    return decodeURIComponent(url.slice(prefix.length).split('?', 1)[0] ?? '')
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return null
  }
}
