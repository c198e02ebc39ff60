import { beforeEach, describe, expect, it } from 'vitest'
import { eraseContact } from '@/server/contacts/delete-contact'
import { db } from '@/server/db'
import { revealLinkSecret } from '@/server/survey-links/link-secret'
import { inSeconds, signClaims } from '@/server/survey-links/signed-token-fixture'
import { createSurveyLink } from '@/server/survey-links/survey-links'
import { createPageView } from '@/server/survey-links/view-token'
import { anOrganization, aSubscription, aSurvey } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { apiAs } from '@/server/testing/rest-client'
import { POST as answerLink, GET as viewLink } from './f/[slug]/route'
import { OPTIONAL_TEXT_QUESTION, requestPublicPage } from './public-page-test-client'
import { POST as answerSurvey, GET as viewSurvey } from './s/[token]/route'

const FIELDS = [
  { id: 'order', signed: false },
  { id: 'plan', signed: false },
  { id: 'account', signed: true },
]

let organizationId: string

beforeEach(async () => {
  organizationId = await anOrganization()
})

const listRows = () => db.response.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
const listCarried = (html: string) =>
  Object.fromEntries([...html.matchAll(/name="_f\.([\w-]+)" value="([^"]*)"/g)].map(([, id, value]) => [id, value]))

async function aLink(survey: Parameters<typeof aSurvey>[1] = {}, settings = {}) {
  const { id } = await aSurvey(organizationId, { questions: [OPTIONAL_TEXT_QUESTION], fields: FIELDS, ...survey })
  const link = await createSurveyLink(organizationId, { id, name: 'Receipt', ...settings })
  const view = createPageView(link.id, Date.now() - 20_000)
  const params = { params: Promise.resolve({ slug: link.slug }) }
  const path = `/f/${link.slug}`
  const request = (handler: typeof viewLink, query: string, form?: Record<string, string>) =>
    requestPublicPage((sent) => handler(sent, params), path + query, form)
  const reference = { id, linkId: link.id }
  return {
    path,
    sign: async (claims: object) => {
      const { secret } = await revealLinkSecret(organizationId, 'link', reference)
      return signClaims(secret, { exp: inSeconds(600), ...claims })
    },
    get: async (query: string) => request(viewLink, query),
    post: async (form: Record<string, string>, query = '') =>
      request(answerLink, query, { _view: view.token, ...form }),
  }
}

describe('hidden fields of an open link', () => {
  it('come with the address, are carried by the form, and are stored and told with the response', async () => {
    await aSubscription(organizationId, ['new_response'])
    const link = await aLink()
    const { html } = await link.get('?order=%204711%20&plan=Pro+%26+more&account=stolen&other=1')
    expect(listCarried(html)).toEqual({ order: '4711', plan: 'Pro &amp; more' })
    expect(html).toMatch(/href="\/f\/\w+\?lang=fr&amp;view=[\w.-]+&amp;order=4711&amp;plan=Pro\+%26\+more"/)
    await link.post({ 'q.nps': '9', '_f.order': '4711', '_f.plan': 'Pro & more', '_f.account': 'stolen', '_f.x': '1' })
    const fields = { order: '4711', plan: 'Pro & more' }
    const [row] = await listRows()
    expect(row).toMatchObject({ status: 'completed', fields })
    const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { organizationId } })
    expect(JSON.parse(delivery.body ?? '')).toMatchObject([{ id: row?.id, fields }])
    const call = apiAs(organizationId, 'responses:read')
    expect((await call(`GET /responses/${row?.id}`)).body).toMatchObject({ data: { fields } })
    expect((await call('GET /responses?include=answers')).body).toMatchObject({ data: [{ fields }] })
    const since = '/responses?include=answers&updated_since=2020-01-01T00:00:00Z'
    await expect
      .poll(async () => (await call(`GET ${since}`)).body.data[0]?.fields, { timeout: 15_000 })
      .toEqual(fields)
    expect((await call('GET /responses')).body.data[0]).not.toHaveProperty('fields')
  })

  it.each([
    ['of several lines', 'a%0Ab', 'a\nb'],
    ['too long', 'x'.repeat(201), 'x'.repeat(201)],
    ['with NUL', 'a%00b', 'a\u0000b'],
    ['empty', '%20', ' '],
  ])('are not taken if they are %s, neither from the address nor from the form', async (_case, encoded, value) => {
    const link = await aLink()
    expect(listCarried((await link.get(`?order=${encoded}&plan=pro`)).html)).toEqual({ plan: 'pro' })
    await link.post({ 'q.nps': '9', '_f.order': value, '_f.plan': '😀'.repeat(200) })
    expect(await listRows()).toMatchObject([{ fields: { plan: '😀'.repeat(200) } }])
    expect((await listRows())[0]?.fields).not.toHaveProperty('order')
  })

  it('survive steps, faults, a partial response and a PIN', async () => {
    const link = await aLink({ layout: 'one' }, { pin: '1234' })
    const pin = await link.get('?order=1&q.nps=8')
    expect(pin.html).toContain(`action="${link.path}?order=1&amp;q.nps=8"`)
    const wrong = await link.post({ _view: '', _pin: '0000' }, '?order=1&q.nps=8')
    expect(wrong.html).toContain(`action="${link.path}?order=1&amp;q.nps=8"`)
    const { html } = await link.post({ _view: '', _pin: '1234' }, '?order=1&q.nps=8')
    expect(listCarried(html)).toEqual({ order: '1' })
    expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('8')
    const form = { 'q.nps': '9', '_f.order': '1', _at: 'nps' }
    expect(listCarried((await link.post({ ...form, _step: 'next' })).html)).toEqual({ order: '1' })
    expect(await listRows()).toMatchObject([{ status: 'partial', fields: { order: '1' } }])
    const faulty = await link.post({ ...form, 'q.nps': '99' })
    expect([faulty.status, listCarried(faulty.html)]).toEqual([400, { order: '1' }])
  })

  it('answers in the address are preselected, and recorded only once they are sent', async () => {
    const questions = [
      {
        id: 'how',
        type: 'multiple_choice',
        text: 'How?',
        required: true,
        options: ['bus', 'car', 'foot'].map(toOption),
      },
      { id: 'room', type: 'dropdown', text: 'Room?', required: false, options: ['a', 'b'].map(toOption) },
      {
        id: 'grid',
        type: 'matrix',
        text: 'And?',
        required: false,
        rows: ['food'].map(toOption),
        options: ['good', 'bad'].map(toOption),
      },
      { id: 'nights', type: 'number', text: 'Nights?', required: false, min: 1, max: 9 },
      { id: 'ok', type: 'consent', text: 'Yes', required: false },
      OPTIONAL_TEXT_QUESTION,
    ]
    const link = await aLink({ type: 'custom', questions })
    const query =
      'q.how=bus&q.how=plane&q.how=foot&q.room=c&q.room=b&q.grid=food:bad&q.nights=12&q.ok=yes&q.why=Cold+%3Cb%3E&q.x=1'
    const { html } = await link.get(`?${query}`)
    const checked = [...html.matchAll(/value="([\w:]+)" (?:checked|selected)/g)].map(([, value]) => value)
    expect(checked).toEqual(['bus', 'foot', 'b', 'bad'])
    expect(html).toContain('Cold &lt;b></textarea>')
    expect(html).not.toContain('value="12"')
    expect(html).toContain('q.how=bus&amp;q.how=foot&amp;q.room=b&amp;q.grid=food%3Abad&amp;q.why=Cold+%3Cb%3E"')
    expect(await listRows()).toEqual([])
  })
})

