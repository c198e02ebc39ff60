/**
 * An integrator's program on the generated client: compiled by the test against the types of the document, then run against the service.
 * Prints the results as one line of JSON. The lines marked `@ts-expect-error` must not compile: if the types let one pass, the compiler
 * reports it.
 */
export const CLIENT_PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const [baseUrl = '', key = ''] = process.argv.slice(2)
const { GET, POST, PATCH, DELETE } = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } })

const ada: components['schemas']['CreateContact'] = { email: 'ada@example.com', firstName: 'Ada', phone: null }
const created = await POST('/contacts', { body: ada, params: { header: { 'Idempotency-Key': 'first' } } })
const replayed = await POST('/contacts', { body: ada, params: { header: { 'Idempotency-Key': 'first' } } })
const twin = await POST('/contacts', { body: ada })
const code: components['schemas']['Error']['error']['code'] | undefined = twin.error?.error.code
const id: string = created.data?.data.id ?? ''
const firstName: string | undefined = created.data?.data.firstName
const path = { id }

const updated = await PATCH('/contacts/{id}', { params: { path }, body: { customFields: { plan: 'pro' }, tags: ['vip'] } })
const got = await GET('/contacts/{id}', { params: { path } })
const language: string | null | undefined = got.data?.data.preferredLanguage
const listed = await GET('/contacts', { params: { query: { search: 'ada', limit: 10 } } })
const total: number | undefined = listed.data?.meta.total

const survey = await POST('/surveys', {
  body: {
    name: 'After the visit',
    type: 'custom',
    questions: [{ type: 'text', text: { en: 'How was it?', fr: 'Comment était-ce ?' }, required: true }],
  },
})
const surveyId = survey.data?.data.id ?? ''
const sent = await POST('/surveys/{id}/send', {
  params: { path: { id: surveyId } },
  body: { contacts: [{ email: 'ada@example.com' }, { email: 'grace@example.com', firstName: 'Grace' }] },
})
const responses = await GET('/responses', { params: { query: { survey_id: surveyId, rating_min: 9 } } })
const reviews = await GET('/reviews', { params: { query: { replied: false, rating_max: 3 } } })
const sequences = await GET('/sequences')

const hookUrl = 'https://receiver.test/hook'
const first = await POST('/webhooks/subscribe', { body: { hookUrl, triggerType: 'new_response' } })
const second = await POST('/webhooks/subscribe', { body: { hookUrl, triggerType: 'new_review' } })
const secret: string | null | undefined = first.data?.data.secret
const removed = await POST('/webhooks/unsubscribe', { body: { hookUrl, triggerType: 'new_review' } })
const deleted = await DELETE('/contacts/{id}', { params: { path } })
const gone = await GET('/contacts/{id}', { params: { path } })

function neverCalled() {
  // @ts-expect-error no such path
  void GET('/contact')
  // @ts-expect-error no such filter
  void GET('/contacts', { params: { query: { mail: 'ada@example.com' } } })
  // @ts-expect-error firstName is missing
  void POST('/contacts', { body: { email: 'ada@example.com' } })
  // @ts-expect-error no such event
  void POST('/webhooks/subscribe', { body: { hookUrl, triggerType: 'step.completed' } })
  // @ts-expect-error no such field in an answer
  void got.data?.data.surname
  // A code that a later version adds compiles: the list of codes is open.
  return code === 'ADDED_LATER'
}

console.log(
  JSON.stringify({
    isFunction: typeof neverCalled,
    created: [created.response.status, firstName],
    replayed: [replayed.response.headers.get('Idempotent-Replayed'), replayed.data?.data.id === id],
    twin: [twin.response.status, code, twin.error?.error.details?.contactId === id],
    updated: updated.data?.data.customFields,
    got: [got.data?.data.tags, language],
    listed: [listed.data?.data.map((contact) => contact.email), total],
    survey: [survey.response.status, survey.data?.data.questions.map((question) => question.type)],
    sent: [sent.data?.data.contactsProcessed, sent.data?.data.results.map(({ status }) => status)],
    empty: [responses.data?.data, reviews.data?.data, sequences.data?.data],
    subscribed: [first.response.status, secret?.slice(0, 6), second.response.status, second.data?.data.secret],
    removed: removed.data?.data.deleted,
    deleted: deleted.data?.data.deleted,
    gone: [gone.response.status, gone.error?.error.code],
  }),
)
`
