import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const PREFIX = 'postgres-programs-'
const WRITABLE_BY_OTHERS = 0o022

/**
 * Copies PostgreSQL's programs into the data folder, for a user who cannot read node_modules. An existing copy is used only if all of its
 * files are owned by this user, not writable by others, and identical to the source.
 *
 * @param {string} source folder of `bin` and `lib`
 * @param {string} dataDir
 * @returns {string} folder of the copy
 */
export function copyPostgresPrograms(source, dataDir) {
  const hash = hashFolder(source)
  const copy = path.join(dataDir, `${PREFIX}${hash.slice(0, 12)}`)
  if (isOurs(copy) && hashFolder(copy) === hash) return copy
  // Other versions, partial copies, and files of other users.
  for (const name of fs.readdirSync(dataDir).filter((entry) => entry.startsWith(PREFIX)))
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  const fresh = fs.mkdtempSync(path.join(dataDir, PREFIX))
  fs.cpSync(source, fresh, { recursive: true, verbatimSymlinks: true })
  for (const { file, stat } of walk(fresh))
    if (!stat.isSymbolicLink()) fs.chmodSync(file, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  fs.renameSync(fresh, copy)
  return copy
}

/** @param {string} folder */
function isOurs(folder) {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  return walk(folder).every(
    ({ stat }) => stat.uid === process.getuid?.() && (stat.isSymbolicLink() || (stat.mode & WRITABLE_BY_OTHERS) === 0),
  )
}

/**
 * Hash of the paths, file contents and link targets.
 *
 * @param {string} folder
 */
function hashFolder(folder) {
  const hash = crypto.createHash('sha256')
  for (const { file, stat } of walk(folder)) {
    hash.update(`${path.relative(folder, file)}\0`)
    if (stat.isSymbolicLink()) hash.update(`${fs.readlinkSync(file)}\0`)
    else if (stat.isFile()) hash.update(`${stat.size}\0`).update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

/**
 * @param {string} file
 * @returns {{ file: string, stat: fs.Stats }[]}
 */
function walk(file) {
  const stat = fs.lstatSync(file)
  if (!stat.isDirectory()) return [{ file, stat }]
  const entries = fs.readdirSync(file).toSorted()
  return [{ file, stat }, ...entries.flatMap((name) => walk(path.join(file, name)))]
}