describe('signed hidden fields of an open link', () => {
  const text = 'Hello {{firstName|there}} of {{field.account|none}}'
  const survey = { thanks: { positive: { title: text } }, questions: [{ ...OPTIONAL_TEXT_QUESTION, text }] }

  it('come in a token that the owner’s server signed, which also says who answers', async () => {
    const link = await aLink(survey)
    const token = await link.sign({
      email: 'zoe@example.com',
      name: 'Zoë',
      fields: { account: 'A-1', order: '9', x: '1' },
    })
    const { html } = await link.get(`?order=4711&token=${token}`)
    expect(html).toContain('Hello Zoë of A-1')
    expect(listCarried(html)).toEqual({ order: '4711' })
    expect(html).toContain(`order=4711&amp;token=${token}"`)
    const { headers } = await link.post({ 'q.nps': '9', '_f.order': '4711', '_f.account': 'B-2', _token: token })
    const [row] = await listRows()
    expect(row).toMatchObject({ fields: { order: '4711', account: 'A-1' } })
    const contact = await db.contact.findFirst({ where: { organizationId, email: 'zoe@example.com' } })
    expect(row?.contactId).toBe(contact?.id)
    const thanks = await link.get(headers.get('location')?.replace(link.path, '') ?? '')
    expect(thanks.html).toContain('<h1 dir="auto">Hello Zoë of A-1</h1>')
  })

  it('are not taken from a token of another key, and fields of the address are not taken from a token', async () => {
    const [link, other] = [await aLink(survey), await aLink(survey)]
    const token = await other.sign({ email: 'zoe@example.com', fields: { account: 'A-1' } })
    expect((await link.get(`?token=${token}`)).html).toContain('Hello there of none')
    await link.post({ 'q.nps': '9', _token: token })
    expect(await listRows()).toMatchObject([{ contactId: null, fields: {} }])
  })

  it('an address that a person enters fills no text', async () => {
    const link = await aLink(survey, { asksContact: 'optional' })
    await db.contact.create({ data: { organizationId, email: 'ada@example.com', firstName: 'Ada' } })
    const { headers } = await link.post({ 'q.nps': '9', _email: 'ada@example.com' })
    const thanks = await link.get(headers.get('location')?.replace(link.path, '') ?? '')
    expect(thanks.html).toContain('Hello there of none')
  })
})

