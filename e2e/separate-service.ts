import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createOwnerWithKey, expect, type Json, type Owner } from './fixtures'
import { type OperatorClient, startOperatorServer } from './operator-command-client'
import { SERVICE, serviceEnvironment } from './service-config'

const run = promisify(execFile)

export type SeparateService = {
  baseUrl: string
  dataDir: string
  runOperatorCommand: (...args: string[]) => Promise<Json>
  /** The same through the real CLI in a separate process, on the service's Node. */
  runCli: (...args: string[]) => Promise<Json>
  anOwner: (name?: string) => Promise<Owner>
  /** Creates a session without the sign-in form. @returns the `Set-Cookie` header */
  openSession: (email: string) => Promise<string>
  aSequence: (organizationId: string, steps: readonly object[]) => Promise<string>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

type Options = { port: number; smtpPort?: number; program?: string; env?: Record<string, string> }

/** Starts the built product with a separate data folder, for tests that would interfere with each other. @param program Node binary */
export async function startSeparateService({
  port,
  smtpPort,
  program = process.execPath,
  env: extraVariables,
}: Options): Promise<SeparateService> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'own-service-'))
  const env = {
    ...serviceEnvironment({ port, dataDir, ...(smtpPort === undefined ? {} : { smtpPort }) }),
    ...extraVariables,
  }
  const baseUrl = `http://localhost:${port}`
  let operator: OperatorClient | undefined
  const ownOperator = () => (operator ??= startOperatorServer(env, { program }))
  const cli = async (...args: string[]): Promise<Json> => ownOperator().run(args)
  const endOperator = async () => {
    await operator?.stop()
    operator = undefined
  }
  const child = spawn(program, ['scripts/start.mjs'], {
    cwd: SERVICE.root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const service: SeparateService = {
    baseUrl,
    dataDir,
    runOperatorCommand: cli,
    runCli: async (...args) =>
      JSON.parse((await run(program, ['scripts/cli.mjs', ...args], { cwd: SERVICE.root, env })).stdout),
    anOwner: (name = 'Harbour') => createOwnerWithKey(ownOperator(), name),
    openSession: (email) => ownOperator().openSession(email),
    aSequence: async (organizationId, steps) => {
      const file = path.join(dataDir, `sequence-${randomUUID()}.json`)
      writeFileSync(file, JSON.stringify({ name: 'Visits', description: '', status: 'active', steps }))
      const { sequenceId } = await cli('sequence:create', '--org', organizationId, '--file', file)
      return sequenceId
    },
    stop: async () => {
      await endOperator()
      await terminate(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
    kill: async () => {
      const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'web-server.json'), 'utf8')) as { pid: number }
      await endOperator()
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      process.kill(-pid, 'SIGKILL')
      await exit
    },
  }
  try {
    await waitUntilHealthy(child, baseUrl)
    return service
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** @throws {Error} if the service exits, or after four minutes */
export async function waitUntilHealthy(child: ChildProcess, baseUrl: string): Promise<void> {
  const state = async () => {
    if (child.exitCode !== null) return 'ended'
    const isHealthy = await fetch(`${baseUrl}/api/health`).then(
      (health) => health.ok,
      () => false,
    )
    return isHealthy ? 'healthy' : 'starting'
  }
  await expect.poll(state, { timeout: 240_000 }).not.toBe('starting')
  expect(await state()).toBe('healthy')
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
