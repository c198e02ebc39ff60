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
    const parts = [
      ['generate', () => generateClient()],
      ['checks', () => runChecks(['lint', 'db:check', 'types'], env)],
      ['tests', () => vitest(['--project=isolated', '--project=shared'], report('tests'), env)],
      ['build', () => buildIfStale(env, say)],
      ['browser tests', () => playwright('e2e', report('browser tests'), env)],
    ]
    return runParts(parts, report, { stopsAtFailure: true })
  })
}

/** Tests that draw more cases, or kill more often, where TEST_LENGTH is `long` (server/testing/length.ts). */
const RANDOM_TESTS = [
  'server/contacts/deep-pages',
  'server/contacts/search',
  'server/overview/same-numbers',
  'server/page-marks',
  'server/records/settle-record',
  'server/responses/neighbours',
  'server/responses/response-list',
  'server/responses/tally',
  'server/reviews/review-filter',
]

/** Browser tests that look at both languages, both colour schemes, and the contrast of every text, where TEST_LENGTH is `long`. */
const LOOKS = [
  'command-menu',
  'hydrate-on-interaction',
  'pages',
  'reference',
  'sign-in-accessibility',
  'survey-accessibility',
  'unsaved-changes',
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
      unit('chaos', ...both, 'server/webhooks/delivering/chaos', 'server/reviews/sync', 'inngest/local/recovery'),
      unit('timing', '--project=long'),
      ['build', () => buildIfStale(env, say)],
      ['long browser tests', () => playwright('e2e/long', report('long browser tests'), env)],
      ['every look', () => playwright('e2e', report('every look'), long, LOOKS)],
      ...benchmarks.map((name) => [name, () => npmRun([name, '--', '--small'], env)]),
      ['soak', () => npmRun(['bench:memory'], env)],
      ['screenshots', () => npmRun(['screenshots', '--', '--small'], env)],
    ]
    const unknown = only.filter((name) => !parts.some(([part]) => part === name))
    if (unknown.length > 0)
      throw new Refusal(`There is no part ${unknown[0]}. The parts are ${parts.map(([name]) => name).join(', ')}.`)
    const chosen = only.length === 0 ? parts : parts.filter(([name]) => name === 'generate' || only.includes(name))
    return runParts(chosen, report, { stopsAtFailure: false })
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

/** In their order. Prints what each took, and last what passed and failed. @returns the exit code of the last that failed, or 0 */
async function runParts(all, report, { stopsAtFailure }) {
  const parts = []
  let code = 0
  for (const [name, run] of all) {
    say(`\n── ${name}`)
    const started = Date.now()
    const ended = await runExitCode(run)
    parts.push({ name, seconds: (Date.now() - started) / 1000, isFailed: ended !== 0 })
    if (ended === 0) continue
    code = ended
    if (stopsAtFailure) break
  }
  const reports = parts.map(({ name, isFailed }) => {
    const { passed, failed, tests } = readReport(report(name))
    // A part without tests to count is one failure.
    return { passed, failed: isFailed && failed === 0 ? 1 : failed, tests }
  })
  say(
    `\n${costReport(
      parts,
      reports.flatMap(({ tests }) => tests),
    )}\n`,
  )
  const sum = (key) => reports.reduce((total, one) => total + one[key], 0)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return code
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

/**
 * Runs scripts of package.json side by side, because each of them uses one processor for most of its time. What a script wrote is
 * printed when it ends.
 *
 * @returns the exit code of one that failed, or 0
 */
async function runChecks(names, env) {
  const codes = await Promise.all(
    names.map(async (name) => {
      let written = ''
      const hear = (text) => {
        written += text
      }
      const code = await npmRun([name], env, { stdio: ['ignore', 'pipe', 'pipe'], hear })
      say(`${name} ${code === 0 ? 'passed' : 'failed'}\n${written}`.trimEnd())
      return code
    }),
  )
  return codes.find((code) => code !== 0) ?? 0
}

function vitest(args, report, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runNode([path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args, ...reporters], { env })
}

/** @param {string} config the folder of its configuration @param {string[]} specs names of files; all of them unless given */
function playwright(config, report, env, specs = []) {
  // The browser tests start a service on data of their own, not on the server of the tests before.
  const own = { ...env, CHROMIUM_PATH: findChromium(say), E2E_REPORT: report, TEST_DATABASE_URL: '' }
  return runNode([path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', config, ...specs], {
    env: own,
  })
}

function readPackage() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
