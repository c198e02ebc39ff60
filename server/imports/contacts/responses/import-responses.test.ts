import { expect, it } from 'vitest'
import { contactJobQueue } from '../../../contact-jobs/contact-job-queue'
import { deleteContact } from '../../../contacts/delete-contact'
import { db } from '../../../db'
import { loadResponseStats } from '../../../responses/response-stats-queries'
import { aContact, aLocation, anOrganization, aSubscription, aSurvey } from '../../../testing/factories/basics'
import { runQueue } from '../../../testing/queues'
import { importFile, prepareImport, presentOutcomes, startPreparedImport } from '../import-fixture'
import { getContactImport } from '../present-import'
import { undoContactImport } from '../undo/undo-import'
import { compareResponsesByMonth } from './responses-by-month'

const FILE = [
  'email;Note NPS;Commentaire;Répondu le;Magasin',
  'ada@example.com;10;Parfait;31/01/2024 23:30;Lyon',
  'grace@example.com;3;"Trop cher,',
  'hélas";01/02/2024 09:00;Lyon',
  'ada@example.com;8;;15/02/2024 10:00;Paris',
  'ada@example.com;8;;15/02/2024 10:00;Paris',
  'no address;9;;16/02/2024 10:00;Paris',
  'alan@example.com;11;;17/02/2024;Paris',
  'alan@example.com;7;;;Paris',
].join('\r\n')

const ANSWERS = { records: 'answers' } as const

async function aFrenchOrganization() {
  const organizationId = await anOrganization({
    defaultCountry: 'FR',
    defaultLanguage: 'fr',
    timeZone: 'Europe/Paris',
  })
  await aSubscription(organizationId, ['new_response', 'detractor_response', 'new_contact'])
  return organizationId
}

it('stores past answers with their own dates and without events, cases or alerts, and counts them before', async () => {
  const organizationId = await aFrenchOrganization()
  const known = await aContact(organizationId, { email: 'ada@example.com', firstName: 'Ada' })
  const prepared = await prepareImport(organizationId, FILE, {}, ANSWERS)
  const expected = { answered: 3, duplicate: 1, refused: 3, newContacts: 1 }
  expect(presentOutcomes(prepared.dryCounts)).toEqual(expected)
  expect(prepared.refusals.map(({ message }) => message).toSorted()).toEqual([
    'No date of the answer',
    'Not a score from 0 to 10',
    'Not a valid email address',
  ])
  expect(await db.response.count({ where: { organizationId } })).toBe(0)
  expect(await db.survey.count({ where: { organizationId } })).toBe(0)

  await startPreparedImport(organizationId, prepared.id)
  await runQueue(contactJobQueue, organizationId)
  const done = await getContactImport(organizationId, prepared.id, 'en')
  expect(presentOutcomes(done.counts)).toEqual(expected)
  const responses = await db.response.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  const [lyon, paris] = await Promise.all(
    ['Lyon', 'Paris'].map(async (name) => db.location.findFirstOrThrow({ where: { organizationId, name } })),
  )
  expect(responses).toMatchObject([
    {
      contactId: known.id,
      importId: done.id,
      channel: 'import',
      locationId: lyon?.id,
      npsScore: 10,
      isPromoter: true,
      status: 'completed',
      createdAt: new Date('2024-01-31T22:30:00Z'),
      submittedAt: new Date('2024-01-31T22:30:00Z'),
      sendingId: null,
    },
    { npsScore: 3, isDetractor: true, band: 'negative', caseState: null },
    { npsScore: 8, contactId: known.id, locationId: paris?.id },
  ])
  expect(responses[1]?.answers).toMatchObject([
    { type: 'nps', value: 3, text: expect.stringContaining('recommandiez') as string },
    { type: 'text', value: 'Trop cher,\nhélas', text: 'Commentaire' },
  ])
  expect(await db.survey.findMany({ where: { organizationId } })).toMatchObject([
    { name: 'Réponses importées (NPS)', type: 'nps' },
  ])
  // Only that of the new contact.
  const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
  expect(deliveries.map(({ kind }) => kind)).toEqual(['new_contact'])
  expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
})

it('compares the answers of the file with the stored ones month by month, in the time zone of the organization', async () => {
  const organizationId = await aFrenchOrganization()
  const { id } = await importFile(organizationId, FILE, {}, ANSWERS)
  const comparison = await compareResponsesByMonth(organizationId, id)
  expect(comparison).toEqual({
    months: [
      { month: '2024-01', metric: 'nps', file: { n: 1, score: 100 }, stored: { n: 1, score: 100 } },
      // The file repeats an answer, and lists one without an address.
      { month: '2024-02', metric: 'nps', file: { n: 4, score: 0 }, stored: { n: 2, score: -50 } },
    ],
  })
  const stats = await loadResponseStats(organizationId, { days: { from: '2024-01-01', to: '2024-02-29' }, by: 'month' })
  expect(stats).toMatchObject([
    { key: '2024-01-01', responses: 1 },
    { key: '2024-02-01', responses: 2 },
  ])
})

