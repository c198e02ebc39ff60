import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from './operator-error.mjs'

/** Every write fails with ENOSPC. */
const FULL = '/dev/full'

describe.runIf(fs.existsSync(FULL))('log on a full disk', () => {
  let full = 0
  beforeEach(() => {
    full = fs.openSync(FULL, 'w')
  })
  afterEach(() => fs.closeSync(full))

  /** @returns the exit code, and the output on file descriptor 3. */
  async function run(program: string, ...options: string[]) {
    const child = spawn(process.execPath, [...options, '--input-type=module', '--eval', program], {
      cwd: ROOT,
      env: { ...process.env, LOG_LEVEL: 'info' },
      stdio: ['ignore', full, full, 'pipe'],
    })
    let output = ''
    child.stdio[3]?.on('data', (text: Buffer) => {
      output += text.toString()
    })
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }
  const later = `setTimeout(() => fs.writeSync(3, 'went on'), 50)`

  it('a process with ignoreLogErrors continues when its log cannot be written', async () => {
    const streams = path.join(ROOT, 'scripts/lib/console-to-json-log.mjs')
    const program = `
      import fs from 'node:fs'
      import { ignoreLogErrors } from ${JSON.stringify(streams)}
      ignoreLogErrors()
      process.stdout.write('out')
      process.stderr.write('err')
      ${later}`
    expect(await run(program)).toEqual({ code: 0, output: 'went on' })
  })

  it('logging does not throw when the log cannot be written', async () => {
    const program = `
      import fs from 'node:fs'
      const { log, isLogFailing } = await import('./server/log.ts')
      for (let line = 0; line < 3; line += 1) log.error({ line }, 'cannot be written')
      fs.writeSync(3, isLogFailing() ? 'failing, ' : 'written, ')
      ${later}`
    expect(await run(program, '--import', 'tsx')).toEqual({ code: 0, output: 'failing, went on' })
  })
})

it('prints console output and warnings as one JSON object per line with a level', async () => {
  const streams = path.join(ROOT, 'scripts/lib/console-to-json-log.mjs')
  const program = `
    import { logConsoleOutput } from ${JSON.stringify(streams)}
    logConsoleOutput()
    console.log(' \\u001b[32m✓\\u001b[0m Running in %dms', 3)
    console.error(new Error('two\\nlines'))
    process.emitWarning('old')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  await once(child, 'close')
  expect(err).toBe('')
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
  expect(lines).toEqual([
    { level: 30, time, msg: '✓ Running in 3ms' },
    { level: 50, time, msg: expect.stringMatching(/^Error: two\nlines\n +at /) as string },
    { level: 40, time, msg: expect.stringMatching(/^Warning: old/) as string },
  ])
})
