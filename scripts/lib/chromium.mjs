import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { OperatorError, ROOT } from './operator-error.mjs'

const INSTALL_TIMEOUT_MS = 5 * 60_000
/** The headless shell first: it takes half the time of a full browser. */
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium for the browser tests, or installs one: Playwright's download, or else the system's package if apt can be used.
 *
 * @param {(sentence: string) => void} say
 * @returns {string} its path
 * @throws {OperatorError} when there is none and none can be installed
 */
export function findOrInstallChromium(say) {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (isWorking(configured)) return configured
    throw new OperatorError(`CHROMIUM_PATH is ${configured}, which does not run.`)
  }
  const present = findWorkingBrowser()
  if (present) return present
  for (const install of [installFromPlaywright, installFromApt]) {
    install(say)
    const installed = findWorkingBrowser()
    if (installed) return installed
  }
  throw new OperatorError(
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is, and try again.',
  )
}

function findWorkingBrowser() {
  return [chromium.executablePath(), ...USUAL_PLACES].find(isWorking)
}

/**
 * False for a browser without its libraries.
 *
 * @param {string} file
 */
function isWorking(file) {
  return fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0
}

/** @param {(sentence: string) => void} say */
function installFromPlaywright(say) {
  say('Downloading Chromium…')
  playwright('install')
  // A bare system lacks the libraries of the download.
  if (isRootWithApt() && fs.existsSync(chromium.executablePath()) && !isWorking(chromium.executablePath()))
    playwright('install-deps')
}

/** @param {string} subcommand */
function playwright(subcommand) {
  const args = [path.join(ROOT, 'node_modules/@playwright/test/cli.js'), subcommand, 'chromium']
  spawnSync(process.execPath, args, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS })
}

/** @param {(sentence: string) => void} say */
function installFromApt(say) {
  if (!isRootWithApt()) return
  say('Installing Chromium from the system’s packages…')
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: 'ignore',
    timeout: INSTALL_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update'], options)
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], options)
    if (status === 0) return
  }
}

function isRootWithApt() {
  return process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
}
