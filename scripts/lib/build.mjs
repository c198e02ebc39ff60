import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { getErrorCode, getErrorMessage, OperatorError, ROOT } from './operator-error.mjs'
import { precompressFiles } from './precompress-files.mjs'
import { withLock } from './process-lock.mjs'
import { buildNextJsArguments, runNodeOrThrow } from './spawn.mjs'

/** @typedef {Record<string, string | undefined>} Env */

const FOLDERS = ['app', 'components', 'inngest', 'prisma', 'public', 'server']
const IGNORED = new Set(['functions', 'generated', 'migrations', 'node_modules', 'testing'])
const BUILD_TIMEOUT_MS = 15 * 60_000

/**
 * Builds the service unless the last build has the same sources. Then nothing is written, as the folder may be read-only.
 *
 * @param {Env} env
 * @param {(sentence: string) => void} say
 * @throws {OperatorError} with the compiler's output, or if ROOT is read-only
 */
export async function buildIfStale(env, say) {
  if (isBuilt(env)) return
  try {
    // Concurrent starts must not write the same folder.
    await withLock(
      path.join(ROOT, `node_modules/.build${path.basename(buildFolder(env))}.lock`),
      async () => {
        if (!isBuilt(env)) await buildService(env, say)
      },
      BUILD_TIMEOUT_MS,
    )
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes(getErrorCode(error))) throw error
    throw new OperatorError(
      `The service has to be built, and ${ROOT} cannot be written: ${getErrorMessage(error)}. Run \`npm run build\` there as a user who may.`,
      { cause: error },
    )
  }
}

/**
 * Builds the service and stamps the build with the hash of its sources.
 *
 * @param {Env} env
 * @param {(sentence: string) => void} say
 * @throws {OperatorError} with the compiler's output
 */
export async function buildService(env, say) {
  const folder = buildFolder(env)
  const sources = hashSources(env)
  say('Building (about a minute)…')
  fs.rmSync(stampFile(folder), { force: true })
  await runNodeOrThrow(buildNextJsArguments('build'), { ...env, NODE_ENV: 'production' }, 'The build')
  await precompressFiles(path.join(folder, 'static'))
  writeBuildStamp(folder, sources)
}

/**
 * @param {string} folder of a build
 * @param {string} sources their hash
 */
export function writeBuildStamp(folder, sources) {
  fs.writeFileSync(stampFile(folder), `${sources} ${NODE_MAJOR}`)
}

/** @param {Env} env */
function buildFolder(env) {
  return path.join(ROOT, env.NEXT_DIST_DIR || '.next')
}

/** @param {string} folder */
function stampFile(folder) {
  return path.join(folder, 'sources-hash')
}

/** @param {Env} env */
function isBuilt(env) {
  const stamp = stampFile(buildFolder(env))
  return fs.existsSync(stamp) && isStampCurrent(fs.readFileSync(stamp, 'utf8'), hashSources(env))
}

/** The compiler targets the Node that it runs on, so a build works with that version and later ones. */
const NODE_MAJOR = Number(process.versions.node.split('.')[0])

/**
 * @param {string} stamp hash of the sources and major version of Node
 * @param {string} sources
 */
function isStampCurrent(stamp, sources) {
  const [hash, nodeMajor] = stamp.split(' ')
  return hash === sources && Number(nodeMajor) <= NODE_MAJOR
}

/** @param {Env} env */
export function hashSources(env) {
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

/** Not listed by git: an archive has no repository, and untracked files are built too. */
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

/**
 * @param {string} folder
 * @returns {string[]}
 */
function walk(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : walk(file)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [file]
  })
}
