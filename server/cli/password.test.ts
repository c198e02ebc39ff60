import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readFlagsAndPassword } from './password'

const EMAIL = ['--email', 'ada@example.com']

describe('readFlagsAndPassword', () => {
  it('takes the password from --password, even on a terminal', async () => {
    const given = readFlagsAndPassword([...EMAIL, '--password', 'as ever'], ['email'], aTerminal().terminal)
    expect(await given).toEqual({ email: 'ada@example.com', password: 'as ever' })
  })

  it('prompts for the password twice on a terminal, without echoing it', async () => {
    const { terminal, type, shown } = aTerminal()
    const asked = readFlagsAndPassword(EMAIL, ['email'], terminal)
    await type('Password: ', 'a seecret')
    // Five backspaces, then the rest again.
    await type('', `${'\u007F'.repeat(5)}cret\r`)
    await type('Repeat the password: ', 'a secret\r')
    expect((await asked).password).toBe('a secret')
    expect(shown()).toBe('Password: \nRepeat the password: \n')
  })

  it('refuses a password that is repeated differently', async () => {
    const { terminal, type } = aTerminal()
    const asked = readFlagsAndPassword(EMAIL, ['email'], terminal)
    const typed = type('Password: ', 'a secret\r').then(() => type('Repeat the password: ', 'a slip\r'))
    await expect(asked).rejects.toThrow('The passwords do not match.')
    await typed
  })

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('cancels the password prompt on %s', async (_, key) => {
    const { terminal, type } = aTerminal()
    const asked = readFlagsAndPassword(EMAIL, ['email'], terminal)
    const typed = type('Password: ', key)
    await expect(asked).rejects.toThrow('You did not enter a password.')
    await typed
  })

  it('takes the password from the first line of standard input for --password -', async () => {
    const input = new PassThrough()
    input.end('first line\r\nsecond line\n')
    const given = readFlagsAndPassword([...EMAIL, '--password', '-'], ['email'], { input, output: new PassThrough() })
    expect((await given).password).toBe('first line')
  })

  it('requires --password when there is no terminal to prompt on', async () => {
    const nobody = { input: new PassThrough(), output: new PassThrough() }
    await expect(readFlagsAndPassword([], ['email'], nobody)).rejects.toThrow('Add --email and --password.')
  })
})

/** Terminal streams: input arrives key by key, and output is collected. */
function aTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  const type = async (after: string, keys: string) => {
    await expect.poll(() => shown).toContain(after)
    for (const key of keys) input.write(key)
  }
  return { terminal: { input, output }, type, shown: () => shown }
}
