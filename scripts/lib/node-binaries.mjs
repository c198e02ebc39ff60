import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'
import { npmProgram } from './install.mjs'

/** The oldest that is supported, and the newest of each line that people run. */
export const SUPPORTED_NODES = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

/**
 * The program of one version of Node, from npm, kept in `.data-nodes` for the next time. npm checks what it downloads against the
 * registry's hashes; no script of the package runs.
 *
 * @param {string} version
 * @returns {string} its path
 * @throws {Refusal} when npm has none for this machine, or cannot be reached
 */
export function nodeProgram(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = path.join(ROOT, '.data-nodes', version)
  const program = path.join(folder, 'node_modules', name, 'bin/node')
  if (fs.existsSync(program)) return program
  fs.mkdirSync(folder, { recursive: true })
  const { file, prefix, shell } = npmProgram()
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const { status, stderr, error } = spawnSync(file, [...prefix, 'install', ...options, `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  })
  if (status !== 0 || !fs.existsSync(program))
    throw new Refusal(`Node ${version} could not be fetched for ${name}: ${error?.message ?? stderr}`)
  return program
}
