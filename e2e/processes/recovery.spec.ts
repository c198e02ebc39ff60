import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installNode, TESTED_NODE_VERSIONS } from '@/scripts/lib/tested-node-versions.mjs'
import { openMailbox } from '@/server/testing/servers/mailbox'
import { aTrustedReceiver, createApiClient, expect, test } from '../fixtures'
import { HttpBrowser } from '../http-browser'
import { waitUntilHealthy } from '../separate-service'
import { SERVICE, serviceEnvironment } from '../service-config'

const SMTP_PORT = 3213
const major = (version: string) => Number(version.split('.')[0])
/** Another major version of Node, preferably newer: builds do not support older ones. `npm run test:nodes` tries all. */
const OTHER_NODE =
  TESTED_NODE_VERSIONS.find((version) => major(version) > major(process.versions.node)) ??
  TESTED_NODE_VERSIONS.at(-2) ??
  ''

function processTree(pid: number): number[] {
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
  return [...children.flatMap(([child = 0]) => processTree(child)), pid]
}

async function killTree(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  for (const pid of processTree(child.pid ?? 0)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  await exit
}

test(`a service killed during a sequence and a webhook retry finishes both after a restart on Node ${OTHER_NODE}, without duplicates`, async () => {
  test.setTimeout(600_000)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'recovery-'))
  const service = { port: 3212, dataDir, smtpPort: SMTP_PORT }
  const baseUrl = `http://localhost:${service.port}`
  let child: ChildProcess | undefined
  const outputFile = path.join(dataDir, 'output.log')
  const start = async (program: string) => {
    const output = openSync(outputFile, 'a')
    child = spawn(program, ['scripts/start.mjs'], {
      cwd: SERVICE.root,
      env: serviceEnvironment(service),
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    try {
      await waitUntilHealthy(child, baseUrl)
    } catch (error) {
      throw new Error(`The service did not start. Its output:\n${readFileSync(outputFile, 'utf8')}`, { cause: error })
    }
  }
  const mailbox = await openMailbox(SMTP_PORT)
  const receiver = await aTrustedReceiver()
  try {
    const otherNode = installNode(OTHER_NODE)
    await start(process.execPath)
    const owner = new HttpBrowser(baseUrl)
    const call = createApiClient(baseUrl, await owner.signUpAndCreateApiKey('owner@example.com'))
    const [confirmationMail] = await mailbox.waitFor('owner@example.com', 1, 60_000)
    const confirmation = /\/verify-email\/[\w-]+/.exec(confirmationMail?.mail.text ?? '')?.[0] ?? ''
    expect((await owner.post(confirmation, new URLSearchParams())).status).toBe(303)
    receiver.script(500, 200)
    await call('POST /webhooks/subscribe', { hookUrl: receiver.url('/hook'), triggerType: 'new_contact' })
    const survey = await call('POST /surveys', { name: 'Visits', type: 'csat', questions: [] })
    const steps = [{ type: 'survey', delay: 12, surveyId: survey.body.data.id }]
    const saved = await owner.mutate('sequences.save', { name: 'Visits', status: 'active', steps })
    const sequenceId = (await saved.json()).result.data.data.id
    const people = ['ada@example.com', 'grace@example.com', 'lin@example.com']
    await call('POST /contacts', { email: people[0], firstName: 'Ada' })
    await receiver.waitUntil((requests) => requests.length === 1, 60_000)
    await call(`POST /sequences/${sequenceId}/execute`, { contacts: people.slice(0, 1).map((email) => ({ email })) })

    if (child) await killTree(child)
    await start(otherNode)
    expect((await call('GET /contacts')).status).toBe(200)

    // Pending work resumes: the email once, and the second attempt once under the same delivery id.
    await mailbox.waitFor('ada@example.com', 1, 120_000)
    await receiver.waitUntil((requests) => requests.length === 2, 120_000)
    const ids = receiver.requests.map((request) => request.headers['x-service-delivery'])
    expect(new Set(ids).size).toBe(1)
    expect(receiver.requests[0]?.body).toEqual(receiver.requests[1]?.body)
    // Includes the owner's confirmation email.
    expect(mailbox.received).toHaveLength(2)
    expect((await call('GET /contacts')).body.meta.total).toBe(1)
  } finally {
    if (child) {
      const exit = child.exitCode === null ? once(child, 'exit') : undefined
      child.kill('SIGTERM')
      await exit
    }
    await receiver.close()
    await mailbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await expect(fetch(`${baseUrl}/api/health`)).rejects.toThrow()
})
