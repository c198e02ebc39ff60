import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'

const OLDEST_NODE = [20, 19]

/**
 * Makes sure that node_modules is what package-lock.json says, development dependencies included, and installs it otherwise.
 * Uses nothing but Node, since it runs before anything is installed, and says on standard error what it does.
 *
 * @throws {Refusal} for a Node that is too old, or when npm fails
 */
export function ensureDependencies() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new Refusal(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`)
  if (isInstalled()) return
  process.stderr.write('Installing the dependencies (this takes a minute or two)…\n')
  const strict = npm(['ci', '--include=dev'])
  if (strict.status === 0) return
  // A lock file that was written where some platforms' optional packages were out of reach leaves those out, and `npm ci` refuses
  // it as a whole. `npm install` keeps to all that it says and adds the few that this platform misses.
  const filled = strict.output.includes('EUSAGE') ? npm(['install', '--no-save', '--include=dev']) : strict
  if (filled.status !== 0) throw new Refusal(`The dependencies could not be installed:\n${filled.output.trim()}`)
}

/**
 * npm leaves a lock file of what it installed. Packages for other platforms are in package-lock.json only.
 */
function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  if (wanted === null) throw new Refusal('package-lock.json is missing: this is not a complete checkout.')
  if (present === null) return false
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '') return true
    const installed = present[folder]
    if (installed === undefined) return entry.optional === true
    return installed.version === entry.version && installed.integrity === entry.integrity
  })
}

function packagesOf(file) {
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
