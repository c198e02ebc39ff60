import { beforeEach, describe, expect, it } from 'vitest'
import { addSuppressions, optOut } from '@/server/contacts/suppression'
import { db } from '@/server/db'
import { getContactReachability } from '@/server/sequences/sending/contact-reachability'
import { revealLinkSecret } from '@/server/survey-links/link-secret'
import { inSeconds, signClaims } from '@/server/survey-links/signed-token-fixture'
import { createSurveyLink } from '@/server/survey-links/survey-links'
import { createPageView } from '@/server/survey-links/view-token'
import { createSurveyWidget } from '@/server/survey-widgets/survey-widgets'
import { aContact, anEmailAddress, anOrganization, aSurvey } from '@/server/testing/factories/basics'
import { aSending, aSequence } from '@/server/testing/factories/sequences'
import { runSendings } from '@/server/testing/sendings'
import * as page from './w/[key]/route'
import * as visitor from './w/[key]/visitor/route'

const SHOP = 'https://shop.example.com'
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

let organizationId: string
let surveyId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  surveyId = (await aSurvey(organizationId)).id
})

async function aWidget(settings: { asksContact?: 'required'; survey?: string } = {}) {
  const { survey = surveyId, ...rest } = settings
  const input = { id: survey, name: 'Shop', kind: 'popover' as const, origins: [SHOP], ...rest }
  const { id, key } = await createSurveyWidget(organizationId, input)
  const { secret } = await revealLinkSecret(organizationId, 'widget', { id: survey, linkId: id })
  const sign = (claims: object, by = secret) => signClaims(by, { exp: inSeconds(600), ...claims })
  return { id, key, sign }
}

type Widget = Awaited<ReturnType<typeof aWidget>>

async function answer({ id, key }: Widget, fields: Record<string, string>) {
  const { token } = createPageView(id, Date.now() - 20_000)
  const body = new URLSearchParams({ 'q.nps': '9', _view: token, _stay: '1', ...fields }).toString()
  const request = new Request(`http://localhost/w/${key}`, { method: 'POST', body, headers: FORM })
  const response = await page.POST(request, { params: Promise.resolve({ key }) })
  return { status: response.status, html: await response.text() }
}

async function check({ key }: { key: string }, token: string, headers: Record<string, string> = { origin: SHOP }) {
  const request = new Request(`http://localhost/w/${key}/visitor`, {
    method: 'POST',
    body: new URLSearchParams({ token }).toString(),
    headers: { ...FORM, ...headers },
  })
  const response = await visitor.POST(request, { params: Promise.resolve({ key }) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The contacts of the responses, in their order. */
async function readContacts() {
  const responses = await db.response.findMany({ where: { organizationId, channel: 'web' }, orderBy: { id: 'asc' } })
  return Promise.all(
    responses.map(async ({ contactId: id }) => id && db.contact.findFirst({ where: { organizationId, id } })),
  )
}

describe('an answer with a signed token', () => {
  it('belongs to the contact of its address, who is created with the name if there is none', async () => {
    const widget = await aWidget({ asksContact: 'required' })
    const [known, email] = [await aContact(organizationId, { firstName: 'Known' }), anEmailAddress('new')]
    await answer(widget, { _token: widget.sign({ email: known.email.toUpperCase(), name: 'Other' }) })
    await answer(widget, { _token: widget.sign({ email, name: 'Grace' }) })
    expect(await readContacts()).toMatchObject([
      { id: known.id, firstName: 'Known' },
      { email, firstName: 'Grace' },
    ])
  })

  it('belongs to that contact, whatever was entered', async () => {
    const widget = await aWidget({ asksContact: 'required' })
    const [email, entered] = [anEmailAddress('signed'), anEmailAddress('entered')]
    await answer(widget, { _token: widget.sign({ email }), _email: entered, _name: 'Mallory' })
    expect(await readContacts()).toMatchObject([{ email }])
    expect(await db.contact.count({ where: { organizationId, email: entered } })).toBe(0)
  })

  it('comes without a contact if the token is not accepted, and the page does not tell', async () => {
    const [widget, other] = [await aWidget(), await aWidget()]
    const email = anEmailAddress('eve')
    for (const token of [other.sign({ email }), widget.sign({ email, exp: inSeconds(-600) }), 'nonsense']) {
      const { status, html } = await answer(widget, { _token: token })
      expect([status, html.includes('data-page="thanks"')]).toEqual([200, true])
    }
    expect(await readContacts()).toEqual([null, null, null])
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
  })

  it('needs name and address again where they are required and the token is not accepted', async () => {
    const widget = await aWidget({ asksContact: 'required' })
    const refused = await answer(widget, { _token: 'nonsense' })
    expect([refused.status, refused.html.includes('name="_email"')]).toEqual([400, true])
    expect(refused.html).toContain('name="_token" value/>')
    const token = widget.sign({ email: anEmailAddress() })
    const incomplete = await answer(widget, { _token: token, 'q.nps': '99' })
    expect([incomplete.status, incomplete.html.includes('name="_email"')]).toEqual([400, false])
    expect(incomplete.html).toContain(`name="_token" value="${token}"`)
  })
})

describe('POST /w/<key>/visitor', () => {
  it('says to pages of its origins that an unknown person may be asked', async () => {
    const widget = await aWidget()
    const { status, headers, body } = await check(widget, widget.sign({ email: anEmailAddress() }))
    expect([status, body]).toEqual([200, { ask: true }])
    expect(headers.get('access-control-allow-origin')).toBe(SHOP)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await check(widget, widget.sign({ fields: { order: '1' } }))).body).toEqual({ ask: true })
  })

  it('400: names what is wrong with a token, so that the page can read it', async () => {
    const widget = await aWidget()
    const email = anEmailAddress()
    const reasons: [string, RegExp][] = [
      [widget.sign({ email }, 'other'), /not signed with the secret/],
      [widget.sign({ email, exp: inSeconds(-600) }), /has expired/],
      [widget.sign({ email, exp: inSeconds(90_000) }), /at most 24 hours/],
      [widget.sign({ email: 'ada' }), /not valid/],
      ['', /not a JWT/],
    ]
    for (const [token, reason] of reasons) {
      const { status, headers, body } = await check(widget, token)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([400, SHOP])
      expect(body.error.details.token).toEqual([expect.stringMatching(reason)])
    }
  })

  it('403 and 404: refuses foreign origins, and knows no links', async () => {
    const widget = await aWidget()
    const token = widget.sign({ email: anEmailAddress() })
    expect((await check(widget, token, { origin: 'https://copy.example.com' })).status).toBe(403)
    const { slug } = await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })
    expect((await check({ key: slug }, token)).status).toBe(404)
  })

  it('413: reads no large body', async () => {
    expect((await check(await aWidget(), 'a'.repeat(20_000))).status).toBe(413)
  })

  it('asks no one who opted out or was unsubscribed, or whose address is blocked', async () => {
    const widget = await aWidget()
    const [out, unsubscribed] = [await aContact(organizationId), await aContact(organizationId, { unsubscribed: true })]
    await optOut(organizationId, out.id, out.email)
    const blocked = anEmailAddress('blocked')
    await addSuppressions(db, organizationId, [blocked], 'blocked')
    for (const email of [out.email, unsubscribed.email, blocked])
      expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: false })
  })

  it('asks people who declined only a channel', async () => {
    const [widget, { email }] = [await aWidget(), await aContact(organizationId)]
    await addSuppressions(db, organizationId, [email], 'no_email')
    await addSuppressions(db, organizationId, [email], 'bounced')
    expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: true })
  })
})

