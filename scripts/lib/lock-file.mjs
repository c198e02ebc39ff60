/**
 * What package-lock.json asks for, held against what npm says it installed. Uses nothing but Node, since it runs before anything is
 * installed.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, inBundle?: boolean, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages by the folder that they lie in, as npm's lock files have them
 * @typedef {{ name: string, version: string, isVouchedFor: boolean }} Addition
 */

/**
 * @param {Packages} wanted of package-lock.json
 * @param {Packages | null} present of node_modules/.package-lock.json
 * @returns {boolean} whether all of it is there, with the content that the lock file vouches for; packages for other platforms may be absent
 */
export function isInstalled(wanted, present) {
  if (present === null) return false
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '') return true
    const installed = present[folder]
    if (installed === undefined) return entry.optional === true
    return installed.version === entry.version && installed.integrity === entry.integrity
  })
}

/**
 * A lock file that was written where a platform's packages were out of reach leaves them out, and npm adds them. Their content is
 * then what the registry says it is. What can be checked is that they were asked for: by a package that the lock file does vouch
 * for, or by such an addition, as an optional part, at exactly this version; or that they came inside the file of such an addition.
 *
 * @param {Packages} wanted
 * @param {Packages} present
 * @returns {Addition[]} what is there and not in package-lock.json
 */
export function additionsTo(wanted, present) {
  const left = new Map(Object.entries(present).filter(([folder]) => folder !== '' && wanted[folder] === undefined))
  const trusted = Object.values(wanted)
  const vouchedFor = new Set()
  for (let found = true; found; ) {
    found = false
    for (const [folder, entry] of left) {
      if (vouchedFor.has(folder)) continue
      if (!isAskedFor(trusted, folder, entry) && !isBundledIn(vouchedFor, folder, entry)) continue
      vouchedFor.add(folder)
      trusted.push(entry)
      found = true
    }
  }
  return [...left].map(([folder, entry]) => ({
    name: packageName(folder),
    version: entry.version ?? '',
    isVouchedFor: vouchedFor.has(folder),
  }))
}

function isAskedFor(trusted, folder, { version, integrity, optional }) {
  if (!optional || !integrity?.startsWith('sha512-')) return false
  return trusted.some(({ optionalDependencies = {} }) => optionalDependencies[packageName(folder)] === version)
}

/** What a package brings along in its own file lies in its folder and has no hash but that file's. */
function isBundledIn(vouchedFor, folder, { inBundle }) {
  return inBundle === true && [...vouchedFor].some((parent) => folder.startsWith(`${parent}/node_modules/`))
}

function packageName(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
