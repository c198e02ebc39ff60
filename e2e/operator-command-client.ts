import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { SERVICE } from './service-config'

/** Runs operator commands against one service in a long-lived process: a fresh CLI process takes seconds to start. */
export type OperatorClient = {
  /** Runs one command. @returns its JSON output @throws with the command's error message */
  run: (args: readonly string[]) => Promise<OperatorResult>
  /** Like `org:create`, but with a cheap password hash. @returns the organization's id */
  makeOwner: (owner: { email: string; password: string; organizationName: string }) => Promise<string>
  /** Creates a session without the sign-in form. @returns the `Set-Cookie` header */
  openSession: (email: string) => Promise<string>
  stop: () => Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type OperatorResult = any

export type OperatorRequest =
  | { command: readonly string[] }
  | { openSessionOf: string }
  | { ownerOf: { email: string; password: string; organizationName: string } }

export function createOperatorClient(port: number | Promise<number>): Omit<OperatorClient, 'stop'> {
  const ask = async (request: OperatorRequest): Promise<OperatorResult> => {
    const response = await fetch(`http://127.0.0.1:${await port}`, { method: 'POST', body: JSON.stringify(request) })
    const outcome = (await response.json()) as { answer: OperatorResult } | { messages: string[] }
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
 * @param program the Node binary
 * @param port any free port by default
 */
export function startOperatorServer(
  env: NodeJS.ProcessEnv,
  { program = process.execPath, port = 0 }: { program?: string; port?: number } = {},
): OperatorClient {
  const child = spawn(program, ['--import', 'tsx', 'e2e/operator-command-server.ts', String(port)], {
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
    ...createOperatorClient(Promise.race([listening, ended])),
    stop: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}
