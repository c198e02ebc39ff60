import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const onLinux = process.platform === 'linux'

/**
 * Tells a process from a later one that was given the same number, also across a restart of the machine.
 *
 * @param {number} pid
 * @returns {string | null} null when no such process runs; a zombie does not run
 */
export function identityOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (!onLinux) return ps(pid, 'lstart=') || null
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold spaces; after it come the state (field 3) and, 19 later, the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${bootId()}/${fields[19]}`
  } catch {
    return null // gone between two looks, which is an answer
  }
}

/**
 * @param {{ pid: number, identity: string } | null | undefined} remembered
 * @returns {boolean} whether that very process still runs
 */
export function isRunning(remembered) {
  return remembered != null && identityOf(remembered.pid) === remembered.identity
}

/**
 * @param {number} pid
 * @returns {{ pid: number, identity: string }} what to write down so that `isRunning` can answer later
 */
export function remember(pid) {
  return { pid, identity: identityOf(pid) ?? 'gone' }
}

/**
 * @param {number} pid
 * @returns {string} the command line, arguments joined by spaces; empty when the process is gone
 */
export function commandLineOf(pid) {
  if (!onLinux) return ps(pid, 'command=')
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/**
 * Sends one signal after the other until the process is gone.
 *
 * @param {{ pid: number, identity: string }} target
 * @param {Array<{ signal: NodeJS.Signals, graceMs: number }>} signals
 * @param {{ group?: boolean }} [options] `group` signals the whole process group that the target leads
 */
export async function stop(target, signals, options = {}) {
  for (const { signal, graceMs } of signals) {
    if (!isRunning(target)) return
    send(options.group ? -target.pid : target.pid, signal)
    const until = Date.now() + graceMs
    while (isRunning(target) && Date.now() < until) await sleep(20)
  }
}

/**
 * @param {number} pid negative for a process group
 * @param {NodeJS.Signals} signal
 */
export function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

let boot
function bootId() {
  boot ??= fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

function ps(pid, column) {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
