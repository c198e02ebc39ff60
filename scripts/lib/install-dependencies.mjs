import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { getErrorCode, OperatorError, ROOT } from './operator-error.mjs'
import { arePackagesInstalled, findUnlockedInstalledPackages } from './package-lock.mjs'

/** @typedef {import('./package-lock.mjs').Packages} Packages */

/** npm's list of installed packages. Packages for other platforms are only in package-lock.json. */
const INSTALLED = 'node_modules/.package-lock.json'
const OPTIONS = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']

/**
 * Installs the packages of package-lock.json, development dependencies included, unless they are installed. Install scripts do not run.
 * Imports only Node modules, as it runs before anything is installed, and reports on standard error.
 *
 * @throws {OperatorError} for an unsupported Node, or when npm fails or installs unexpected packages
 */
export function ensureDependencies() {
  if (!isSupportedNode(process.versions.node))
    throw new OperatorError(`Node 20.19, 22.12 or newer is required. This is ${process.versions.node}.`)
  const locked = readPackages('package-lock.json')
  if (locked === null) throw new OperatorError('package-lock.json is missing, so this is not a complete checkout.')
  if (arePackagesInstalled(locked, readPackages(INSTALLED))) return
  process.stderr.write('Installing the dependencies (this takes a minute or two)…\n')
  const strict = npm(['ci', ...OPTIONS])
  if (strict.status === 0) return
  // `npm ci` rejects a lock file that lacks optional packages of this platform; `npm install` follows it and adds them.
  const filled = strict.output.includes('EUSAGE') ? npm(['install', '--no-save', ...OPTIONS]) : strict
  if (filled.status !== 0) throw new OperatorError(`The dependencies could not be installed:\n${filled.output.trim()}`)
  checkAdditions(locked)
}

/**
 * As `engines` in package.json: 21 and the first versions of 22 lack features of 20.19.
 *
 * @param {string} version such as `22.12.0`
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 20) return minor >= 19
  return major === 22 ? minor >= 12 : major > 22
}

/**
 * Reports the installed packages that package-lock.json has no hash for, and invalidates an installation with unexpected ones.
 *
 * @param {Packages} locked
 * @throws {OperatorError}
 */
function checkAdditions(locked) {
  const present = readPackages(INSTALLED)
  const additions = findUnlockedInstalledPackages(locked, present ?? {})
  const unexpected = additions.filter(({ isVouchedFor }) => !isVouchedFor)
  if (!arePackagesInstalled(locked, present) || unexpected.length > 0) {
    fs.rmSync(path.join(ROOT, INSTALLED), { force: true })
    throw new OperatorError(
      unexpected.length > 0
        ? `npm installed packages that are not in package-lock.json: ${listPackages(unexpected)}. Remove node_modules and start again.`
        : 'npm installed different packages from those in package-lock.json. Remove node_modules and start again.',
    )
  }
  if (additions.length > 0)
    process.stderr.write(
      `package-lock.json has no hash for ${additions.length === 1 ? 'one package' : `${additions.length} packages`} of this platform. ` +
        `npm added the exact versions that packages in it name, with the content that the registry gave: ${listPackages(additions)}. ` +
        'Where the registry signs its packages, `npm audit signatures` checks them.\n',
    )
}

/** @param {import('./package-lock.mjs').Addition[]} packages */
function listPackages(packages) {
  return packages.map(({ name, version }) => `${name}@${version}`).join(', ')
}

/**
 * @param {string} file relative to ROOT
 * @returns {Packages | null} null without the file
 */
function readPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')).packages
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** @param {string[]} args */
function npm(args) {
  const { file, prefix, shell } = getNpmCommand()
  const { status, stderr, error } = spawnSync(file, [...prefix, ...args, '--loglevel=warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell,
  })
  return { status, output: error?.message ?? stderr }
}

/**
 * @returns {{ file: string, prefix: string[], shell: boolean }} command of the npm that started this process, or of the one on the PATH
 */
export function getNpmCommand() {
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) return { file: process.execPath, prefix: [running], shell: false }
  return { file: 'npm', prefix: [], shell: process.platform === 'win32' }
}
