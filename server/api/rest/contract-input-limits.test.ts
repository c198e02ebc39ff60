import { expect, it } from 'vitest'
import { aContact, anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aReview } from '../../testing/factories/reviews'
import { aSequence } from '../../testing/factories/sequences'
import { apiAs } from '../../testing/rest-client'

/* Each limit from both sides: the maximum, and one more. */

const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const text = (characters: number) => 'é'.repeat(characters)

/** A valid address of exactly this length. */
function emailOf(characters: number): string {
  const domain = `${many(3, () => 'd'.repeat(60)).join('.')}.example.com`
  const unique = anEmailAddress('a').split('@')[0] ?? ''
  return `${unique}${'x'.repeat(characters - domain.length - 1 - unique.length)}@${domain}`
}

const inJson = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) })
const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
const question = (index: number) => ({ id: `q${index}`, type: 'text', text: 'Why?' })
const choice = (options: number) => ({
  type: 'single_choice',
  text: 'Which?',
  options: many(options, (index) => ({ label: `Option ${index}` })),
})

type Limit = [what: string, maximum: number, makeFields: (n: number) => Record<string, unknown>, place: string]

const OF_CONTACTS: Limit[] = [
  ['characters of email', 254, (n) => ({ email: emailOf(n) }), 'email'],
  ['characters of firstName', 100, (n) => ({ firstName: text(n) }), 'firstName'],
  ['characters of lastName', 100, (n) => ({ lastName: text(n) }), 'lastName'],
  ['characters of title', 100, (n) => ({ title: text(n) }), 'title'],
  ['characters of phone', 50, (n) => ({ phone: text(n) }), 'phone'],
  ['tags', 50, (n) => ({ tags: many(n, (index) => `tag ${index}`) }), 'tags'],
  ['characters of a tag', 50, (n) => ({ tags: [text(n)] }), 'tags.0'],
  ['custom fields', 50, (n) => ({ customFields: Object.fromEntries(many(n, (i) => [`k${i}`, i])) }), 'customFields'],
  ['bytes of custom fields', 16_384, (n) => ({ customFields: inJson(n) }), 'customFields'],
  ['levels in custom fields', 8, (n) => ({ customFields: nested(n) }), 'customFields'],
]

it.each(OF_CONTACTS)(
  '201, 200 and 400: POST and PATCH /contacts limit %s to %i',
  async (_what, maximum, makeFields, place) => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'contacts:*')
    const contact = await aContact(organizationId)
    const create = (n: number) =>
      call('POST /contacts', { email: anEmailAddress(), firstName: 'Ada', ...makeFields(n) })
    const update = (n: number) => call(`PATCH /contacts/${contact.id}`, makeFields(n))
    expect([(await create(maximum)).status, (await update(maximum)).status]).toEqual([201, 200])
    for (const { status, body } of [await create(maximum + 1), await update(maximum + 1)])
      expect([status, Object.keys(body.error.details)]).toEqual([400, [place]])
  },
)

const OF_SURVEYS: Limit[] = [
  ['characters of name', 200, (n) => ({ name: text(n) }), 'name'],
  ['questions', 50, (n) => ({ questions: many(n, question) }), 'questions'],
  ['characters of a question', 1000, (n) => ({ questions: [{ type: 'text', text: text(n) }] }), 'questions.0.text'],
  ['options', 20, (n) => ({ questions: [choice(n)] }), 'questions.0.options'],
  ['characters of an id', 50, (n) => ({ questions: [{ ...question(0), id: 'q'.repeat(n) }] }), 'questions.0.id'],
]

it.each(OF_SURVEYS)(
  '201, 200 and 400: POST and PATCH /surveys limit %s to %i',
  async (_what, maximum, makeFields, place) => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'surveys:*')
    const survey = await aSurvey(organizationId, { type: 'custom' })
    const create = (n: number) =>
      call('POST /surveys', { name: 'Visit', type: 'custom', questions: [], ...makeFields(n) })
    const update = (n: number) => call(`PATCH /surveys/${survey.id}`, makeFields(n))
    expect([(await create(maximum)).status, (await update(maximum)).status]).toEqual([201, 200])
    for (const { status, body } of [await create(maximum + 1), await update(maximum + 1)])
      expect([status, Object.keys(body.error.details)]).toEqual([400, [place]])
  },
)

it('200: executing a sequence and sending a survey accept 100 contacts; 400: none, or 101', async () => {
  const organizationId = await anOrganization()
  const call = apiAs(organizationId, 'admin')
  const lines = [
    `POST /sequences/${(await aSequence(organizationId)).id}/execute`,
    `POST /surveys/${(await aSurvey(organizationId)).id}/send`,
  ]
  const contacts = (n: number) => ({ contacts: many(n, () => ({ email: anEmailAddress() })) })
  for (const line of lines) {
    const accepted = await call(line, contacts(100))
    expect([accepted.status, accepted.body.data?.sendingsCreated, accepted.body.data?.results.length]).toEqual([
      200, 100, 100,
    ])
    for (const n of [0, 101]) {
      const { status, body } = await call(line, contacts(n))
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['contacts']])
    }
  }
})

it('400: refuses to send a survey that is archived or has no questions, and creates no contact', async () => {
  const organizationId = await anOrganization()
  const call = apiAs(organizationId, 'admin')
  for (const data of [{ status: 'archived' }, { type: 'custom' }]) {
    const { id } = await aSurvey(organizationId, data)
    const { status, body } = await call(`POST /surveys/${id}/send`, { contacts: [{ email: anEmailAddress() }] })
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([400, 'VALIDATION_ERROR', ['id']])
  }
  expect((await call('GET /contacts')).body.meta.total).toBe(0)
})

it('201, 200 and 400: a review reply has 1 to 2000 characters, not counting surrounding white space', async () => {
  const organizationId = await anOrganization()
  const { id } = await aReview(organizationId)
  const call = apiAs(organizationId, 'reviews:write')
  for (const [method, success] of [
    ['POST', 201],
    ['PATCH', 200],
  ] as const) {
    for (const wrong of ['', '   ', text(2001)]) {
      const { status, body } = await call(`${method} /reviews/${id}/reply`, { text: wrong })
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['text']])
    }
    const { status, body } = await call(`${method} /reviews/${id}/reply`, { text: `${text(1999)}\n` })
    expect([status, body.data?.replyText]).toEqual([success, text(1999)])
  }
  expect((await call(`PATCH /reviews/${id}/reply`, { text: text(2000) })).body.data?.replyText).toBe(text(2000))
})
