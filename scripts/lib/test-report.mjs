import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './operator-error.mjs'

/** Seconds per part of `npm test` on two cores: reported, not enforced. */
const BUDGET = path.join(ROOT, '.ci/budget.json')

/**
 * @typedef {{ file: string, title: string, ms: number }} TestTime
 * @typedef {{ passed: number, failed: number, tests: TestTime[] }} Report
 */

/**
 * The JSON report of vitest.
 *
 * @typedef {{ title: string, duration?: number | null }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: Assertion[] }} TestFile
 * @typedef {{ testResults: TestFile[], numPassedTests: number, numFailedTests: number }} VitestReport
 */

/**
 * The JSON report of Playwright.
 *
 * @typedef {{ file: string, title: string, tests: { results: { duration: number }[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ stats: { expected: number, flaky: number, unexpected: number }, suites: Suite[] }} PlaywrightReport
 */

/**
 * Reads the JSON report of vitest or Playwright; without one, no test ran.
 *
 * @param {string} file
 * @returns {Report}
 */
export function readTestReport(file) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 0, tests: [] }
  /** @type {VitestReport | PlaywrightReport} */
  const report = JSON.parse(fs.readFileSync(file, 'utf8'))
  return 'testResults' in report ? vitestReport(report) : playwrightReport(report)
}

/**
 * A file that cannot be loaded fails without tests: it counts as one.
 *
 * @param {VitestReport} report
 * @returns {Report}
 */
function vitestReport({ testResults, numPassedTests, numFailedTests }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration }) => ({ file: path.relative(ROOT, name), title, ms: duration ?? 0 })),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, tests }
}

/**
 * @param {PlaywrightReport} report
 * @returns {Report}
 */
function playwrightReport({ stats, suites }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, tests: suites.flatMap(listTests) }
}

/**
 * @param {Suite} suite
 * @returns {TestTime[]}
 */
function listTests({ specs = [], suites = [] }) {
  const own = specs.map(({ file, title, tests }) => ({
    file: `e2e/${file}`,
    title,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
  return [...own, ...suites.flatMap(listTests)]
}

/**
 * Formats the summary of a run: each part with its budget, the ten slowest files and the ten slowest tests.
 *
 * @param {{ name: string, seconds: number, code: number }[]} parts with their exit codes
 * @param {number} total elapsed seconds of the whole run
 * @param {readonly TestTime[]} tests
 * @returns {string}
 */
export function formatTimeReport(parts, total, tests) {
  /** @type {Record<string, number>} */
  const budget = JSON.parse(fs.readFileSync(BUDGET, 'utf8'))
  const lines = parts.map(({ name, seconds, code }) => {
    const allowed = budget[name]
    const over =
      allowed !== undefined && seconds > allowed ? `, ${Math.round((seconds / allowed - 1) * 100)} % over` : ''
    const beside = allowed === undefined ? '' : `  (budget ${allowed} s${over})`
    return `  ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s${beside}${code === 0 ? '' : '  failed'}`
  })
  lines.push(`  ${'together'.padEnd(14)} ${total.toFixed(1).padStart(6)} s`)
  /** @type {Map<string, number>} */
  const files = new Map()
  for (const { file, ms } of tests) files.set(file, (files.get(file) ?? 0) + ms)
  const slowestFiles = [...files].map(([file, ms]) => ({ ms, text: file }))
  const slowestTests = tests.map(({ file, title, ms }) => ({ ms, text: `${file} › ${title}` }))
  return [
    'Time of each part:',
    ...lines,
    'Slowest files:',
    ...slowest(slowestFiles),
    'Slowest tests:',
    ...slowest(slowestTests),
  ].join('\n')
}

/** @param {{ ms: number, text: string }[]} items */
function slowest(items) {
  const ten = items.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
  return ten.map(({ ms, text }) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${text}`)
}
