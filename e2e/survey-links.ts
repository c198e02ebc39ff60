import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { anOwner, createApiClient, expect, type Json, runOperatorCommand, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

export type SentSurveyLink = {
  url: string
  /** The path of the link; the page uses it as its localStorage key. */
  path: string
  unsubscribe: string
  responses: (status?: 'partial') => Promise<Json[]>
}

export type SentSurvey = { links: SentSurveyLink[]; archive: () => Promise<void> }

export const QUESTIONS_OF_EVERY_TYPE = [
  { id: 'why', type: 'text', text: { en: 'What is the reason?', fr: 'Pour quelle raison ?' } },
  {
    id: 'wrong',
    type: 'text',
    text: { en: 'What went wrong?', fr: 'Que s’est-il passé ?' },
    showIf: { band: ['detractor'] },
  },
  { id: 'room', type: 'rating', text: { en: 'How was the room?', fr: 'Comment était la chambre ?' }, required: true },
  {
    id: 'found',
    type: 'single_choice',
    text: { en: 'How did you find us?', fr: 'Comment nous avez-vous connus ?' },
    options: [
      { id: 'friend', label: { en: 'A friend', fr: 'Un ami' } },
      { id: 'web', label: { en: 'The web', fr: 'Le web' } },
    ],
  },
  {
    id: 'liked',
    type: 'multiple_choice',
    text: { en: 'What did you like?', fr: 'Qu’avez-vous aimé ?' },
    options: [
      { id: 'food', label: { en: 'The food', fr: 'La cuisine' } },
      { id: 'view', label: { en: 'The view', fr: 'La vue' } },
    ],
  },
  { id: 'again', type: 'yes_no', text: { en: 'Would you come again?', fr: 'Reviendriez-vous ?' }, required: true },
  { id: 'ease', type: 'ces', text: { en: 'Arriving was easy.', fr: 'L’arrivée a été facile.' } },
  { id: 'service', type: 'csat', text: { en: 'How was the service?', fr: 'Comment était le service ?' } },
]

export async function sendSurveyToContacts(
  count: number,
  questions: readonly object[],
  settings: object = {},
): Promise<SentSurvey> {
  const owner = await anOwner()
  const call = createApiClient(SERVICE.baseUrl, owner.key)
  const survey = (await call('POST /surveys', { name: 'After a visit', type: 'nps', questions, ...settings })).body.data
  const sequenceId = await aSequence(owner.organizationId, survey.id)
  const contacts = Array.from({ length: count }, (_, index) => ({ email: `${survey.id}-${index}@example.com` }))
  const enrolled = await call(`POST /sequences/${sequenceId}/execute`, { contacts })
  const links = await Promise.all(
    enrolled.body.data.results.map(async ({ email, contactId }: Record<string, string>) => {
      const [mail] = await waitForMails(email ?? '')
      const url = /href="(http:[^"?]*\/s\/[\w-]{43})/.exec(mail?.mail.html ?? '')?.[1] ?? ''
      const unsubscribe = /<(.*)>/.exec(mail?.header('list-unsubscribe') ?? '')?.[1] ?? ''
      const responses = async (status: 'partial' | 'completed' = 'completed') => {
        const listed: Json[] = (await call(`GET /responses?contact_id=${contactId}&status=${status}`)).body.data
        return Promise.all(listed.map(async ({ id }) => (await call(`GET /responses/${id}`)).body.data))
      }
      return { url, path: new URL(url).pathname, unsubscribe, responses }
    }),
  )
  const archive = async () =>
    expect((await call(`PATCH /surveys/${survey.id}`, { status: 'archived' })).status).toBe(200)
  return { links, archive }
}

/** Sends one survey to `count` contacts before the first test of the calling file; each test takes its own links. */
export function sendSurveyBeforeAll(count: number, questions: readonly object[], settings: object = {}) {
  let survey: SentSurvey
  let unused: SentSurveyLink[] = []
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    survey = await sendSurveyToContacts(count, questions, settings)
    unused = [...survey.links]
  })
  return {
    nextLink: (): SentSurveyLink => {
      const link = unused.pop()
      if (!link) throw new Error(`The tests of this file need more than ${count} survey links.`)
      return link
    },
    archive: () => survey.archive(),
  }
}

async function aSequence(organizationId: string, surveyId: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'survey-links-'))
  const file = path.join(folder, 'sequence.json')
  const steps = [{ type: 'survey', delay: 0, surveyId }]
  writeFileSync(file, JSON.stringify({ name: 'Visits', description: '', status: 'active', steps }))
  try {
    return (await runOperatorCommand(['sequence:create', '--org', organizationId, '--file', file])).sequenceId
  } finally {
    rmSync(folder, { recursive: true })
  }
}
