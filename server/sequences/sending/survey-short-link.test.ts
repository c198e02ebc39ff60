import { afterEach, describe, expect, it } from 'vitest'
import { GET } from '@/app/t/[code]/route'
import { deleteContact } from '../../contacts/delete-contact'
import { db } from '../../db'
import { setAppSecrets, signToken } from '../../encryption'
import { env } from '../../env'
import { findSurveyRequest } from '../../responses/survey-request'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { findSurveyTokenByShortCode } from './survey-short-link'

const LINK = /https:\/\/feedback\.example\.com\/t\/([0-9A-Za-z]{12})/

async function aTextedSurvey(body = 'How was it?') {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId)
  const contact = await aContact(organizationId, { phone: '+33612345678', customFields: { note: 'very '.repeat(200) } })
  const sequence = await aSequence(organizationId, [
    { type: 'sms', surveyId: survey.id, body: { en: body } },
    { type: 'sms', body: { en: 'Please answer: {{surveyLink}}' } },
  ])
  await db.contactProperty.create({
    data: { organizationId, key: 'note', type: 'text', labelEn: 'Note', labelFr: 'Note', options: [], position: 1 },
  })
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendings(organizationId)
  const messages = await db.capturedMessage.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  const texts = messages.map(({ text }) => text).sort()
  const codes = texts.map((text) => LINK.exec(text)?.[1] ?? '')
  const [step] = await db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
  return { organizationId, contact, texts, codes, stepId: step?.id ?? '' }
}

async function open(code: string): Promise<string | null> {
  const response = await GET(new Request(`${env.baseUrl}/t/${code}`), { params: Promise.resolve({ code }) })
  expect(response.status).toBe(307)
  return response.headers.get('location')
}

describe('the short survey link in a text message', () => {
  afterEach(() => setAppSecrets(env.appSecrets))

  it('leads to the survey link of its step, also from a reminder', async () => {
    const { codes, stepId, texts } = await aTextedSurvey()
    expect(texts).toHaveLength(2)
    expect(new Set(codes).size).toBe(1)
    expect(await open(codes[0] ?? '')).toBe(`/s/${signToken('survey', stepId)}`)
  })

  it('leads to the page of an unknown link if it is another one', async () => {
    const { codes } = await aTextedSurvey()
    const [code = ''] = codes
    const changed = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`
    for (const unknown of [changed, code.slice(1), `${code}a`, code.toLowerCase() + code.toUpperCase(), "' OR 1=1"])
      expect(await open(unknown)).toBe('/s/unknown')
  })

  it('outlives a change of the secret', async () => {
    const { codes, stepId } = await aTextedSurvey()
    setAppSecrets(['another secret of more than 32 characters', ...env.appSecrets])
    expect(await findSurveyTokenByShortCode(codes[0] ?? '')).toBe(signToken('survey', stepId))
  })

  it('opens nothing more than the long link does once the contact is deleted', async () => {
    const { organizationId, contact, codes } = await aTextedSurvey()
    const token = await findSurveyTokenByShortCode(codes[0] ?? '')
    expect(await findSurveyRequest(token ?? '')).not.toBeNull()
    await deleteContact(organizationId, contact.id)
    expect(await findSurveyRequest((await findSurveyTokenByShortCode(codes[0] ?? '')) ?? '')).toBeNull()
  })

  it('stays whole when long values make the text longer than four segments', async () => {
    const { texts, codes } = await aTextedSurvey('First {{surveyLink}} and then {{property.note|nothing}}')
    const text = texts.find((one) => one.startsWith('First')) ?? ''
    expect(text).toMatch(
      /^First and then very [\s\S]*very\.\.\.\nhttps:\/\/feedback\.example\.com\/t\/[0-9A-Za-z]{12}$/,
    )
    expect(text.length).toBeLessThanOrEqual(4 * 153)
    expect(text.length).toBeGreaterThan(4 * 153 - 20)
    expect(new Set(codes).size).toBe(1)
  })
})
