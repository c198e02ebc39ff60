import { afterEach, describe, expect, it, vi } from 'vitest'
import { updateCase } from '../cases/cases'
import { HOUR_MS } from '../clock'
import { deleteContact } from '../contacts/delete-contact'
import { db } from '../db'
import { channels } from '../messaging/channels'
import { useMailbox } from '../testing/environment'
import { aContact, aSurvey } from '../testing/factories/basics'
import { aResponse, insertNpsResponses } from '../testing/factories/responses'
import { aReview } from '../testing/factories/reviews'
import { aMember } from '../testing/factories/sessions'
import { createDueDigest } from './create-due-digest'
import {
  aDigestOrganization,
  aDigestOrganizationWithResponses,
  createAndSendDigest,
  listDigestLog,
  MONDAY_8_AM_PARIS,
  setClock,
  WEDNESDAY_BEFORE_DIGEST_WEEK,
  WEDNESDAY_OF_DIGEST_WEEK,
} from './digest-fixture'
import { sendDigestPreview } from './send-digest-preview'

const mailbox = await useMailbox()

afterEach(() => vi.useRealTimers())

describe('digest mail', () => {
  it('the digest mail shows figures, changes and three responses in its recipient’s language', async () => {
    const { organizationId, owner, surveyId } = await aDigestOrganization({ name: 'Analytical Engines' })
    const reader = await aMember(organizationId, 'admin')
    await db.user.update({ where: { id: reader.userId }, data: { language: 'fr' } })
    await insertNpsResponses(organizationId, surveyId, [10, 10, 10, 9, 9, 9, 9, 9, 7, 6, 2], WEDNESDAY_OF_DIGEST_WEEK)
    await insertNpsResponses(organizationId, surveyId, [10, 9, 9, 9, 8, 8, 7, 7, 0, 0], WEDNESDAY_BEFORE_DIGEST_WEEK)
    const csat = await aSurvey(organizationId, { type: 'csat' })
    for (const csatScore of [5, 5, 4, 4, 4, 3, 1])
      await aResponse(organizationId, csat.id, { csatScore, rating: csatScore, createdAt: WEDNESDAY_OF_DIGEST_WEEK })
    for (let n = 0; n < 12; n += 1)
      await aReview(organizationId, { rating: n % 2 ? 5 : 4, publishedAt: WEDNESDAY_OF_DIGEST_WEEK })
    const ada = await aContact(organizationId, { firstName: 'Ada', lastName: 'Lovelace' })
    const words = `The coffee was cold <b>twice</b>. ${'Really. '.repeat(60)}`
    const low = await aResponse(organizationId, surveyId, {
      contactId: ada.id,
      npsScore: 1,
      rating: 1,
      band: 'negative',
      caseState: 'open',
      createdAt: WEDNESDAY_OF_DIGEST_WEEK,
      answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: words, labels: [] }],
    })
    const [first] = await db.response.findMany({ where: { organizationId, npsScore: 6 } })
    await updateCase(organizationId, { id: first?.id ?? '', dueOn: '2026-01-09' }, owner)

    await createAndSendDigest(organizationId)
    const [mail] = mailbox.to(owner.email)
    expect(mail?.mail.subject).toBe('Your week at Analytical Engines: 19 responses')
    const text = mail?.mail.text ?? ''
    expect(text).toMatch(/^5\u2009–\u200911 Jan 2026$/m)
    // Eight promoters and three detractors of twelve; in the week before, four and two of ten.
    expect(text).toContain('NPS: +42 (12 answers, up 22 on the week before, possibly by chance)')
    expect(text).toContain('CSAT: 7 answers: too few for a score')
    expect(text).toContain('Response rate: No surveys delivered')
    expect(text).toContain('Average rating: 4.5 of 5 (12 reviews, too few the week before to compare)')
    expect(text).toContain('Responses: 19 (10 the week before)')
    expect(text).toContain('Unresolved cases: 5 (1 overdue)')
    expect(text).toContain(
      'Three responses to read\n\nNPS 1/10 from Ada Lovelace\n“The coffee was cold <b>twice</b>. Really.',
    )
    expect(text).toMatch(/Really\.…”\nAfter a visit\n/)
    expect(text).toContain(`https://feedback.example.com/responses/${low.id}`)
    expect(text.match(/^NPS \d+\/10 from/gm)).toEqual(['NPS 1/10 from', 'NPS 2/10 from', 'NPS 10/10 from'])
    expect(text).toContain(`https://feedback.example.com/?organization=${organizationId}&from=2026-01-05&to=2026-01-11`)
    expect(mail?.mail.html).toContain('cold &lt;b>twice&lt;/b>')
    expect(mail?.mail.html).toContain('>+42<')

    const french = mailbox.to(reader.email)[0]?.mail.text ?? ''
    expect(mailbox.to(reader.email)[0]?.mail.subject).toBe('Votre semaine chez Analytical Engines\u202f: 19 réponses')
    expect(french).toMatch(/^5–11 janv\. 2026$/m)
    expect(french).toContain('NPS\u202f: +42 (12 réponses, en hausse de 22 sur une semaine, peut-être par hasard)')
    expect(french).toContain('CSAT\u202f: 7 réponses\u202f: trop peu pour un score')
    expect(french).toContain('Trois réponses à lire')
    expect(french).toContain('Ada Lovelace\u202f: NPS 1/10')
  })

  it('the digest stores no comment, and its mail omits the name of a contact deleted meanwhile', async () => {
    const { organizationId, owner, surveyId } = await aDigestOrganization()
    const ada = await aContact(organizationId, { firstName: 'Ada', lastName: 'Lovelace' })
    const answers = [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Cold coffee', labels: [] }]
    await aResponse(organizationId, surveyId, {
      contactId: ada.id,
      npsScore: 1,
      rating: 1,
      band: 'negative',
      createdAt: WEDNESDAY_OF_DIGEST_WEEK,
      answers,
    })
    setClock(MONDAY_8_AM_PARIS)
    await createDueDigest(organizationId)
    vi.useRealTimers()
    await deleteContact(organizationId, ada.id)
    expect(JSON.stringify(await db.digest.findMany({ where: { organizationId } }))).not.toContain('Cold')
    await createAndSendDigest(organizationId)
    const text = mailbox.to(owner.email)[0]?.mail.text ?? ''
    expect(text).toContain('NPS 1/10 from someone')
    expect(text).not.toContain('Lovelace')
  })

  it('deleting a contact deletes the captured digest mail that names it', async () => {
    const { organizationId, surveyId } = await aDigestOrganization()
    const ada = await aContact(organizationId)
    const answers = [{ questionId: 'why', type: 'text', text: 'Why?', value: 'Cold coffee', labels: [] }]
    const low = { npsScore: 1, rating: 1, band: 'negative', createdAt: WEDNESDAY_OF_DIGEST_WEEK, answers: answers }
    await aResponse(organizationId, surveyId, { contactId: ada.id, ...low })
    setClock(MONDAY_8_AM_PARIS)
    const { email } = channels
    channels.email = null
    try {
      await createDueDigest(organizationId)
      await createAndSendDigest(organizationId)
    } finally {
      channels.email = email
    }
    vi.useRealTimers()
    expect(await db.capturedMessage.count({ where: { organizationId, text: { contains: 'Cold coffee' } } })).toBe(1)
    await deleteContact(organizationId, ada.id)
    expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
  })

  it('sends a digest preview at once, beside the weekly one, and at most five an hour', async () => {
    const { organizationId } = await aDigestOrganizationWithResponses()
    const member = await aMember(organizationId, 'member')
    setClock(MONDAY_8_AM_PARIS - 5 * HOUR_MS)
    for (let n = 0; n < 5; n += 1) await sendDigestPreview(organizationId, member)
    await expect(sendDigestPreview(organizationId, member)).rejects.toMatchObject({ status: 429 })
    await createAndSendDigest(organizationId, MONDAY_8_AM_PARIS - 5 * HOUR_MS)
    expect(mailbox.to(member.email)).toHaveLength(5)
    expect(mailbox.to(member.email)[0]?.mail.text).toContain('because you asked to see the weekly digest')
    await createAndSendDigest(organizationId)
    expect((await listDigestLog(organizationId)).filter(({ isPreview }) => !isPreview)).toHaveLength(1)
    expect(mailbox.to(member.email)).toHaveLength(5)
  })
})
