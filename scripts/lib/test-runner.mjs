import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIfStale } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { generatePrismaClient } from './generate-prisma-client.mjs'
import { getNpmCommand } from './install-dependencies.mjs'
import { getErrorMessage, OperatorError, ROOT } from './operator-error.mjs'
import { runNode, runProgram } from './spawn.mjs'
import { startTestPostgres } from './test-postgres.mjs'
import { formatTimeReport, readTestReport } from './test-report.mjs'
import { VARIABLES_CLEARED_FOR_TESTS } from './variables-cleared-for-tests.mjs'

/**
 * @typedef {Record<string, string | undefined>} Env
 * @typedef {[name: string, run: () => Promise<number | void>]} Part
 * @typedef {(part: string) => string} ReportFile the path of a part's JSON report
 */

/**
 * Runs all checks, cheapest first, until a part fails. The last line is `N passed, N failed`; a failed part without tests counts as one
 * failure.
 *
 * @returns {Promise<number>} the exit code of the part that failed, or 0
 */
export async function runAllChecks() {
  return inTestEnvironment(async (env, report) => {
    const script = (/** @type {string} */ name) => () => runPackageScript(name, env)
    /** @type {Part[][]} */
    const groups = [
      [['generate', () => generatePrismaClient()]],
      // Each of these uses mostly one core.
      [
        ['lint', script('lint')],
        ['migrations', script('db:check')],
        ['types', script('types')],
      ],
      [
        ['tests', () => vitest(['--project=isolated', '--project=shared'], report('tests'), env)],
        ['build', () => buildIfStale(env, say)],
      ],
      [['browser tests', () => playwright('e2e', report('browser tests'), env)]],
    ]
    return runParts(groups, report, { stopsAtFailure: true })
  })
}

/**
 * Tests that draw more random cases if TEST_LENGTH is `long`: those that import server/testing/test-length.ts. Fuzzing, chaos and
 * synchronization are parts of their own.
 *
 * @returns {string[]} paths from the root
 */
function listRandomizedTests() {
  return fs
    .readdirSync(path.join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join('server', file))
    .filter((file) => file.endsWith('.test.ts') && !/^server\/(?:testing\/fuzz|reviews\/sync)\/|chaos/.test(file))
    .filter((file) => /from '[^']*\/test-length'/.test(fs.readFileSync(path.join(ROOT, file), 'utf8')))
}

/**
 * Runs the checks that take too long for `npm test`, also after failures. The last line is the same.
 *
 * @param {readonly string[]} only names of parts, all by default
 * @returns {Promise<number>} the exit code of a part that failed, or 0
 */
export async function runLongChecks(only) {
  return inTestEnvironment(async (env, report) => {
    const long = { ...env, TEST_LENGTH: 'long' }
    const both = ['--project=isolated', '--project=shared']
    /** @type {(name: string, ...args: string[]) => Part} */
    const unit = (name, ...args) => [name, () => vitest(args, report(name), long)]
    const benchmarks = Object.keys(readPackage().scripts).filter((name) => name.startsWith('bench:'))
    /** @type {Part[]} */
    const parts = [
      ['generate', () => generatePrismaClient()],
      unit('random cases', ...both, ...listRandomizedTests()),
      unit('fuzzing', ...both, 'server/testing/fuzz'),
      unit('chaos', ...both, 'server/webhooks/delivery/chaos', 'server/reviews/sync', 'server/jobs/scheduler'),
      unit('long unit tests', '--project=long'),
      ['build', () => buildIfStale(env, say)],
      ['long browser tests', () => playwright('e2e/long', report('long browser tests'), env)],
      // Both languages and colour schemes, the contrast of all text, and the tests with the tag `@variant`.
      ['every browser test', () => playwright('e2e', report('every browser test'), long)],
      ...benchmarks.map((name) => /** @type {Part} */ ([name, () => npmRun([name, '--', '--small'], env)])),
      ['soak', () => npmRun(['bench:memory'], env)],
      ['screenshots', () => npmRun(['screenshots', '--', '--small'], env)],
    ]
    const unknown = only.filter((name) => !parts.some(([part]) => part === name))
    if (unknown.length > 0)
      throw new OperatorError(
        `There is no part ${unknown[0]}. The parts are ${parts.map(([name]) => name).join(', ')}.`,
      )
    const chosen = only.length === 0 ? parts : parts.filter(([name]) => name === 'generate' || only.includes(name))
    return runParts(
      chosen.map((part) => [part]),
      report,
      { stopsAtFailure: false },
    )
  })
}

