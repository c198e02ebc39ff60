import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { SERVICE } from './service-config'

/** Runs operator commands against one service in a long-lived process: a fresh CLI process takes seconds to start. */
export type Operator = {
  /** Runs one command. @returns its JSON output @throws with the command's error message */
  run: (args: readonly string[]) => Promise<OperatorAnswer>
  /** Like `org:create`, but with a cheap password hash. @returns the organization's id */
  makeOwner: (owner: { email: string; password: string; organizationName: string }) => Promise<string>
  /** Creates a session without the sign-in form. @returns the `Set-Cookie` header */
  openSession: (email: string) => Promise<string>
  stop: () => Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type OperatorAnswer = any

export type OperatorRequest =
  | { command: readonly string[] }
  | { openSessionOf: string }
  | { ownerOf: { email: string; password: string; organizationName: string } }

export function connectOperator(port: number | Promise<number>): Omit<Operator, 'stop'> {
  const ask = async (request: OperatorRequest): Promise<OperatorAnswer> => {
    const response = await fetch(`http://127.0.0.1:${await port}`, { method: 'POST', body: JSON.stringify(request) })
    const outcome = (await response.json()) as { answer: OperatorAnswer } | { messages: string[] }
    if (!('answer' in outcome)) throw new Error(outcome.messages.join('\n'))
    return outcome.answer
  }
  return {
    run: (command) => ask({ command }),
    makeOwner: async (owner) => (await ask({ ownerOf: owner })).organizationId,
    openSession: (email) => ask({ openSessionOf: email }),
  }
}

/**
 * Starts an operator process for one service.
 *
 * @param env the service's environment
 * @param options Node binary and port; any free port by default
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
  const exit = once(child, 'exit')
  const listening = once(createInterface({ input: child.stdout }), 'line').then(([line]) => Number(line))
  const ended = exit.then(() => {
    throw new Error('The operator process ended.')
  })
  ended.catch(() => undefined)
  return {
    ...connectOperator(Promise.race([listening, ended])),
    stop: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}
