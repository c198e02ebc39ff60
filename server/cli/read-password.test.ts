import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readFlagsAndPassword } from './read-password'

const EMAIL = ['--email', 'ada@example.com']

describe('readFlagsAndPassword', () => {
  it('takes the password from --password, even on a terminal', async () => {
    const flags = readFlagsAndPassword([...EMAIL, '--password', 'as ever'], ['email'], aTerminal().terminal)
    expect(await flags).toEqual({ email: 'ada@example.com', password: 'as ever' })
  })

  it('prompts for the password twice on a terminal, without echoing it', async () => {
    const { terminal, type, readOutput } = aTerminal()
    const flags = readFlagsAndPassword(EMAIL, ['email'], terminal)
    await type('Password: ', 'a seecret')
    // Five backspaces, then the rest again.
    await type('', `${'\u007F'.repeat(5)}cret\r`)
    await type('Repeat the password: ', 'a secret\r')
    expect((await flags).password).toBe('a secret')
    expect(readOutput()).toBe('Password: \nRepeat the password: \n')
  })

  it('refuses a password that is repeated differently', async () => {
    const { terminal, type } = aTerminal()
    const flags = readFlagsAndPassword(EMAIL, ['email'], terminal)
    const typed = type('Password: ', 'a secret\r').then(() => type('Repeat the password: ', 'a slip\r'))
    await expect(flags).rejects.toThrow('The passwords do not match.')
    await typed
  })

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('cancels the password prompt on %s', async (_, key) => {
    const { terminal, type } = aTerminal()
    const flags = readFlagsAndPassword(EMAIL, ['email'], terminal)
    const typed = type('Password: ', key)
    await expect(flags).rejects.toThrow('You did not enter a password.')
    await typed
  })

  it('takes the password from the first line of standard input for --password -', async () => {
    const input = new PassThrough()
    input.end('first line\r\nsecond line\n')
    const flags = readFlagsAndPassword([...EMAIL, '--password', '-'], ['email'], { input, output: new PassThrough() })
    expect((await flags).password).toBe('first line')
  })

  it('requires --password when there is no terminal to prompt on', async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() }
    await expect(readFlagsAndPassword([], ['email'], terminal)).rejects.toThrow('Add --email and --password.')
  })
})

/** Terminal streams: input arrives key by key, and output is collected. */
function aTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  let written = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  const type = async (after: string, keys: string) => {
    await expect.poll(() => written).toContain(after)
    for (const key of keys) input.write(key)
  }
  return { terminal: { input, output }, type, readOutput: () => written }
}