/**
 * Runs with a PostgreSQL for the unit tests, and without variables of a developer's shell.
 *
 * @param {(env: Env, report: ReportFile) => Promise<number>} run
 * @returns {Promise<number>} the exit code of `run`
 */
async function inTestEnvironment(run) {
  const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'customer-feedback-tests-'))
  const server = await startTestPostgres()
  /** @type {Env} */
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', TEST_DATABASE_URL: server.adminUrl }
  // Empty, not deleted: absent variables are read from `.env`.
  for (const variable of VARIABLES_CLEARED_FOR_TESTS) env[variable] = ''
  delete env.NODE_ENV
  try {
    return await run(env, (name) => path.join(reports, `${name}.json`))
  } finally {
    fs.rmSync(reports, { recursive: true, force: true })
    await server.stop()
  }
}

/**
 * Runs groups of parts in order, and the parts of a group in parallel. Prints their times, and last the numbers of tests.
 *
 * @param {Part[][]} groups
 * @param {ReportFile} report
 * @param {{ stopsAtFailure: boolean }} options
 * @returns {Promise<number>} the exit code of the last part that failed, or 0
 */
async function runParts(groups, report, { stopsAtFailure }) {
  const parts = []
  const started = Date.now()
  let code = 0
  for (const group of groups) {
    say(`\n── ${group.map(([name]) => name).join(', ')}`)
    const ended = await Promise.all(group.map(runPart))
    parts.push(...ended)
    code = ended.findLast((part) => part.code !== 0)?.code ?? code
    if (code !== 0 && stopsAtFailure) break
  }
  const reports = parts.map(({ name, code: ended }) => {
    const { passed, failed, tests } = readTestReport(report(name))
    // A failed part without failed tests is one failure.
    return { passed, failed: ended !== 0 && failed === 0 ? 1 : failed, tests }
  })
  say(
    `\n${formatTimeReport(
      parts,
      (Date.now() - started) / 1000,
      reports.flatMap(({ tests }) => tests),
    )}\n`,
  )
  const sum = (/** @type {'passed' | 'failed'} */ key) => reports.reduce((total, one) => total + one[key], 0)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return code
}

/** @param {Part} part */
async function runPart([name, run]) {
  const started = Date.now()
  const code = await runExitCode(run)
  return { name, code, seconds: (Date.now() - started) / 1000 }
}

/** @param {Part[1]} run */
async function runExitCode(run) {
  try {
    return (await run()) ?? 0
  } catch (error) {
    say(getErrorMessage(error))
    return 1
  }
}

/**
 * @param {string[]} args
 * @param {Env} env
 * @param {Partial<Parameters<typeof runProgram>[2]>} [options]
 */
function npmRun(args, env, options = {}) {
  const { file, prefix, shell } = getNpmCommand()
  return runProgram(file, [...prefix, 'run', '--silent', ...args], { env, shell, ...options })
}

/**
 * Runs a script of package.json and prints its output when it ends, so that parallel ones do not mix.
 *
 * @param {string} name
 * @param {Env} env
 */
async function runPackageScript(name, env) {
  let output = ''
  const onOutput = (/** @type {string} */ text) => {
    output += text
  }
  const code = await npmRun([name], env, { stdio: ['ignore', 'pipe', 'pipe'], onOutput })
  say(`${name} ${code === 0 ? 'passed' : 'failed'}\n${output}`.trimEnd())
  return code
}

/**
 * @param {string[]} args
 * @param {string} report file
 * @param {Env} env
 */
function vitest(args, report, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runNode([path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args, ...reporters], { env })
}

/**
 * @param {string} config folder of the configuration
 * @param {string} report file
 * @param {Env} env
 */
function playwright(config, report, env) {
  // The browser tests start a service with its own database.
  const own = { ...env, CHROMIUM_PATH: findOrInstallChromium(say), E2E_REPORT: report, TEST_DATABASE_URL: '' }
  return runNode([path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', config], { env: own })
}

function readPackage() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
}

/** @param {string} sentence */
function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
