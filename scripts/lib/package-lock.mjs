/**
 * Compares package-lock.json with npm's list of installed packages. Imports only Node modules, as it runs before anything is installed.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, inBundle?: boolean, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages by folder, as in npm's lock files
 * @typedef {{ name: string, version: string, isVouchedFor: boolean }} Addition
 */

/**
 * @param {Packages} wanted of package-lock.json
 * @param {Packages | null} present of node_modules/.package-lock.json
 * @returns {boolean} whether all packages are installed with the hashes of the lock file; those for other platforms may be absent
 */
export function arePackagesInstalled(wanted, present) {
  if (present === null) return false
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '') return true
    const installed = present[folder]
    if (installed === undefined) return entry.optional === true
    return installed.version === entry.version && installed.integrity === entry.integrity
  })
}

/**
 * Installed packages that package-lock.json lacks: npm adds the optional packages of a platform that the lock file was written without.
 * Vouched for are exact versions that a locked package, or another addition that is vouched for, lists as optional dependencies, and
 * packages bundled in such an addition.
 *
 * @param {Packages} wanted
 * @param {Packages} present
 * @returns {Addition[]}
 */
export function findUnlockedInstalledPackages(wanted, present) {
  const left = new Map(Object.entries(present).filter(([folder]) => folder !== '' && wanted[folder] === undefined))
  const trusted = Object.values(wanted)
  /** @type {Set<string>} */
  const vouchedFor = new Set()
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false
    for (const [folder, entry] of left) {
      if (vouchedFor.has(folder)) continue
      if (!isOptionalDependency(trusted, folder, entry) && !isBundledIn(vouchedFor, folder, entry)) continue
      vouchedFor.add(folder)
      trusted.push(entry)
      isGrowing = true
    }
  }
  return [...left].map(([folder, entry]) => ({
    name: packageName(folder),
    version: entry.version ?? '',
    isVouchedFor: vouchedFor.has(folder),
  }))
}

/**
 * @param {Entry[]} trusted
 * @param {string} folder
 * @param {Entry} entry
 */
function isOptionalDependency(trusted, folder, { version, integrity, optional }) {
  if (!optional || !integrity?.startsWith('sha512-')) return false
  return trusted.some(({ optionalDependencies = {} }) => optionalDependencies[packageName(folder)] === version)
}

/**
 * Bundled packages are in the folder of their parent, and covered by its hash.
 *
 * @param {Set<string>} vouchedFor
 * @param {string} folder
 * @param {Entry} entry
 */
function isBundledIn(vouchedFor, folder, { inBundle }) {
  return inBundle === true && [...vouchedFor].some((parent) => folder.startsWith(`${parent}/node_modules/`))
}

/** @param {string} folder */
function packageName(folder) {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
