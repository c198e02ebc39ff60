import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'

const OLDEST_NODE = [20, 19]

/**
 * Makes sure that node_modules is what package-lock.json says, development dependencies included, and installs it otherwise.
 * Uses nothing but Node, since it runs before anything is installed. npm's own output goes to standard error.
 *
 * @throws {Refusal} for a Node that is too old, or when npm fails
 */
export function ensureDependencies() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new Refusal(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`)
  if (isInstalled()) return
  process.stderr.write('Installing the dependencies (this takes a minute or two)…\n')
  const { status, error } = npm(['ci', '--include=dev'])
  if (status !== 0)
    throw new Refusal(
      `The dependencies could not be installed${error ? `: ${error.message}` : '; npm says why above'}.`,
    )
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
  return spawnSync(file, [...prefix, ...args], { cwd: ROOT, stdio: ['ignore', 2, 2], shell })
}

/**
 * @returns {{ file: string, prefix: string[], shell: boolean }} how to start the npm that started us, or the one on the PATH
 */
export function npmProgram() {
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) return { file: process.execPath, prefix: [running], shell: false }
  return { file: 'npm', prefix: [], shell: process.platform === 'win32' }
}
