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

/** One process (operator.ts) for the commands of one service. @param env the service's @param program which Node */
export function startOperator(env: NodeJS.ProcessEnv, program = process.execPath): Operator {
  const child = spawn(program, ['--import', 'tsx', 'e2e/operator.ts'], {
    cwd: SERVICE.root,
    env: { ...env, TSX_TSCONFIG_PATH: path.join(SERVICE.root, 'tsconfig.json') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  const ask = (request: OperatorRequest): Promise<OperatorAnswer> => {
    const answer = last.then(async () => {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('The operator process ended.')
      const outcome = JSON.parse(value)
      if (!('answer' in outcome)) throw new Error(outcome.messages.join('\n'))
      return outcome.answer
    })
    last = answer.catch(() => undefined)
    return answer
  }
  return {
    ask: (command) => ask({ command }),
    makeOwner: async (owner) => (await ask({ ownerOf: owner })).organizationId,
    openSession: (email) => ask({ openSessionOf: email }),
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
