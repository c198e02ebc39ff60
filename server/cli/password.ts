import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { readFlags, UsageError } from './flags'

/** Password sources other than the command line, which every user of the machine can read in the process list. */
export type Terminal = { input: Readable & { isTTY?: boolean | undefined }; output: Writable }

/**
 * Parses the flags of a command that takes a password: `--password P`, `--password -` for the first line of standard input, or a hidden
 * prompt if the flag is absent.
 * @throws {UsageError} as {@link readFlags}; also if there is no line, or the repeated password differs
 */
export async function readFlagsAndPassword<R extends string>(
  args: readonly string[],
  required: readonly R[],
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<Record<R | 'password', string>> {
  const canAsk = terminal.input.isTTY === true
  const flags: Record<string, string | undefined> = canAsk
    ? readFlags(args, required, ['password'])
    : readFlags(args, [...required, 'password'], [])
  const password = flags.password === '-' ? await firstLine(terminal.input) : (flags.password ?? (await ask(terminal)))
  return { ...flags, password } as Record<R | 'password', string>
}

async function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input })
  try {
    const { value, done } = await lines[Symbol.asyncIterator]().next()
    if (done || value === '') throw new UsageError('There is no password on standard input.')
    return value
  } finally {
    lines.close()
  }
}

async function ask({ input, output }: Terminal): Promise<string> {
  const lines = createInterface({ input, output: silence(), terminal: true })
  const declined = Promise.race([once(lines, 'SIGINT'), once(lines, 'close')]).then(() => {
    throw new UsageError('You did not enter a password.')
  })
  declined.catch(() => undefined) // Avoids an unhandled rejection after both prompts.
  const answerTo = async (question: string): Promise<string> => {
    output.write(question)
    // Ctrl-D rejects with readline's own error; use ours instead.
    const answer = await Promise.race([lines.question('').catch(() => declined), declined])
    output.write('\n')
    return answer
  }
  try {
    const password = await answerTo('Password: ')
    if (password !== (await answerTo('Repeat the password: '))) throw new UsageError('The passwords do not match.')
    return password
  } finally {
    lines.close()
  }
}

function silence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
