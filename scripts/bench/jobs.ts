import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { SMTPServer } from 'smtp-server'
import { v7 as uuidv7 } from 'uuid'
import type { EmailMessage } from '@/server/messaging/message'
import { createSmtpSender } from '@/server/messaging/smtp'
import { runCliCommand, startBenchService } from './bench-service.mjs'

const PORT = 3294
const SIZE = process.argv.includes('--small')
  ? { single: 2, burst: 20, people: 4, steps: 2, warmUp: 5 }
  : { single: 50, burst: 1000, people: 200, steps: 5, warmUp: 100 }
const BATCH = 100
/** The service's limit of concurrent messages per organization. */
const AT_A_TIME = 20

type ReceivedMail = { to: string; at: number }

const receivedMails: ReceivedMail[] = []
let text = ''
const waiting = new Set<() => void>()
const mailServer = await openCountingMailServer()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-jobs-'))
const service = await startBenchService(PORT, { SMTP_URL: mailServer.url, MAIL_FROM: 'Bench <bench@example.com>' })
try {
  runCliCommand('org:set-quota', '--org', service.organizationId, '--per-day', 'none')
  const survey = (await post('/surveys', { name: 'Visits', type: 'nps', questions: [] })).data.id
  const oneStep = aSequence([{ type: 'survey', delay: 0, surveyId: survey }])
  const body = 'Dear {{firstName|there}}, thank you for your visit.'
  const steps = Array.from({ length: SIZE.steps }, () => ({ type: 'email', delay: 0, subject: 'Thank you', body }))
  const manySteps = aSequence(steps)
  await enrol(oneStep, 'warm', SIZE.warmUp)

  const singles: number[] = []
  for (let n = 0; n < SIZE.single; n += 1) {
    const answeredAt = await enrol(oneStep, `single.${n}`, 1)
    singles.push(Math.max(0, (receivedMails.at(-1)?.at ?? Number.NaN) - answeredAt))
  }
  const multiStepTimes: number[] = []
  for (let n = 0; n < SIZE.single; n += 1) {
    const answeredAt = await enrol(manySteps, `chain.${n}`, 1, SIZE.steps)
    multiStepTimes.push(Math.max(0, (receivedMails.at(-1)?.at ?? Number.NaN) - answeredAt))
  }

  const burstMs = await timed(() => enrol(oneStep, 'burst', SIZE.burst))
  const stepsMs = await timed(() => enrol(manySteps, 'person', SIZE.people, SIZE.steps))
  const pool = new Pool({ connectionString: service.pool.options.connectionString, max: AT_A_TIME })
  const bareMs = await timed(() => bareLoop(pool, service.organizationId, survey))
  await pool.end()

  const [mails, stepped, bare] = [
    perSecond(SIZE.burst, burstMs),
    perSecond(SIZE.people * SIZE.steps, stepsMs),
    perSecond(SIZE.burst, bareMs),
  ]
  say(`one organization, one SMTP server, ${AT_A_TIME} messages at a time\n`)
  say(`${SIZE.burst} enrolments to mails          ${mails.toFixed(0)} per second`)
  say(`${SIZE.people} people with ${SIZE.steps} steps each    ${stepped.toFixed(0)} steps per second`)
  say(`bare loop, the same rows and mails  ${bare.toFixed(0)} per second`)
  say(`one enrolment, answer to mail       p50 ${median(singles)} ms`)
  say(
    `each further step of one person     p50 ${((median(multiStepTimes) - median(singles)) / (SIZE.steps - 1)).toFixed(1)} ms`,
  )
  say(`\nenrolments to mails, of the bare loop: ${(mails / bare).toFixed(2)}`)
} finally {
  await service.stop()
  await mailServer.close()
  fs.rmSync(folder, { recursive: true, force: true })
}

