import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a program to its end.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {object} options
 * @param {Record<string, string | undefined>} options.env
 * @param {string} [options.cwd] the checkout by default
 * @param {import('node:child_process').StdioOptions} [options.stdio]
 * @param {number} [options.timeoutMs]
 * @param {boolean} [options.shell]
 * @param {(text: string, stream: 'stdout' | 'stderr') => void} [options.hear] what it says, where `stdio` pipes it
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export async function runProgram(file, args, options) {
  const { env, cwd = ROOT, stdio = 'inherit', timeoutMs, shell = false, hear = () => {} } = options
  const child = spawn(file, args, { env, cwd, stdio, shell, timeout: timeoutMs })
  running.add(child)
  child.stdout?.setEncoding('utf8').on('data', (text) => hear(text, 'stdout'))
  child.stderr?.setEncoding('utf8').on('data', (text) => hear(text, 'stderr'))
  const [code] = await once(child, 'close')
  running.delete(child)
  return code ?? 1
}

/**
 * Runs a Node program to its end.
 *
 * @param {string[]} args
 * @param {Parameters<typeof runProgram>[2]} options
 * @returns {Promise<number>} its exit code
 */
export function runNode(args, options) {
  return runProgram(process.execPath, args, options)
}

/**
 * Runs a Node program quietly.
 *
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @param {number} [timeoutMs]
 * @returns {Promise<{ code: number, stdout: string, everything: string }>} `everything` has standard error too, in order
 */
export async function captureNode(args, env, timeoutMs) {
  const said = { stdout: '', everything: '' }
  const code = await runNode(args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    hear(text, stream) {
      if (stream === 'stdout') said.stdout += text
      said.everything += text
    },
  })
  return { code, ...said }
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @param {string} purpose completes "… failed"
 * @returns {Promise<string>} what it wrote on standard output
 * @throws {Refusal} with everything that it wrote, when it fails
 */
export async function readOutput(args, env, purpose) {
  const { code, stdout, everything } = await captureNode(args, env)
  if (code !== 0) throw new Refusal(`${purpose} failed:\n\n${everything.trim()}`)
  return stdout
}

/** Ends every program that still runs; a signal to the launcher alone would leave them behind. */
export function endChildren() {
  for (const child of running) child.kill('SIGTERM')
}

/** @param {string[]} args of the `next` command */
export function next(...args) {
  return [path.join(ROOT, 'node_modules/next/dist/bin/next'), ...args]
}

/**
 * How to run TypeScript of the server outside Next.
 *
 * @param {string} file relative to the checkout
 * @param {string[]} [args]
 */
export function typescript(file, args = []) {
  // Modules marked `server-only` throw on import unless this condition says that they are on a server.
  return ['--conditions=react-server', `--import=${import.meta.resolve('tsx')}`, path.join(ROOT, file), ...args]
}
