import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import zlib from 'node:zlib'

/**
 * @typedef {{ file: string, bytes: number, neededBy: string[] }} WeighedFile
 * @typedef {{ page: string, bytes: number, files: WeighedFile[] }} WeighedPage
 */

/**
 * What each page's first load brings of script, as it goes over the wire (brotli), heaviest file first. What comes with
 * use (`import()`) does not count.
 * @param {string} distDir of a production build
 * @returns {WeighedPage[]} by address
 */
export function weighPages(distDir) {
  const read = (file) => fs.readFileSync(path.join(distDir, file))
  const weigh = remembered((file) => zlib.brotliCompressSync(read(file)).length)
  const shared = JSON.parse(read('build-manifest.json').toString()).rootMainFiles
  const weighed = findManifests(path.join(distDir, 'server/app')).map((file) => {
    const [name, manifest] = readManifest(file)
    const users = usersOfFiles(manifest.clientModules)
    const files = [...new Set([...shared, ...Object.values(manifest.entryJSFiles).flat()])]
      .filter((script) => script.endsWith('.js'))
      .map((script) => ({
        file: script,
        bytes: weigh(script),
        neededBy: shared.includes(script) ? ['React and Next.js'] : (users.get(script) ?? []),
      }))
      .sort((a, b) => b.bytes - a.bytes)
    return { page: toAddress(name), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), files }
  })
  return weighed.sort((a, b) => a.page.localeCompare(b.page))
}

function findManifests(folder) {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page_client-reference-manifest.js') && !file.includes('_global-error'))
    .map((file) => path.join(folder, file))
}

/** The manifest is a script that sets a global. */
function readManifest(file) {
  const context = { globalThis: {} }
  vm.runInNewContext(fs.readFileSync(file, 'utf8'), context)
  const [entry] = Object.entries(context.globalThis.__RSC_MANIFEST)
  return entry
}

/** Script → the modules of ours and of packages that need it. */
function usersOfFiles(clientModules) {
  const users = new Map()
  for (const [module, { chunks }] of Object.entries(clientModules))
    for (const chunk of chunks) {
      const file = chunk.replace(/^\/_next\//, '')
      const name = module.replace(/^\[project\]\//, '').replace(/ <module evaluation>$/, '')
      users.set(file, [...new Set([...(users.get(file) ?? []), name])])
    }
  return users
}

/** "/(dashboard)/contacts/[id]/page" → "/contacts/[id]". */
function toAddress(name) {
  return name.replace(/\/\([^)]*\)/g, '').replace(/\/page$/, '') || '/'
}

function remembered(compute) {
  const known = new Map()
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key))
    return known.get(key)
  }
}