async function sendSurvey(contact: { id: string; email: string }, survey?: string) {
  const steps = survey === undefined ? undefined : [{ type: 'survey', surveyId: survey }]
  const sequence = await (steps ? aSequence(organizationId, steps) : aSequence(organizationId))
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendings(organizationId)
  const [step] = await db.sendingStep.findMany({ where: { organizationId, sendingId: sending.id } })
  return step
}

describe('the frequency rules of mails and widgets', () => {
  it('a widget does not ask a contact again that a mail asked within the throttle of the organization', async () => {
    await db.organization.update({ where: { id: organizationId }, data: { throttleDays: 30 } })
    const [widget, contact] = [await aWidget(), await aContact(organizationId)]
    expect((await check(widget, widget.sign({ email: contact.email }))).body).toEqual({ ask: true })
    expect(await sendSurvey(contact)).toMatchObject({ status: 'captured' })
    // As with a mail server.
    await db.sendingStep.updateMany({ where: { organizationId }, data: { status: 'sent', sentAt: new Date() } })
    expect((await check(widget, widget.sign({ email: contact.email }))).body).toEqual({ ask: false })
  })

  it('a widget asks no one who answered a widget, within the days of the person’s own choice', async () => {
    const [widget, { email }] = [await aWidget(), await aContact(organizationId)]
    await addSuppressions(db, organizationId, [email], 'fewer_surveys')
    expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: true })
    await answer(widget, { _token: widget.sign({ email }) })
    expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: false })
    await db.response.updateMany({
      where: { organizationId },
      data: { submittedAt: new Date(Date.now() - 91 * 86_400_000) },
    })
    expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: true })
  })

  it('the cool-down of a survey counts for this survey only', async () => {
    await db.survey.update({ where: { id: surveyId, organizationId }, data: { cooldownDays: 10 } })
    const [widget, { email }] = [await aWidget(), await aContact(organizationId)]
    const other = await aWidget({ survey: (await aSurvey(organizationId)).id })
    await answer(other, { _token: other.sign({ email }) })
    expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: true })
    await answer(widget, { _token: widget.sign({ email }) })
    expect((await check(widget, widget.sign({ email }))).body).toEqual({ ask: false })
    expect((await check(other, other.sign({ email }))).body).toEqual({ ask: true })
  })

  it('a mail asks no one who answered by a widget within the throttle, and says so', async () => {
    await db.organization.update({ where: { id: organizationId }, data: { throttleDays: 30 } })
    const [widget, contact] = [await aWidget(), await aContact(organizationId)]
    await answer(widget, { _token: widget.sign({ email: contact.email }) })
    const { survey } = await getContactReachability(organizationId, contact.id)
    expect(survey).toMatchObject({ code: 'throttled' })
    expect(await sendSurvey(contact)).toMatchObject({ status: 'skipped', reason: { code: 'throttled' } })
  })

  it('a mail asks no one who answered the same survey by a widget within its cool-down', async () => {
    await db.survey.update({ where: { id: surveyId, organizationId }, data: { cooldownDays: 10 } })
    const [widget, contact] = [await aWidget(), await aContact(organizationId)]
    await answer(widget, { _token: widget.sign({ email: contact.email }) })
    expect(await sendSurvey(contact, surveyId)).toMatchObject({ status: 'skipped', reason: { code: 'coolDown' } })
    expect(await sendSurvey(contact)).toMatchObject({ status: 'captured' })
  })
})
