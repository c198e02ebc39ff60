import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyPostgresPrograms } from './postgres-program-copy.mjs'

let parent = ''
let source = ''
let dataDir = ''

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'copy-'))
  source = path.join(parent, 'native')
  dataDir = path.join(parent, 'data')
  fs.mkdirSync(path.join(source, 'bin'), { recursive: true, mode: 0o700 })
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(source, 'bin/postgres'), 'the program', { mode: 0o700 })
  fs.writeFileSync(path.join(source, 'bin/notes'), 'words', { mode: 0o600 })
  fs.symlinkSync('postgres', path.join(source, 'bin/postmaster'))
})
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }))

describe('copy of the PostgreSQL programs', () => {
  it('copies the PostgreSQL programs into the data folder, executable by all and writable by the owner only', () => {
    const copy = copyPostgresPrograms(source, dataDir)
    expect(path.dirname(copy)).toBe(dataDir)
    expect(modes(copy)).toEqual({ '': 0o755, bin: 0o755, 'bin/postgres': 0o755, 'bin/notes': 0o644 })
    expect(fs.readlinkSync(path.join(copy, 'bin/postmaster'))).toBe('postgres')
  })

  it('reuses an intact copy of the PostgreSQL programs', () => {
    const copy = copyPostgresPrograms(source, dataDir)
    const made = fs.statSync(copy).ino
    expect(copyPostgresPrograms(source, dataDir)).toBe(copy)
    expect(fs.statSync(copy).ino).toBe(made)
  })

  it.each<[string, (copy: string) => void]>([
    ['another content', (copy) => fs.writeFileSync(path.join(copy, 'bin/postgres'), 'an intruder')],
    ['a program more', (copy) => fs.writeFileSync(path.join(copy, 'bin/initdb'), 'an intruder')],
    ['a program less', (copy) => fs.rmSync(path.join(copy, 'bin/notes'))],
    ['a file that others may write', (copy) => fs.chmodSync(path.join(copy, 'bin/postgres'), 0o777)],
    ['a folder that others may write', (copy) => fs.chmodSync(path.join(copy, 'bin'), 0o777)],
    [
      'a link in its place',
      (copy) => {
        fs.renameSync(copy, path.join(parent, 'elsewhere'))
        fs.symlinkSync(path.join(parent, 'elsewhere'), copy)
      },
    ],
  ])('recreates the copy of the PostgreSQL programs when there is %s', (_, spoil) => {
    const copy = copyPostgresPrograms(source, dataDir)
    spoil(copy)
    expect(copyPostgresPrograms(source, dataDir)).toBe(copy)
    expect(fs.lstatSync(copy).isDirectory()).toBe(true)
    expect(fs.readFileSync(path.join(copy, 'bin/postgres'), 'utf8')).toBe('the program')
    expect(modes(copy)).toEqual({ '': 0o755, bin: 0o755, 'bin/postgres': 0o755, 'bin/notes': 0o644 })
  })

  it.skipIf(process.getuid?.() !== 0)('recreates the PostgreSQL copy when another user owns a file of it', () => {
    const copy = copyPostgresPrograms(source, dataDir)
    fs.chownSync(path.join(copy, 'bin/postgres'), 65_534, 65_534)
    copyPostgresPrograms(source, dataDir)
    expect(fs.statSync(path.join(copy, 'bin/postgres')).uid).toBe(0)
  })

  it('replaces the copy of the PostgreSQL programs of an older version', () => {
    const older = copyPostgresPrograms(source, dataDir)
    fs.writeFileSync(path.join(source, 'bin/postgres'), 'the next program')
    const newer = copyPostgresPrograms(source, dataDir)
    expect(newer).not.toBe(older)
    expect(fs.readdirSync(dataDir)).toEqual([path.basename(newer)])
  })
})

function modes(folder: string): Record<string, number> {
  const names = ['', 'bin', 'bin/postgres', 'bin/notes']
  return Object.fromEntries(names.map((name) => [name, fs.statSync(path.join(folder, name)).mode & 0o777]))
}
