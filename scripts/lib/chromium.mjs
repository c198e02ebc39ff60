import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { Refusal, ROOT } from './checkout.mjs'

const INSTALL_TIMEOUT_MS = 5 * 60_000
/** Without a window a browser needs half the time: the program that is made for that comes first. */
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
 * Finds a Chromium for the browser tests, or installs one: Playwright's own where its download can be reached, else the system's
 * where apt is there and we may use it.
 *
 * @param {(sentence: string) => void} say
 * @returns {string} its path
 * @throws {Refusal} with what to do, when there is no way
 */
export function findChromium(say) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (runs(given)) return given
    throw new Refusal(`CHROMIUM_PATH is ${given}, which does not run.`)
  }
  const found = firstThatRuns()
  if (found) return found
  for (const install of [fromPlaywright, fromApt]) {
    install(say)
    const installed = firstThatRuns()
    if (installed) return installed
  }
  throw new Refusal('The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is, and try again.')
}

function firstThatRuns() {
  return [chromium.executablePath(), ...USUAL_PLACES].find(runs)
}

/** A browser whose libraries are missing is there, and does not run. */
function runs(file) {
  return fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 30_000 }).status === 0
}

function fromPlaywright(say) {
  say('Downloading Chromium…')
  playwright('install')
  // On a bare system the download lacks libraries.
  if (isRootWithApt() && fs.existsSync(chromium.executablePath()) && !runs(chromium.executablePath()))
    playwright('install-deps')
}

function playwright(what) {
  const args = [path.join(ROOT, 'node_modules/@playwright/test/cli.js'), what, 'chromium']
  spawnSync(process.execPath, args, { stdio: 'ignore', timeout: INSTALL_TIMEOUT_MS })
}

function fromApt(say) {
  if (!isRootWithApt()) return
  say('Installing Chromium from the system’s packages…')
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
