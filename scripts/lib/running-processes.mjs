import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorCode } from './operator-error.mjs'

/** @typedef {{ pid: number, identity: string }} ProcessRecord */

const onLinux = process.platform === 'linux'

/**
 * Distinguishes a process from a later one with the same number, also after a reboot.
 *
 * @param {number} pid
 * @returns {string | null} null when no such process runs; a zombie does not run
 */
function processIdentity(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (!onLinux) return ps(pid, 'lstart=') || null
  const stat = readStat(pid)
  return stat === null || stat.state === 'Z' || stat.state === 'X' ? null : `${bootId()}/${stat.startTime}`
}

/**
 * @param {ProcessRecord | null | undefined} record
 */
export function isRunning(record) {
  return record != null && processIdentity(record.pid) === record.identity
}

/**
 * @param {number} pid
 * @returns {ProcessRecord} for a later `isRunning`
 */
export function identifyProcess(pid) {
  return { pid, identity: processIdentity(pid) ?? 'gone' }
}

/**
 * @param {number} pid
 * @returns {string} arguments joined by spaces; empty when the process has ended
 */
export function readProcessCommandLine(pid) {
  if (!onLinux) return ps(pid, 'command=')
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/**
 * Sends the signals in turn until the process has ended.
 *
 * @param {ProcessRecord} target
 * @param {Array<{ signal: NodeJS.Signals, graceMs: number }>} signals
 */
export async function stopProcess(target, signals) {
  for (const { signal, graceMs } of signals) {
    if (!isRunning(target)) return
    sendProcessSignal(target.pid, signal)
    const until = Date.now() + graceMs
    while (isRunning(target) && Date.now() < until) await sleep(20)
  }
}

/**
 * @param {ProcessRecord} leader
 * @returns {boolean} whether a process of the group, or a thread of one, still runs: after a SIGKILL the first thread may end a second
 *   before the others, and until then the process keeps its ports
 */
export function isGroupRunning(leader) {
  if (isRunning(leader)) return true
  // The system does not reuse the number of an existing group, so without a leader it is still the old group.
  return processIdentity(leader.pid) === null && groupMembers(leader.pid).some(hasThreads)
}

/**
 * @param {number} pid negative for a process group
 * @param {NodeJS.Signals} signal
 */
export function sendProcessSignal(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}

/** @param {number} group */
function groupMembers(group) {
  if (onLinux)
    return fs
      .readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && readStat(pid)?.group === group)
  const list = spawnSync('ps', ['-A', '-o', 'pid=,pgid='], { encoding: 'utf8' }).stdout ?? ''
  const rows = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return rows.flatMap(([pid, pgid]) => (pgid === group && pid !== undefined ? [pid] : []))
}

/** @param {number} pid */
function hasThreads(pid) {
  if (!onLinux) return processIdentity(pid) !== null
  const stat = readStat(pid)
  return stat !== null && (stat.state !== 'Z' || stat.threads > 1) && stat.state !== 'X'
}

/**
 * Not from `ps`, which small containers lack.
 *
 * @param {number} pid
 */
function readStat(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold spaces; after it come the state (field 3), the group (5), the number
    // of threads (20) and the start time (22): proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], group: Number(fields[2]), threads: Number(fields[17]), startTime: fields[19] }
  } catch {
    return null // it has ended
  }
}

/** @type {string | undefined} */
let boot
function bootId() {
  boot ??= fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return boot
}

/**
 * @param {number} pid
 * @param {string} column
 */
function ps(pid, column) {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
}
