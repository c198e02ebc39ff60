import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { getNpmCommand } from './install-dependencies.mjs'
import { OperatorError, ROOT } from './operator-error.mjs'

/** The oldest supported version, and the newest of each line in use. */
export const TESTED_NODE_VERSIONS = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

/**
 * The executable of a Node version, installed from npm into `.data-nodes` without install scripts.
 *
 * @param {string} version
 * @returns {string} its path
 * @throws {OperatorError} when npm has none for this machine or is unreachable
 */
export function installNode(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = path.join(ROOT, '.data-nodes', version)
  const program = path.join(folder, 'node_modules', name, 'bin/node')
  if (fs.existsSync(program)) return program
  fs.mkdirSync(folder, { recursive: true })
  const { file, prefix, shell } = getNpmCommand()
  const options = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const { status, stderr, error } = spawnSync(file, [...prefix, 'install', ...options, `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell,
  })
  if (status !== 0 || !fs.existsSync(program))
    throw new OperatorError(`Node ${version} could not be fetched for ${name}: ${error?.message ?? stderr}`)
  return program
}