it('importing the same answers again doubles none, also after a contact was deleted', async () => {
  const organizationId = await aFrenchOrganization()
  await importFile(organizationId, FILE, {}, ANSWERS)
  const contact = await db.contact.findFirstOrThrow({ where: { organizationId, email: 'grace@example.com' } })
  await deleteContact(organizationId, contact.id)
  const again = await importFile(organizationId, FILE, {}, ANSWERS)
  expect(presentOutcomes(again.counts)).toEqual({ unchanged: 3, duplicate: 1, refused: 3, newContacts: 1 })
  expect(await db.response.count({ where: { organizationId } })).toBe(3)
  const { months } = await compareResponsesByMonth(organizationId, again.id)
  expect(months.map(({ stored }) => stored.n)).toEqual([1, 2])
})

it('undoing deletes the answers and the contacts that only they created, and the answers can be imported again', async () => {
  const organizationId = await aFrenchOrganization()
  const known = await aContact(organizationId, { email: 'ada@example.com' })
  const done = await importFile(organizationId, FILE, {}, ANSWERS)
  expect(done.undo.state).toBe('possible')
  const replied = await db.response.findFirstOrThrow({ where: { organizationId, npsScore: 8 } })
  await undoContactImport(organizationId, done.id)
  await runQueue(contactJobQueue, organizationId)
  expect((await getContactImport(organizationId, done.id, 'en')).undo).toEqual({
    state: 'done',
    counts: { answersDeleted: 3, deleted: 1 },
  })
  expect(await db.response.count({ where: { organizationId } })).toBe(0)
  expect(await db.contact.findMany({ where: { organizationId } })).toMatchObject([{ id: known.id }])
  expect(await db.deletedRecord.count({ where: { organizationId, kind: 'response', id: replied.id } })).toBe(1)
  const again = await importFile(organizationId, FILE, {}, ANSWERS)
  expect(again.counts.answered).toBe(3)
  expect(await db.deletedRecord.count({ where: { organizationId, kind: 'response' } })).toBe(0)
})

it('puts answers into the surveys that the file names, and the others into the chosen one', async () => {
  const organizationId = await anOrganization()
  const chosen = await aSurvey(organizationId, { name: 'Visits', type: 'csat' })
  const named = await aSurvey(organizationId, { name: 'Après achat', type: 'ces' })
  const file = [
    'email,score,date,survey,location',
    'a@example.com,5,2024-03-01,,',
    'a@example.com,7,2024-03-01,apres ACHAT,',
    'a@example.com,7,2024-03-01,Visits,',
    'a@example.com,4,2024-03-02,csat,',
    'a@example.com,9,2024-03-02,nps,',
    'a@example.com,1,2024-03-03,thumbs,',
    'a@example.com,2,2024-03-03,Delivery,',
  ].join('\n')
  const settings = { surveyId: chosen.id, metric: 'ces' } as const
  const done = await importFile(organizationId, file, settings, ANSWERS)
  expect(presentOutcomes(done.counts)).toEqual({ answered: 5, refused: 2, newContacts: 1 })
  expect(done.refusals.map(({ message }) => message).toSorted()).toEqual([
    'A survey without an NPS, CSAT or CES score',
    'Not a score from 1 to 5',
  ])
  const surveys = await db.survey.findMany({ where: { organizationId }, include: { responses: true } })
  expect(Object.fromEntries(surveys.map(({ name, type, responses }) => [`${name} ${type}`, responses.length]))).toEqual(
    {
      'Visits csat': 2,
      'Après achat ces': 1,
      'Imported answers (NPS) nps': 1,
      'Delivery ces': 1,
    },
  )
  expect(named.type).toBe('ces')
  await db.survey.deleteMany({ where: { organizationId, responses: { none: {} } } })
  const strict = await importFile(organizationId, file, { ...settings, createMissing: false }, ANSWERS)
  expect(strict.counts.refused).toBe(2)
})

it('belongs to the location and company for all, else to those of the contact', async () => {
  const organizationId = await anOrganization()
  const own = await aLocation(organizationId)
  const shared = await aLocation(organizationId)
  await aContact(organizationId, { email: 'a@example.com', locationId: own.id })
  const file = (day: number) => `email,score,date\na@example.com,9,2024-03-0${day}\n`
  await importFile(organizationId, file(1), {}, ANSWERS)
  await importFile(organizationId, file(2), { locationId: shared.id }, ANSWERS)
  const responses = await db.response.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
  expect(responses.map(({ locationId }) => locationId)).toEqual([own.id, shared.id])
  const contact = await db.contact.findFirstOrThrow({ where: { organizationId } })
  expect(contact.locationId).toBe(own.id)
})

it('refuses dates to come and a file without the columns of scores and dates', async () => {
  const organizationId = await anOrganization()
  const future = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString()
  const file = `email,score,date\na@example.com,9,${future}\nb@example.com,9,1815-12-10\n`
  const prepared = await prepareImport(organizationId, file, {}, ANSWERS)
  expect(prepared.refusals.map(({ message }) => message).toSorted()).toEqual([
    'A date in the future, or before 1990',
    'Not a date',
  ])
  const without = await prepareImport(organizationId, file, { targets: ['email', 'score', 'ignored'] }, ANSWERS)
  await expect(startPreparedImport(organizationId, without.id)).rejects.toMatchObject({
    fields: { targets: ['import.answerColumns'] },
  })
})
