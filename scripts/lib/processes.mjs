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
function processIdentity(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (!onLinux) return ps(pid, 'lstart=') || null
  const stat = readStat(pid)
  return stat === null || stat.state === 'Z' || stat.state === 'X' ? null : `${bootId()}/${stat.startTime}`
}

/**
 * @param {{ pid: number, identity: string } | null | undefined} remembered
 * @returns {boolean} whether that very process still runs
 */
export function isRunning(remembered) {
  return remembered != null && processIdentity(remembered.pid) === remembered.identity
}

/**
 * @param {number} pid
 * @returns {{ pid: number, identity: string }} what to write down so that `isRunning` can answer later
 */
export function remember(pid) {
  return { pid, identity: processIdentity(pid) ?? 'gone' }
}

/**
 * @param {number} pid
 * @returns {string} the command line, arguments joined by spaces; empty when the process is gone
 */
export function commandLine(pid) {
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
 */
export async function stop(target, signals) {
  for (const { signal, graceMs } of signals) {
    if (!isRunning(target)) return
    send(target.pid, signal)
    const until = Date.now() + graceMs
    while (isRunning(target) && Date.now() < until) await sleep(20)
  }
}

/**
 * @param {{ pid: number, identity: string }} leader
 * @returns {boolean} whether the leader or any other process of its group still runs, a thread of theirs included: after a SIGKILL the
 *   first thread may be dead for a second before the others are, and until then the process keeps its ports
 */
export function groupIsRunning(leader) {
  if (isRunning(leader)) return true
  // A number is not given to a new process while a group bears it, so where no leader runs, the group is still the old one.
  return processIdentity(leader.pid) === null && groupMembers(leader.pid).some(hasThreads)
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

function hasThreads(pid) {
  if (!onLinux) return processIdentity(pid) !== null
  const stat = readStat(pid)
  return stat !== null && (stat.state !== 'Z' || stat.threads > 1) && stat.state !== 'X'
}

/** Read from /proc where there is one: small containers have no `ps`. */
function readStat(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold spaces; after it come the state (field 3), the group (5), the number
    // of threads (20) and the start time (22): proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], group: Number(fields[2]), threads: Number(fields[17]), startTime: fields[19] }
  } catch {
    return null // gone between two looks, which is an answer
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
