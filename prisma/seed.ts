import { randomBytes } from 'node:crypto'
import { generateApiKey, getKeyHints, hashApiKey } from '../server/api-keys/key-secret'
import { hashPassword } from '../server/auth/passwords'
import { DAY_MS } from '../server/clock'
import { closeDatabase, type Tx } from '../server/db'
import { currentKeyId } from '../server/encryption'
import { ingestReviews } from '../server/reviews/sync/ingest-reviews'
import { transact } from '../server/unit-of-work'
import { seedCases } from './demo/cases'
import {
  buildCompanies,
  buildContactProperties,
  buildContacts,
  buildEmployees,
  buildLocations,
  buildSegments,
  HISTORY_WEEKS,
} from './demo/contacts-and-master-data'
import { buildReviews } from './demo/reviews'
import { seedSandboxReviewSource } from './demo/sandbox-review-source'
import { SeededRandom } from './demo/seeded-random'
import { buildSendingHistory, countDailyUsage } from './demo/sending-history'
import { buildSurveyProgram } from './demo/sequences'
import { seedWebhooks } from './demo/webhooks'

const EMAIL = 'demo@example.com'
const NAME = 'Ada Lovelace'
const ADVISORY_LOCK = 5_203_771

type Seeded = { organizationId: string; email: string; password: string; apiKey: string } | { skipped: true }

/**
 * Fills an empty database with one demo organization. One transaction under an advisory lock: concurrent starts create one
 * organization, and an interrupted one creates none.
 */
async function seed(): Promise<Seeded> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  return transact(async ({ tx }) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`
    if ((await tx.organization.count()) > 0) return { skipped: true }
    const { organizationId, userId } = await createOwner(tx, passwordHash)
    const { apiKey, apiKeyId } = await createApiKey(tx, organizationId, userId)
    await createDemoData(tx, { organizationId, userId, apiKeyId })
    await seedCases(tx, { organizationId, userId, name: NAME })
    return { organizationId, email: EMAIL, password, apiKey }
  })
}

async function createOwner(tx: Tx, passwordHash: string): Promise<{ organizationId: string; userId: string }> {
  const organization = await tx.organization.create({
    data: {
      name: 'Harbour & Co',
      demo: true,
      defaultLanguage: 'en',
      defaultCountry: 'FR',
      timeZone: 'Europe/Paris',
      verifiedAt: new Date(),
      quotaEarned: false,
    },
  })
  const user = await tx.user.create({
    data: {
      name: NAME,
      email: EMAIL,
      emailVerifiedAt: new Date(),
      passwordHash,
      memberships: { create: { role: 'owner', organizationId: organization.id } },
    },
  })
  return { organizationId: organization.id, userId: user.id }
}

async function createApiKey(
  tx: Tx,
  organizationId: string,
  createdById: string,
): Promise<{ apiKey: string; apiKeyId: string }> {
  const apiKey = generateApiKey()
  const { id } = await tx.apiKey.create({
    data: {
      organizationId,
      name: 'Demo key',
      scopes: ['admin'],
      hash: hashApiKey(apiKey),
      hashKeyId: currentKeyId,
      ...getKeyHints(apiKey),
      createdById,
    },
  })
  return { apiKey, apiKeyId: id }
}

async function createDemoData(
  tx: Tx,
  { organizationId, userId, apiKeyId }: { organizationId: string; userId: string; apiKeyId: string },
): Promise<void> {
  const random = new SeededRandom(20_261_121)
  const end = new Date()
  const start = new Date(end.getTime() - HISTORY_WEEKS * 7 * DAY_MS)
  const opening = new Date(start.getTime() - 100 * DAY_MS)
  const places = buildLocations(organizationId, opening)
  const [staff, firms] = [buildEmployees(organizationId, opening), buildCompanies(organizationId, opening)]
  const people = buildContacts(random, organizationId, { places, firms, end })
  const { surveys, sequences, sendingPlans } = buildSurveyProgram(organizationId, start)
  const pastActivity = buildSendingHistory(
    { random, organizationId, contacts: people, places, staff, end },
    sendingPlans,
  )

  await tx.location.createMany({ data: places.map(({ mood: _mood, ...place }) => place) })
  await tx.employee.createMany({ data: staff })
  await tx.contactOrganization.createMany({ data: firms })
  await tx.contactProperty.createMany({ data: buildContactProperties(organizationId) })
  await tx.segment.createMany({ data: buildSegments(organizationId) })
  await tx.contact.createMany({ data: people })
  await tx.survey.createMany({ data: surveys })
  await tx.surveyVersion.createMany({ data: surveys.map((survey) => toFirstVersion(survey, userId)) })
  await tx.sequence.createMany({ data: sequences })
  await tx.sequenceStep.createMany({ data: sendingPlans.flatMap(({ steps }) => steps) })
  await tx.sending.createMany({ data: pastActivity.sendings })
  await tx.sendingStep.createMany({ data: pastActivity.steps })
  await tx.response.createMany({ data: pastActivity.responses })
  await tx.dailyUsage.createMany({ data: countDailyUsage(organizationId, pastActivity, end) })
  for (const { source: site, reviews: siteReviews } of buildReviews(random, places, end))
    await ingestReviews(
      organizationId,
      { id: null, site, announcedFrom: null, staleAfterReplyMs: 0 },
      { reviews: siteReviews, removed: [], requestedAt: end, sweepAt: null },
    )
  await seedWebhooks(tx, random, organizationId, apiKeyId, end)
  await seedSandboxReviewSource(tx, random, { organizationId, places, end })
}

function toFirstVersion(
  { id, organizationId, questions, createdAt }: ReturnType<typeof buildSurveyProgram>['surveys'][number],
  actorId: string,
) {
  const content = { questions: questions ?? [], endings: [], layout: 'all' }
  const author = { actorType: 'user', actorId, actorName: NAME }
  return { organizationId, surveyId: id, number: 1, ...content, ...author, ...(createdAt ? { createdAt } : {}) }
}

try {
  console.log(JSON.stringify(await seed()))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
