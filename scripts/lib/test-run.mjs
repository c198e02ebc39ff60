import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildIfStale } from './build.mjs'
import { ROOT } from './checkout.mjs'
import { runNode, runProgram } from './children.mjs'
import { findChromium } from './chromium.mjs'
import { FOREIGN } from './foreign-variables.mjs'
import { generateClient } from './generate.mjs'
import { npmProgram } from './install.mjs'
import { startTestServer } from './test-server.mjs'

/**
 * Checks everything, cheapest first, up to the first part that fails, and ends with the line `N passed, N failed`: the tests that
 * ran, and one failure for a failed part that has no tests to count.
 *
 * @returns {Promise<number>} the exit code of the part that failed, or 0
 */
export async function runEverything() {
  const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'customer-feedback-tests-'))
  const server = await startTestServer()
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', TEST_DATABASE_URL: server.adminUrl }
  // To nothing rather than left out: a `.env` file fills in only what is not there at all.
  for (const variable of FOREIGN) env[variable] = ''
  delete env.NODE_ENV
  const unitReport = path.join(reports, 'unit.json')
  const browserReport = path.join(reports, 'browser.json')
  try {
    const code = await runParts([
      ['generate', () => generateClient()],
      ['lint', () => npmRun('lint', env)],
      ['migrations', () => npmRun('db:check', env)],
      ['types', () => npmRun('types', env)],
      ['tests', () => vitest(unitReport, env)],
      ['build', () => buildIfStale(env, say)],
      ['browser tests', () => playwright(browserReport, { ...env, CHROMIUM_PATH: findChromium(say) })],
    ])
    const counts = sum([countVitest(unitReport), countPlaywright(browserReport)])
    const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
    say(`${counts.passed} passed, ${failed} failed`)
    return code
  } finally {
    fs.rmSync(reports, { recursive: true, force: true })
    await server.stop()
  }
}

async function runParts(parts) {
  const times = []
  let code = 0
  for (const [name, run] of parts) {
    say(`\n── ${name}`)
    const started = Date.now()
    code = await runExitCode(run)
    times.push(
      `  ${name.padEnd(14)} ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s${code === 0 ? '' : '  failed'}`,
    )
    if (code !== 0) break
  }
  say(`\n${times.join('\n')}\n`)
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

function npmRun(script, env) {
  const { file, prefix, shell } = npmProgram()
  return runProgram(file, [...prefix, 'run', '--silent', script], { env, shell })
}

function vitest(report, env) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runNode([path.join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters], { env })
}

function playwright(report, env) {
  // The browser tests start a service on data of their own, not on the server of the tests before.
  const own = { ...env, E2E_REPORT: report, TEST_DATABASE_URL: '' }
  return runNode([path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e'], { env: own })
}

function countVitest(file) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 0 }
  const report = JSON.parse(fs.readFileSync(file, 'utf8'))
  // A file that cannot be loaded fails without a test that could.
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

function countPlaywright(file) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 0 }
  const { stats } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

function sum(counts) {
  return {
    passed: counts.reduce((total, count) => total + count.passed, 0),
    failed: counts.reduce((total, count) => total + count.failed, 0),
  }
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
