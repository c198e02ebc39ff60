import { installNode } from '@/scripts/lib/tested-node-versions.mjs'
import { openMailbox } from '@/server/testing/servers/mailbox'
import { aTrustedReceiver, createApiClient, expect, test } from './fixtures'
import { HttpBrowser } from './http-browser'
import { startSeparateService } from './separate-service'

const PORT = 3214
const SMTP_PORT = 3215

/** Smoke test: starts the product on that Node, and follows one response to the dashboard. @param env additional environment */
export async function runSmokeJourneyOnNode(version: string, env: Record<string, string> = {}): Promise<void> {
  const program = downloadedNode(version)
  const mailbox = await openMailbox(SMTP_PORT)
  const receiver = await aTrustedReceiver()
  const service = await startSeparateService({ port: PORT, smtpPort: SMTP_PORT, program, env })
  try {
    const { organizationId, email, password, key } = await service.anOwner()
    const call = createApiClient(service.baseUrl, key)
    const hookUrl = receiver.url('/new-response')
    expect((await call('POST /webhooks/subscribe', { hookUrl, triggerType: 'new_response' })).status).toBe(201)
    expect((await call('POST /contacts', { email: 'ada@example.com', firstName: 'Ada' })).status).toBe(201)
    const survey = await call('POST /surveys', { name: 'Visits', type: 'nps', questions: [] })
    const steps = [{ type: 'survey', delay: 0, surveyId: survey.body.data.id }]
    const sequenceId = await service.aSequence(organizationId, steps)
    expect(await service.runCli('org:list')).toMatchObject({ organizations: expect.anything() })
    const executed = await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email: 'ada@example.com' }] })
    expect(executed.status).toBe(200)

    const [mail] = await mailbox.waitFor('ada@example.com', 1, 30_000)
    const link = /href="(http:[^"]+\/s\/[\w-]{43})/.exec(mail?.mail.html ?? '')?.[1] ?? ''
    expect((await fetch(link)).status).toBe(200)
    const body = new URLSearchParams({ 'q.nps': '9' })
    expect((await fetch(link, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
    await receiver.waitUntil((requests) => requests.some(({ path }) => path === '/new-response'), 30_000)

    const browser = new HttpBrowser(service.baseUrl)
    await browser.signIn(email, password)
    const page = await browser.get('/responses')
    expect([page.status, (await page.text()).includes('Ada')]).toEqual([200, true])
  } finally {
    await service.stop()
    await receiver.close()
    await mailbox.close()
  }
}

/** Without access to the npm registry the test is skipped, except in CI. */
function downloadedNode(version: string): string {
  try {
    return installNode(version)
  } catch (error) {
    test.skip(!process.env.CI, String(error))
    throw error
  }
}
