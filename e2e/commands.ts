import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { SERVICE } from './service-address'

/** Runs an operator's commands on one service; a command line of its own takes seconds to start, and most tests begin with two. */
export type Operator = {
  /** One command. @returns its JSON answer @throws with what the command said, when it refused */
  ask: (args: readonly string[]) => Promise<OperatorAnswer>
  /** As `org:create`, with a password hash that costs no time. @returns the organization's id */
  makeOwner: (owner: { email: string; password: string; organizationName: string }) => Promise<string>
  /** Signs a person in without the form. @returns the `Set-Cookie` header */
  openSession: (email: string) => Promise<string>
  stop: () => Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type OperatorAnswer = any

/** What operator.ts reads, one line of JSON each. */
export type OperatorRequest =
  | { command: readonly string[] }
  | { openSessionOf: string }
  | { ownerOf: { email: string; password: string; organizationName: string } }

/** Asks the process (operator.ts) that listens on this port. */
export function operatorAt(port: number | Promise<number>): Omit<Operator, 'stop'> {
  const ask = async (request: OperatorRequest): Promise<OperatorAnswer> => {
    const response = await fetch(`http://127.0.0.1:${await port}`, { method: 'POST', body: JSON.stringify(request) })
    const outcome = (await response.json()) as { answer: OperatorAnswer } | { messages: string[] }
    if (!('answer' in outcome)) throw new Error(outcome.messages.join('\n'))
    return outcome.answer
  }
  return {
    ask: (command) => ask({ command }),
    makeOwner: async (owner) => (await ask({ ownerOf: owner })).organizationId,
    openSession: (email) => ask({ openSessionOf: email }),
  }
}

/**
 * Starts such a process for the commands of one service.
 *
 * @param env the service's
 * @param options which Node runs it, and where it listens; on any free port unless given
 */
export function startOperator(
  env: NodeJS.ProcessEnv,
  { program = process.execPath, port = 0 }: { program?: string; port?: number } = {},
): Operator {
  const child = spawn(program, ['--import', 'tsx', 'e2e/operator.ts', String(port)], {
    cwd: SERVICE.root,
    env: { ...env, TSX_TSCONFIG_PATH: path.join(SERVICE.root, 'tsconfig.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const listening = once(createInterface({ input: child.stdout }), 'line').then(([line]) => Number(line))
  const ended = gone.then(() => {
    throw new Error('The operator process ended.')
  })
  ended.catch(() => undefined)
  return {
    ...operatorAt(Promise.race([listening, ended])),
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
