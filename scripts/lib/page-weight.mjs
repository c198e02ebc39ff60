import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import zlib from 'node:zlib'

/**
 * @typedef {{ file: string, bytes: number, neededBy: string[] }} WeighedFile
 * @typedef {{ page: string, bytes: number, files: WeighedFile[] }} WeighedPage
 */

/**
 * Measures the scripts of each page's first load in brotli-compressed bytes, largest file first; without dynamic imports.
 *
 * @param {string} distDir of a production build
 * @returns {WeighedPage[]} by address
 */
export function measurePageWeights(distDir) {
  const read = (/** @type {string} */ file) => fs.readFileSync(path.join(distDir, file))
  const weigh = memoize((file) => zlib.brotliCompressSync(read(file)).length)
  /** @type {string[]} */
  const shared = JSON.parse(read('build-manifest.json').toString()).rootMainFiles
  const pages = findManifests(path.join(distDir, 'server/app')).map((file) => {
    const [name, manifest] = readManifest(file)
    const usages = findUsages(manifest.clientModules)
    const files = [...new Set([...shared, ...Object.values(manifest.entryJSFiles).flat()])]
      .filter((script) => script.endsWith('.js'))
      .map((script) => ({
        file: script,
        bytes: weigh(script),
        neededBy: shared.includes(script) ? ['React and Next.js'] : (usages.get(script) ?? []),
      }))
      .sort((a, b) => b.bytes - a.bytes)
    return { page: toAddress(name), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
  })
  return pages.sort((a, b) => a.page.localeCompare(b.page))
}

/** @param {string} folder */
function findManifests(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page_client-reference-manifest.js') && !file.includes('_global-error'))
    .map((file) => path.join(folder, file))
}

/**
 * @typedef {Record<string, { chunks: string[] }>} ClientModules
 * @typedef {{ clientModules: ClientModules, entryJSFiles: Record<string, string[]> }} Manifest
 */

/**
 * The manifest is a script that sets a global.
 *
 * @param {string} file
 * @returns {[page: string, manifest: Manifest]}
 */
function readManifest(file) {
  /** @type {{ globalThis: { __RSC_MANIFEST?: Record<string, Manifest> } }} */
  const context = { globalThis: {} }
  vm.runInNewContext(fs.readFileSync(file, 'utf8'), context)
  const [entry] = Object.entries(context.globalThis.__RSC_MANIFEST ?? {})
  if (entry === undefined) throw new Error(`${file} has no page.`)
  return entry
}

/**
 * @param {ClientModules} clientModules
 * @returns {Map<string, string[]>} importing modules by script
 */
function findUsages(clientModules) {
  /** @type {Map<string, string[]>} */
  const usages = new Map()
  for (const [module, { chunks }] of Object.entries(clientModules))
    for (const chunk of chunks) {
      const file = chunk.replace(/^\/_next\//, '')
      const name = module.replace(/^\[project\]\//, '').replace(/ <module evaluation>$/, '')
      usages.set(file, [...new Set([...(usages.get(file) ?? []), name])])
    }
  return usages
}

/** @param {string} name such as `/(dashboard)/contacts/[id]/page`, which becomes `/contacts/[id]` */
function toAddress(name) {
  return name.replace(/\/\([^)]*\)/g, '').replace(/\/page$/, '') || '/'
}

/**
 * @param {(key: string) => number} compute
 * @returns {(key: string) => number}
 */
function memoize(compute) {
  /** @type {Map<string, number>} */
  const cache = new Map()
  return (key) => {
    const value = cache.get(key) ?? compute(key)
    cache.set(key, value)
    return value
  }
}
