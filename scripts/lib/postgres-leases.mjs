import fs from 'node:fs'
import path from 'node:path'
import { identifyProcess, isRunning } from './running-processes.mjs'

let count = 0

/**
 * Records that this process uses a server, until it releases the lease or dies.
 *
 * @param {string} folder of the lease files
 * @returns {() => void} releases the lease
 */
export function acquireLease(folder) {
  fs.mkdirSync(folder, { recursive: true })
  count += 1
  const file = path.join(folder, `${process.pid}-${count}`)
  fs.writeFileSync(file, JSON.stringify(identifyProcess(process.pid)))
  return () => fs.rmSync(file, { force: true })
}

/**
 * @param {string} folder
 * @returns {number} number of leases of running processes
 */
export function countLeases(folder) {
  return fs.readdirSync(folder).filter((name) => {
    const file = path.join(folder, name)
    const isActive = isRunning(parse(file))
    if (!isActive) fs.rmSync(file, { force: true })
    return isActive
  }).length
}

/** @param {string} file */
function parse(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null // released meanwhile, or its writer was killed while writing
  }
}
