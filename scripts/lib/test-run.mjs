import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIfStale } from './build.mjs'
import { Refusal, ROOT } from './checkout.mjs'
import { runNode, runProgram } from './children.mjs'
import { findChromium } from './chromium.mjs'
import { FOREIGN } from './foreign-variables.mjs'
import { generateClient } from './generate.mjs'
import { npmProgram } from './install.mjs'
import { costReport, readReport } from './test-cost.mjs'
import { startTestServer } from './test-server.mjs'

/**
 * Checks everything, cheapest first, up to the first part that fails, and ends with the line `N passed, N failed`: the tests that
 * ran, and one failure for a failed part that has no tests to count.
 *
 * @returns {Promise<number>} the exit code of the part that failed, or 0
 */
export async function runEverything() {
  return inTestEnvironment(async (env, report) => {
    const script = (name) => () => runScript(name, env)
    const groups = [
      [['generate', () => generateClient()]],
      // Each of these uses one processor for much of its time.
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

/** Tests that draw or try more cases where TEST_LENGTH is `long` (server/testing/length.ts). */
const RANDOM_TESTS = [
  'server/contacts/deep-pages',
  'server/contacts/search',
  'server/overview/same-numbers',
  'server/deep-pages',
  'server/records/settle-record',
  'server/responses/neighbours',
  'server/responses/response-list',
  'server/responses/response-rate',
  'server/responses/tally',
  'server/reviews/review-filter',
  'server/testing/tenancy',
  'server/webhooks/delivering/signature-property',
]

/**
 * What takes too long for `npm test`, all of it, whatever fails; ends with the same line.
 *
 * @param {readonly string[]} only names of parts; all of them unless given
 * @returns {Promise<number>} the exit code of a part that failed, or 0
 */
export async function runLong(only) {
  return inTestEnvironment(async (env, report) => {
    const long = { ...env, TEST_LENGTH: 'long' }
    const both = ['--project=isolated', '--project=shared']
    const unit = (name, ...args) => [name, () => vitest(args, report(name), long)]
    const benchmarks = Object.keys(readPackage().scripts).filter((name) => name.startsWith('bench:'))
    const parts = [
      ['generate', () => generateClient()],
      unit('random cases', ...both, ...RANDOM_TESTS),
      unit('fuzzing', ...both, 'server/testing/fuzz'),
      unit('chaos', ...both, 'server/webhooks/delivering/chaos', 'server/reviews/sync', 'server/jobs/scheduler'),
      unit('long unit tests', '--project=long'),
      ['build', () => buildIfStale(env, say)],
      ['long browser tests', () => playwright('e2e/long', report('long browser tests'), env)],
      // In both languages, both colour schemes and with the contrast of every text, and the tests with the tag `@variant`.
      ['every browser test', () => playwright('e2e', report('every browser test'), long)],
      ...benchmarks.map((name) => [name, () => npmRun([name, '--', '--small'], env)]),
      ['soak', () => npmRun(['bench:memory'], env)],
      ['screenshots', () => npmRun(['screenshots', '--', '--small'], env)],
    ]
    const unknown = only.filter((name) => !parts.some(([part]) => part === name))
    if (unknown.length > 0)
      throw new Refusal(`There is no part ${unknown[0]}. The parts are ${parts.map(([name]) => name).join(', ')}.`)
    const chosen = only.length === 0 ? parts : parts.filter(([name]) => name === 'generate' || only.includes(name))
    return runParts(
      chosen.map((part) => [part]),
      report,
      { stopsAtFailure: false },
    )
  })
}

/** Runs with a PostgreSQL for the unit tests and without what a developer's shell holds. @returns the exit code of `run` */
async function inTestEnvironment(run) {
  const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'customer-feedback-tests-'))
  const server = await startTestServer()
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', TEST_DATABASE_URL: server.adminUrl }
  // To nothing rather than left out: a `.env` file fills in only what is not there at all.
  for (const variable of FOREIGN) env[variable] = ''
  delete env.NODE_ENV
  try {
    return await run(env, (name) => path.join(reports, `${name}.json`))
  } finally {
    fs.rmSync(reports, { recursive: true, force: true })
    await server.stop()
  }
}

/**
 * Runs groups of parts in their order, and the parts of a group side by side. Prints what each took, and last what passed and failed.
 *
 * @returns the exit code of the last that failed, or 0
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
    const { passed, failed, tests } = readReport(report(name))
    // A part without tests to count is one failure.
    return { passed, failed: ended !== 0 && failed === 0 ? 1 : failed, tests }
  })
  say(
    `\n${costReport(
      parts,
      (Date.now() - started) / 1000,
      reports.flatMap(({ tests }) => tests),
    )}\n`,
  )
  const sum = (key) => reports.reduce((total, one) => total + one[key], 0)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return code
}

async function runPart([name, run]) {
  const started = Date.now()
  const code = await runExitCode(run)
  return { name, code, seconds: (Date.now() - started) / 1000 }
}

async function runExitCode(run) {
  try {
    return (await run()) ?? 0
  } catch (error) {
    say(error.message)
    return 1
  }
}

function npmRun(args, env, options = {}) {
  const { file, prefix, shell } = npmProgram()
  return runProgram(file, [...prefix, 'run', '--silent', ...args], { env, shell, ...options })
}

/** Runs a script of package.json beside others: what it wrote is printed when it ends. @returns its exit code */
async function runScript(name, env) {
  let written = ''
  const hear = (text) => {
    written += text
  }
  const code = await npmRun([name], env, { stdio: ['ignore', 'pipe', 'pipe'], hear })
  say(`${name} ${code === 0 ? 'passed' : 'failed'}\n${written}`.trimEnd())
  return code
}

function vitest(args, report, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runNode([path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args, ...reporters], { env })
}

/** @param {string} config the folder of its configuration */
function playwright(config, report, env) {
  // The browser tests start a service on data of their own, not on the server of the tests before.
  const own = { ...env, CHROMIUM_PATH: findChromium(say), E2E_REPORT: report, TEST_DATABASE_URL: '' }
  return runNode([path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', config], { env: own })
}

function readPackage() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