const toOption = (id: string) => ({ id, label: `Option ${id}` })

describe('hidden fields of a survey link', () => {
  const survey = { questions: [OPTIONAL_TEXT_QUESTION], fields: FIELDS }

  it('stay with a response that is continued, and the address replaces them', async () => {
    const { token } = await aSurveyRequest(organizationId, { survey })
    const get = async (query: string) => listCarried((await requestPublicPage(viewSurvey, `/s/${token}${query}`)).html)
    const post = async (form: Record<string, string>) => requestPublicPage(answerSurvey, `/s/${token}`, form)
    expect(await get('?order=1&plan=a')).toEqual({ order: '1', plan: 'a' })
    await post({ 'q.nps': '3', '_f.order': '1', '_f.plan': 'a', _save: '1' })
    expect(await listRows()).toMatchObject([{ status: 'partial', fields: { order: '1', plan: 'a' } }])
    expect(await get('?order=2')).toEqual({ order: '2', plan: 'a' })
    await post({ 'q.nps': '3', '_f.order': '2' })
    expect(await listRows()).toMatchObject([{ status: 'completed', fields: { order: '2', plan: 'a' } }])
  })

  it('answers that were saved take the place of those in the address, and a score in it comes first', async () => {
    const { token } = await aSurveyRequest(organizationId, { survey })
    const checked = async (query: string) => {
      const { html } = await requestPublicPage(viewSurvey, `/s/${token}${query}`)
      return html.match(/value="(\d+)" checked/)?.[1]
    }
    expect(await checked('?q.nps=4')).toBe('4')
    expect(await checked('?q.nps=4&score=5')).toBe('5')
    await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '7', _save: '1' })
    expect(await checked('?q.nps=4')).toBe('7')
    expect(await checked('?q.nps=4&score=5')).toBe('5')
  })

  it('are erased with the data of the contact, and stored deliveries with them', async () => {
    const { token, contact } = await aSurveyRequest(organizationId, { survey })
    await aSubscription(organizationId, ['new_response'])
    await requestPublicPage(answerSurvey, `/s/${token}`, { 'q.nps': '9', '_f.order': '4711' })
    expect(await listRows()).toMatchObject([{ fields: { order: '4711' } }])
    await eraseContact(organizationId, contact.id)
    expect(await listRows()).toMatchObject([{ npsScore: 9, fields: {} }])
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(0)
  })
})

describe('POST /surveys', () => {
  const save = async (fields: object[]) => {
    const survey = { name: 'Visit', type: 'nps', questions: [], fields }
    const { status, body } = await apiAs(organizationId, 'surveys:write')('POST /surveys', survey)
    return status === 201 ? body.data.fields : Object.keys(body.error.details)
  }

  it('201: stores hidden fields', async () => {
    expect(await save(FIELDS)).toEqual(FIELDS)
  })

  it.each(['lang', 'score', 'view', 'sent', 'change', 'embed', 'token', 'q.nps', 'Order', ''])(
    '400: %s is no id of a hidden field',
    async (id) => {
      expect(await save([{ id, signed: false }])).toEqual(['fields.0.id'])
    },
  )

  it('400: refuses an id twice, and more than 20', async () => {
    expect(await save([FIELDS[0] ?? {}, { id: 'order', signed: true }])).toEqual(['fields.1.id'])
    expect(await save(Array.from({ length: 21 }, (_, n) => ({ id: `f${n}`, signed: false })))).toEqual(['fields'])
  })
})
