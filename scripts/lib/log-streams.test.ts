import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from './checkout.mjs'

/** A file that is on a full disk. */
const FULL = '/dev/full'

describe.runIf(fs.existsSync(FULL))('on a full disk', () => {
  let full = 0
  beforeEach(() => {
    full = fs.openSync(FULL, 'w')
  })
  afterEach(() => fs.closeSync(full))

  /** @returns what the program says on another stream than its log. */
  async function run(program: string, ...options: string[]) {
    const child = spawn(process.execPath, [...options, '--input-type=module', '--eval', program], {
      cwd: ROOT,
      env: { ...process.env, LOG_LEVEL: 'info' },
      stdio: ['ignore', full, full, 'pipe'],
    })
    let said = ''
    child.stdio[3]?.on('data', (text: Buffer) => {
      said += text.toString()
    })
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }
  const later = `setTimeout(() => fs.writeSync(3, 'went on'), 50)`

  it('the web server goes on without its log', async () => {
    const streams = path.join(ROOT, 'scripts/lib/log-streams.mjs')
    const program = `
      import fs from 'node:fs'
      import { surviveFullLog } from ${JSON.stringify(streams)}
      surviveFullLog()
      process.stdout.write('out')
      process.stderr.write('err')
      ${later}`
    expect(await run(program)).toEqual({ code: 0, said: 'went on' })
  })

  it('a line of the log throws nowhere', async () => {
    const program = `
      import fs from 'node:fs'
      const { log, isLogFailing } = await import('./server/log.ts')
      for (let line = 0; line < 3; line += 1) log.error({ line }, 'nobody can read this')
      fs.writeSync(3, isLogFailing() ? 'failing, ' : 'written, ')
      ${later}`
    expect(await run(program, '--import', 'tsx')).toEqual({ code: 0, said: 'failing, went on' })
  })
})

it('what libraries and Node print is one JSON object a line, with the level of the log', async () => {
  const streams = path.join(ROOT, 'scripts/lib/log-streams.mjs')
  const program = `
    import { printAsLogLines } from ${JSON.stringify(streams)}
    printAsLogLines()
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
