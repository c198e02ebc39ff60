import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'
import { next, readOutput } from './children.mjs'
import { compressFolder } from './compress.mjs'
import { withLock } from './process-lock.mjs'

const FOLDERS = ['app', 'components', 'inngest', 'prisma', 'public', 'server']
const IGNORED = new Set(['functions', 'generated', 'migrations', 'node_modules', 'testing'])
const BUILD_TIMEOUT_MS = 15 * 60_000

/**
 * Builds the service unless the last build was made of the same sources. Writes nothing in the checkout then, which may be another user's.
 *
 * @param {Record<string, string | undefined>} env
 * @param {(sentence: string) => void} say
 * @throws {Refusal} with the compiler's output, or where the checkout cannot be written
 */
export async function buildIfStale(env, say) {
  if (isBuilt(env)) return
  try {
    // Two starts of one checkout would otherwise write the same folder at once.
    await withLock(
      path.join(ROOT, `node_modules/.build${path.basename(buildFolder(env))}.lock`),
      async () => {
        if (!isBuilt(env)) await build(env, say)
      },
      BUILD_TIMEOUT_MS,
    )
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error
    throw new Refusal(
      `The service has to be built, and ${ROOT} cannot be written: ${error.message}. Run \`npm run build\` there as a user who may.`,
      { cause: error },
    )
  }
}

/**
 * Builds the service, and says in the build of which sources it is.
 *
 * @param {Record<string, string | undefined>} env
 * @param {(sentence: string) => void} say
 * @throws {Refusal} with the compiler's output
 */
export async function build(env, say) {
  const folder = buildFolder(env)
  const sources = sourcesHash(env)
  say('Building (about a minute)…')
  fs.rmSync(stampOf(folder), { force: true })
  await readOutput(next('build'), { ...env, NODE_ENV: 'production' }, 'The build')
  await compressFolder(path.join(folder, 'static'))
  writeStamp(folder, sources)
}

/**
 * @param {string} folder of a build
 * @param {string} sources that it was made of
 */
export function writeStamp(folder, sources) {
  fs.writeFileSync(stampOf(folder), `${sources} ${NODE_MAJOR}`)
}

function buildFolder(env) {
  return path.join(ROOT, env.NEXT_DIST_DIR || '.next')
}

function stampOf(folder) {
  return path.join(folder, 'sources-hash')
}

function isBuilt(env) {
  const stamp = stampOf(buildFolder(env))
  return fs.existsSync(stamp) && isOf(fs.readFileSync(stamp, 'utf8'), sourcesHash(env))
}

/** The compiler writes for the Node that it runs on: a build serves that one and later ones. */
const NODE_MAJOR = Number(process.versions.node.split('.')[0])

/** @param {string} stamp what the last build left: of which sources, on which Node. */
function isOf(stamp, sources) {
  const [builtOf, builtOn] = stamp.split(' ')
  return builtOf === sources && Number(builtOn) <= NODE_MAJOR
}

/** @param {Record<string, string | undefined>} env */
export function sourcesHash(env) {
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
