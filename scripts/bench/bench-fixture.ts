import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { certificateFor, testAuthority } from '@/server/testing/servers/certificates'
import { aReceiver, type Receiver } from '@/server/testing/servers/https-receiver'
import { type Mailbox, openMailbox } from '@/server/testing/servers/mailbox'
import { startBenchService } from './bench-service.mjs'

const NO_LIMIT = String(10_000_000)

export type BenchTenant = {
  organizationId: string
  subscriptionId: string
  key: string
  surveyId: string
  sequenceId: string
  hookPath: string
}

export type BenchFixture = {
  service: Awaited<ReturnType<typeof startBenchService>>
  receiver: Receiver
  mailbox: Mailbox
  createTenant: (hookPath: string) => Promise<BenchTenant>
  /** Milliseconds from the API's response for a new contact to its webhook request. */
  measureWebhookDelays: (tenant: BenchTenant) => Promise<number[]>
  /** Milliseconds from the API's response for an enrolment to its mail. */
  measureEmailDelays: (tenant: BenchTenant) => Promise<number[]>
  triggerJobs: (tenant: BenchTenant) => Promise<void>
  close: () => Promise<void>
}

/**
 * Starts the service with a webhook receiver that it trusts and a mail server.
 * @param single number of deliveries and mails that are measured in sequence
 */
export async function openBenchFixture(port: number, single: number): Promise<BenchFixture> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-world-'))
  const authority = path.join(folder, 'authority.pem')
  fs.writeFileSync(authority, (await testAuthority()).cert)
  const receiver = await aReceiver({ certificate: await certificateFor(['127.0.0.1']) })
  const mailbox = await openMailbox()
  const service = await startBenchService(port, {
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: authority,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Bench <bench@example.com>',
    WAITING_DELIVERIES_MAX: NO_LIMIT,
    WAITING_SENDINGS_MAX: NO_LIMIT,
  })
  // For the modules imported below.
  Object.assign(process.env, service.variables)
  const { anApiKey, anOrganization, aSurvey } = await import('@/server/testing/factories/basics')
  const { aSigningSubscription } = await import('@/server/testing/factories/webhooks')
  const { aSequence } = await import('@/server/testing/factories/sequences')
  const { closeDatabase } = await import('@/server/db')

  const post = async (key: string, route: string, body: object) => {
    const answer = await fetch(`${service.address}/api/v1${route}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
  }
  return {
    service,
    receiver,
    mailbox,
    createTenant: async (hookPath) => {
      const organizationId = await anOrganization()
      const hookUrl = receiver.url(hookPath)
      const { id: subscriptionId } = await aSigningSubscription(organizationId, ['new_contact'], { hookUrl })
      const { key } = await anApiKey(organizationId, ['admin'])
      const surveyId = (await aSurvey(organizationId)).id
      const sequenceId = (await aSequence(organizationId, [{ type: 'survey', surveyId }])).id
      return { organizationId, subscriptionId, key, surveyId, sequenceId, hookPath }
    },
    measureWebhookDelays: async ({ key, hookPath }) => {
      const times: number[] = []
      for (let n = 0; n < single; n += 1) {
        const email = `${randomUUID()}@example.com`
        await post(key, '/contacts', { email, firstName: 'Ada' })
        const answeredAt = Date.now()
        const findRequest = () => receiver.requests.find((one) => one.path === hookPath && one.body.includes(email))
        await waitUntil(() => findRequest() !== undefined, 60_000)
        times.push(Math.max(0, (findRequest()?.at.getTime() ?? 0) - answeredAt))
      }
      return times
    },
    measureEmailDelays: async ({ key, sequenceId }) => {
      const times: number[] = []
      for (let n = 0; n < single; n += 1) {
        const email = `${randomUUID()}@example.com`
        await post(key, `/sequences/${sequenceId}/execute`, { contacts: [{ email }] })
        const answeredAt = Date.now()
        await mailbox.waitFor(email, 1, 60_000)
        times.push(Date.now() - answeredAt)
      }
      return times
    },
    triggerJobs: async ({ key, sequenceId }) => {
      await post(key, '/contacts', { email: `${randomUUID()}@example.com`, firstName: 'Ada' })
      await post(key, `/sequences/${sequenceId}/execute`, { contacts: [{ email: `${randomUUID()}@example.com` }] })
    },
    close: async () => {
      await closeDatabase()
      await service.stop()
      await receiver.close()
      await mailbox.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function waitUntil(isSo: () => boolean, timeoutMs: number): Promise<void> {
  const latest = Date.now() + timeoutMs
  while (!isSo()) {
    if (Date.now() > latest) throw new Error('it did not happen')
    await sleep(1)
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
