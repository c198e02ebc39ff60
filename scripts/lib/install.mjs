import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'
import { additionsTo, isInstalled } from './lock-file.mjs'

/** npm leaves a lock file of what it installed. Packages for other platforms are in package-lock.json only. */
const INSTALLED = 'node_modules/.package-lock.json'
const OPTIONS = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']

/**
 * Makes sure that node_modules is what package-lock.json says, development dependencies included, and installs it otherwise. No
 * package runs a program of its own while it is installed: none of ours needs to.
 * Uses nothing but Node, since it runs before anything is installed, and says on standard error what it does.
 *
 * @throws {Refusal} for a Node that is too old, or when npm fails, or installs what nobody asked for
 */
export function ensureDependencies() {
  if (!isSupportedNode(process.versions.node))
    throw new Refusal(`Node 20.19, 22.12 or newer is required. This is ${process.versions.node}.`)
  const wanted = lockedPackages('package-lock.json')
  if (wanted === null) throw new Refusal('package-lock.json is missing, so this is not a complete checkout.')
  if (isInstalled(wanted, lockedPackages(INSTALLED))) return
  process.stderr.write('Installing the dependencies (this takes a minute or two)…\n')
  const strict = npm(['ci', ...OPTIONS])
  if (strict.status === 0) return
  // A lock file that was written where some platforms' optional packages were out of reach leaves those out, and `npm ci` refuses
  // it as a whole. `npm install` keeps to all that it says and adds the few that this platform misses.
  const filled = strict.output.includes('EUSAGE') ? npm(['install', '--no-save', ...OPTIONS]) : strict
  if (filled.status !== 0) throw new Refusal(`The dependencies could not be installed:\n${filled.output.trim()}`)
  checkAdditions(wanted)
}

/**
 * As `engines` in package.json says: 21 and the first of 22 lack what 20.19 has since.
 *
 * @param {string} version such as `22.12.0`
 */
export function isSupportedNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major === 20) return minor >= 19
  return major === 22 ? minor >= 12 : major > 22
}

/** Says which packages no hash of ours stands for, and takes back an installation with one in it that nobody asked for. */
function checkAdditions(wanted) {
  const present = lockedPackages(INSTALLED)
  const additions = additionsTo(wanted, present ?? {})
  const strangers = additions.filter(({ isVouchedFor }) => !isVouchedFor)
  if (!isInstalled(wanted, present) || strangers.length > 0) {
    fs.rmSync(path.join(ROOT, INSTALLED), { force: true })
    throw new Refusal(
      strangers.length > 0
        ? `npm installed packages that are not in package-lock.json: ${listPackages(strangers)}. Remove node_modules and start again.`
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

function listPackages(packages) {
  return packages.map(({ name, version }) => `${name}@${version}`).join(', ')
}

function lockedPackages(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function npm(args) {
  const { file, prefix, shell } = npmProgram()
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
 * @returns {{ file: string, prefix: string[], shell: boolean }} how to start the npm that started us, or the one on the PATH
 */
export function npmProgram() {
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) return { file: process.execPath, prefix: [running], shell: false }
  return { file: 'npm', prefix: [], shell: process.platform === 'win32' }
}