async function post(route: string, body: object): Promise<{ data: { id: string } }> {
  const answer = await fetch(`${service.address}/api/v1${route}`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as { data: { id: string } }
}

/** Enrols `count` people and waits for all of their mails. @returns the time of the last response. */
async function enrol(sequenceId: string, name: string, count: number, mailsEach = 1): Promise<number> {
  const expected = receivedMails.length + count * mailsEach
  for (let from = 0; from < count; from += BATCH) {
    const contacts = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => ({
      email: `${name}.${from + n}@example.com`,
      firstName: 'Ada',
    }))
    await post(`/sequences/${sequenceId}/execute`, { contacts })
  }
  const answeredAt = Date.now()
  await waitUntil(() => receivedMails.length >= expected, 300_000)
  return answeredAt
}

function aSequence(steps: readonly object[]): string {
  const file = path.join(folder, `${uuidv7()}.json`)
  fs.writeFileSync(file, JSON.stringify({ name: 'Bench', description: '', status: 'active', steps }))
  return String(runCliCommand('sequence:create', '--org', service.organizationId, '--file', file).sequenceId)
}

/** Writes the rows of enrolments and mails directly: two statements for a hundred people, two for each mail. */
async function bareLoop(pool: Pool, organizationId: string, surveyId: string): Promise<void> {
  const deliver = createSmtpSender(mailServer.url, 30_000)
  const people: { sendingId: string; email: string }[] = []
  for (let from = 0; from < SIZE.burst; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, SIZE.burst - from) }, (_, n) => ({
      contactId: uuidv7(),
      sendingId: uuidv7(),
      email: `bare.${from + n}@example.com`,
    }))
    const [contactIds, sendingIds] = [batch.map(({ contactId }) => contactId), batch.map(({ sendingId }) => sendingId)]
    const emails = batch.map(({ email }) => email)
    await pool.query(
      `INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT id, $1, email, 'Ada', now() FROM unnest($2::uuid[], $3::text[]) AS p(id, email)`,
      [organizationId, contactIds, emails],
    )
    await pool.query(
      `INSERT INTO sending (id, organization_id, survey_id, contact_id, email, status, anchor_at, due_at, updated_at)
       SELECT id, $1, $5, contact_id, email, 'queued', now(), NULL, now() FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS p(id, contact_id, email)`,
      [organizationId, sendingIds, contactIds, emails, surveyId],
    )
    people.push(...batch)
  }
  const left = people.values()
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (const { sendingId, email } of left) {
        const stepId = uuidv7()
        await pool.query(
          `INSERT INTO sending_step (id, organization_id, sending_id, step_id, position, type, survey_id, status, channel, recipient, claimed_at, first_tried_at, updated_at)
           VALUES ($1, $2, $3, $4, 0, 'survey', $5, 'scheduled', 'email', $6, now(), now(), now())`,
          [stepId, organizationId, sendingId, uuidv7(), surveyId, email],
        )
        const outcome = await deliver(mailTo(email))
        if (outcome.state !== 'accepted') throw new Error(`the bare loop failed: ${JSON.stringify(outcome)}`)
        await pool.query(
          `WITH step AS (UPDATE sending_step SET status = 'sent', sent_at = now(), ended_at = now() WHERE id = $1)
           UPDATE sending SET status = 'completed', ended_at = now() WHERE id = $2`,
          [stepId, sendingId],
        )
      }
    }),
  )
}

function mailTo(address: string): EmailMessage {
  return {
    channel: 'email',
    from: { name: 'Bench', address: 'bench@example.com' },
    to: { name: 'Ada', address },
    subject: 'Would you recommend us?',
    text: 'Would you recommend us?',
    html: text.slice(0, 8000),
    messageId: `<${uuidv7()}@example.com>`,
    headers: {},
  }
}

async function openCountingMailServer() {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        text ||= Buffer.concat(chunks).toString('utf8')
        receivedMails.push({ to: session.envelope.rcptTo[0]?.address ?? '', at: Date.now() })
        for (const check of waiting) check()
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `smtp://127.0.0.1:${address.port}`, close }
}

function waitUntil(isSo: () => boolean, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer)
      waiting.delete(check)
      finish()
    }
    const timer = setTimeout(() => end(() => reject(new Error(`only ${receivedMails.length} mails came`))), timeoutMs)
    const check = () => {
      if (isSo()) end(resolve)
    }
    waiting.add(check)
    check()
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function perSecond(count: number, ms: number): number {
  return (count / ms) * 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
