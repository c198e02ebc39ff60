import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensurePrivateDataFolder } from './data-folder.mjs'

let parent = ''
let folder = ''

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'data-folder-'))
  folder = path.join(parent, 'data')
})
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }))

it('creates the data folder with access for its owner only', () => {
  ensurePrivateDataFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
})

it('removes the access of other users to an existing data folder and its logs, secrets and demo file', () => {
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o755)
  for (const name of ['service.log', 'service.log.1', 'postgres.log', 'demo.json', 'secrets.json', 'notes.txt']) {
    fs.writeFileSync(path.join(folder, name), '')
    fs.chmodSync(path.join(folder, name), 0o644)
  }
  ensurePrivateDataFolder(folder)
  expect(modeOf(folder)).toBe(0o700)
  const modes = fs.readdirSync(folder).map((name) => [name, modeOf(path.join(folder, name))])
  expect(Object.fromEntries(modes)).toEqual({
    'demo.json': 0o600,
    'notes.txt': 0o644,
    'postgres.log': 0o600,
    'secrets.json': 0o600,
    'service.log': 0o600,
    'service.log.1': 0o600,
  })
})

it('preserves mode 0710 of the data folder, which lets the database user traverse but not list it', () => {
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o710)
  ensurePrivateDataFolder(folder)
  expect(modeOf(folder)).toBe(0o710)
})

it('does not follow a symbolic link out of the data folder when it changes modes', () => {
  ensurePrivateDataFolder(folder)
  const outside = path.join(parent, 'outside')
  fs.writeFileSync(outside, '')
  fs.chmodSync(outside, 0o644)
  fs.symlinkSync(outside, path.join(folder, 'service.log'))
  ensurePrivateDataFolder(folder)
  expect(modeOf(outside)).toBe(0o644)
})

it('rejects a world-writable folder or / as the data folder, and leaves its mode unchanged', () => {
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o1777)
  expect(() => ensurePrivateDataFolder(folder)).toThrow(`DATA_DIR is ${folder}, which is used for other things too`)
  expect(() => ensurePrivateDataFolder('/')).toThrow('DATA_DIR is /')
  expect(fs.statSync(folder).mode & 0o7777).toBe(0o1777)
})

function modeOf(file: string): number {
  return fs.statSync(file).mode & 0o777
}

it('rejects a data folder that is a file, is inside a file, or is a broken link', () => {
  const file = path.join(parent, 'file')
  fs.writeFileSync(file, '')
  const link = path.join(parent, 'link')
  fs.symlinkSync(path.join(parent, 'nowhere'), link)
  for (const wrong of [file, path.join(file, 'data'), link])
    expect(() => ensurePrivateDataFolder(wrong)).toThrow(
      /^DATA_DIR is .*, which cannot be used: .*\. Set DATA_DIR to a folder/,
    )
  expect(fs.existsSync(path.join(parent, 'nowhere'))).toBe(false)
})

it.runIf(fs.existsSync('/proc/self'))('rejects a data folder that cannot be created', () => {
  expect(() => ensurePrivateDataFolder('/proc/none/data')).toThrow(
    /^DATA_DIR is \/proc\/none\/data, which cannot be used/,
  )
})
