import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { readFlags, UsageError } from './flags'

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
  const canPrompt = terminal.input.isTTY === true
  const flags: Record<string, string | undefined> = canPrompt
    ? readFlags(args, required, ['password'])
    : readFlags(args, [...required, 'password'], [])
  const password =
    flags.password === '-'
      ? await readFirstLine(terminal.input, 'password')
      : (flags.password ?? (await promptForPassword(terminal)))
  return { ...flags, password } as Record<R | 'password', string>
}

/** The first line of standard input. @throws {UsageError} if there is none */
export async function readFirstLine(input: Readable, what: string): Promise<string> {
  const lines = createInterface({ input })
  try {
    const { value, done } = await lines[Symbol.asyncIterator]().next()
    if (done || value === '') throw new UsageError(`There is no ${what} on standard input.`)
    return value
  } finally {
    lines.close()
  }
}

async function promptForPassword({ input, output }: Terminal): Promise<string> {
  const lines = createInterface({ input, output: discardOutput(), terminal: true })
  const declined = Promise.race([once(lines, 'SIGINT'), once(lines, 'close')]).then(() => {
    throw new UsageError('You did not enter a password.')
  })
  declined.catch(() => undefined) // Avoids an unhandled rejection after both prompts.
  const prompt = async (question: string): Promise<string> => {
    output.write(question)
    // Ctrl-D rejects with readline's own error; use ours instead.
    const answer = await Promise.race([lines.question('').catch(() => declined), declined])
    output.write('\n')
    return answer
  }
  try {
    const password = await prompt('Password: ')
    if (password !== (await prompt('Repeat the password: '))) throw new UsageError('The passwords do not match.')
    return password
  } finally {
    lines.close()
  }
}

function discardOutput(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
