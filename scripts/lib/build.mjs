import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './checkout.mjs'
import { next, readOutput } from './children.mjs'
import { compressFolder } from './compress.mjs'
import { withLock } from './process-lock.mjs'

const FOLDERS = ['app', 'components', 'inngest', 'prisma', 'public', 'server']
const IGNORED = new Set(['functions', 'generated', 'migrations', 'node_modules', 'testing'])
const BUILD_TIMEOUT_MS = 15 * 60_000

/**
 * Builds the service unless the last build was made of the same sources.
 *
 * @param {Record<string, string | undefined>} env
 * @param {(sentence: string) => void} say
 * @throws {import('./checkout.mjs').Refusal} with the compiler's output
 */
export async function buildIfStale(env, say) {
  const folder = path.join(ROOT, env.NEXT_DIST_DIR || '.next')
  const stamp = path.join(folder, 'sources-hash')
  // Two starts of one checkout would otherwise write the same folder at once.
  await withLock(
    path.join(ROOT, `node_modules/.build${path.basename(folder)}.lock`),
    async () => {
      const current = sourcesHash(env)
      if (fs.existsSync(stamp) && isOf(fs.readFileSync(stamp, 'utf8'), current)) return
      say('Building (about a minute)…')
      fs.rmSync(stamp, { force: true })
      await readOutput(next('build'), { ...env, NODE_ENV: 'production' }, 'The build')
      await compressFolder(path.join(folder, 'static'))
      fs.writeFileSync(stamp, `${current} ${NODE_MAJOR}`)
    },
    BUILD_TIMEOUT_MS,
  )
}

/** The compiler writes for the Node that it runs on: a build serves that one and later ones. */
const NODE_MAJOR = Number(process.versions.node.split('.')[0])

/** @param {string} stamp what the last build left: of which sources, on which Node. */
function isOf(stamp, sources) {
  const [builtOf, builtOn] = stamp.split(' ')
  return builtOf === sources && Number(builtOn) <= NODE_MAJOR
}

function sourcesHash(env) {
  const hash = crypto.createHash('sha256')
  for (const [name, value] of Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (name.startsWith('NEXT_PUBLIC_')) hash.update(`${name}=${value}\0`)
  for (const file of sourceFiles())
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Walked instead of asked from git: an archive has no git, and a file that nobody added yet is built too. */
function sourceFiles() {
  const top = fs.readdirSync(ROOT, { withFileTypes: true })
  const files = top.filter(
    (entry) => entry.isFile() && /\.(json|m?js|tsx?)$/.test(entry.name) && !/next-env|README/.test(entry.name),
  )
  const folders = top.filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name))
  return [
    ...files.map((file) => path.join(ROOT, file.name)),
    ...folders.flatMap((folder) => walk(path.join(ROOT, folder.name))),
  ].toSorted((a, b) => (a < b ? -1 : 1))
}

function walk(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : walk(file)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [file]
  })
}
