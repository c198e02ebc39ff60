import fs from 'node:fs'
import path from 'node:path'
import Negotiator from 'negotiator'
import send from 'send'

/** In order of preference. */
const ENCODINGS = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
]
/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=UTF-8',
  '.txt': 'text/plain; charset=UTF-8',
}
const YEAR_MS = 365 * 86_400_000

/**
 * Serves files whose names contain a hash of their content (build files, fonts): as immutable, and compressed if a compressed copy
 * (`scripts/lib/precompress-files.mjs`) existed at the start.
 *
 * @param {string} prefix of the URL paths, such as `/_next/static/`
 * @param {string} folder
 * @returns {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<boolean>}
 *   false without a response if there is no such file
 */
export function createStaticFileHandler(prefix, folder) {
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
      const fail = () => {
        if (response.headersSent) return void response.destroy()
        for (const header of ['Vary', 'Content-Encoding', 'Content-Type']) response.removeHeader(header)
        resolve(false)
      }
      response.once('close', () => resolve(true))
      send(request, encodeURIComponent(name + (encoding?.extension ?? '')), options)
        .on('error', fail)
        .on('directory', fail)
        .pipe(response)
    })
  }
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} prefix
 * @returns {string | null} the path below the folder, null for another request
 */
function fileName({ method, url = '' }, prefix) {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(prefix)) return null
  try {
    return decodeURIComponent(url.slice(prefix.length).split('?', 1)[0] ?? '')
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return null
  }
}
