import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const PREFIX = 'postgres-programs-'
const WRITABLE_BY_OTHERS = 0o022

/**
 * A copy of PostgreSQL's programs for another user to run, where that user cannot reach the checkout. It lies in the data folder,
 * where nobody but us can make anything, and is used again only while every file of it is ours, is closed to others' writing, and
 * has the content of its source.
 *
 * @param {string} source the folder that holds `bin` and `lib`
 * @param {string} dataDir
 * @returns {string} the folder that holds them now
 */
export function copyPrograms(source, dataDir) {
  const content = folderContent(source)
  const copy = path.join(dataDir, `${PREFIX}${content.slice(0, 12)}`)
  if (isOurs(copy) && folderContent(copy) === content) return copy
  // Of another version, cut short, or somebody else's.
  for (const name of fs.readdirSync(dataDir).filter((entry) => entry.startsWith(PREFIX)))
    fs.rmSync(path.join(dataDir, name), { recursive: true, force: true })
  const fresh = fs.mkdtempSync(path.join(dataDir, PREFIX))
  fs.cpSync(source, fresh, { recursive: true, verbatimSymlinks: true })
  for (const { file, stat } of walk(fresh))
    if (!stat.isSymbolicLink()) fs.chmodSync(file, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644)
  fs.renameSync(fresh, copy)
  return copy
}

function isOurs(folder) {
  if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  return walk(folder).every(
    ({ stat }) => stat.uid === process.getuid() && (stat.isSymbolicLink() || (stat.mode & WRITABLE_BY_OTHERS) === 0),
  )
}

/** The names and what is in them; of a link, where it leads. */
function folderContent(folder) {
  const hash = crypto.createHash('sha256')
  for (const { file, stat } of walk(folder)) {
    hash.update(`${path.relative(folder, file)}\0`)
    if (stat.isSymbolicLink()) hash.update(`${fs.readlinkSync(file)}\0`)
    else if (stat.isFile()) hash.update(`${stat.size}\0`).update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

function walk(file) {
  const stat = fs.lstatSync(file)
  if (!stat.isDirectory()) return [{ file, stat }]
  const entries = fs.readdirSync(file).toSorted()
  return [{ file, stat }, ...entries.flatMap((name) => walk(path.join(file, name)))]
}
