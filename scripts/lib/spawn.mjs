import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { OperatorError, ROOT } from './operator-error.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a program to its end.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {object} options
 * @param {Record<string, string | undefined>} options.env
 * @param {string} [options.cwd] ROOT by default
 * @param {import('node:child_process').StdioOptions} [options.stdio]
 * @param {number} [options.timeoutMs]
 * @param {boolean} [options.shell]
 * @param {(text: string, stream: 'stdout' | 'stderr') => void} [options.onOutput] called with piped output
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export async function runProgram(file, args, options) {
  const { cwd = ROOT, stdio = 'inherit', timeoutMs, shell = false, onOutput = () => {} } = options
  const env = /** @type {NodeJS.ProcessEnv} */ (options.env)
  const child = spawn(file, args, {
    env,
    cwd,
    stdio,
    shell,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  })
  running.add(child)
  child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => onOutput(text, 'stdout'))
  child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => onOutput(text, 'stderr'))
  const [code] = await once(child, 'close')
  running.delete(child)
  return code ?? 1
}

/**
 * @param {string[]} args of Node
 * @param {Parameters<typeof runProgram>[2]} options
 * @returns {Promise<number>} its exit code
 */
export function runNode(args, options) {
  return runProgram(process.execPath, args, options)
}

/**
 * Runs a Node program and captures its output.
 *
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @param {number} [timeoutMs]
 * @returns {Promise<{ code: number, stdout: string, combined: string }>} `combined`: both streams, in order of arrival
 */
export async function captureNodeOutput(args, env, timeoutMs) {
  const output = { stdout: '', combined: '' }
  const code = await runNode(args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    onOutput(text, stream) {
      if (stream === 'stdout') output.stdout += text
      output.combined += text
    },
  })
  return { code, ...output }
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @param {string} purpose completes "… failed"
 * @returns {Promise<string>} its standard output
 * @throws {OperatorError} with all of its output, when it fails
 */
export async function runNodeOrThrow(args, env, purpose) {
  const { code, stdout, combined } = await captureNodeOutput(args, env)
  if (code !== 0) throw new OperatorError(`${purpose} failed:\n\n${combined.trim()}`)
  return stdout
}

/** Ends every running program: a signal to the launcher alone would leave them behind. */
export function terminateChildren() {
  for (const child of running) child.kill('SIGTERM')
}

/** @param {string[]} args of the `next` command */
export function buildNextJsArguments(...args) {
  return [path.join(ROOT, 'node_modules/next/dist/bin/next'), ...args]
}

/**
 * Arguments of Node that run a TypeScript file of the server outside Next.
 *
 * @param {string} file relative to ROOT
 * @param {string[]} [args]
 */
export function buildTypescriptArguments(file, args = []) {
  // Modules marked `server-only` throw on import without this condition.
  return ['--conditions=react-server', `--import=${import.meta.resolve('tsx')}`, path.join(ROOT, file), ...args]
}
