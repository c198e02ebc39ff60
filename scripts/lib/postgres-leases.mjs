import fs from 'node:fs'
import path from 'node:path'
import { isRunning, remember } from './processes.mjs'

let taken = 0

/**
 * Notes that this process uses what the folder stands for, until it lets go or dies.
 *
 * @param {string} folder one file for each use
 * @returns {() => void} lets go
 */
export function lease(folder) {
  fs.mkdirSync(folder, { recursive: true })
  taken += 1
  const file = path.join(folder, `${process.pid}-${taken}`)
  fs.writeFileSync(file, JSON.stringify(remember(process.pid)))
  return () => fs.rmSync(file, { force: true })
}

/**
 * @param {string} folder
 * @returns {number} how many uses there are, without those of processes that died
 */
export function holders(folder) {
  return fs.readdirSync(folder).filter((name) => {
    const file = path.join(folder, name)
    const isHeld = isRunning(parse(file))
    if (!isHeld) fs.rmSync(file, { force: true })
    return isHeld
  }).length
}

function parse(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null // let go between two looks, or its writer was killed while writing
  }
}
