import { randomBytes } from 'node:crypto'
import { hashOfApiKey, keyHints, newApiKey } from '../server/api-keys/key-secret'
import { hashPassword } from '../server/auth/passwords'
import { DAY_MS } from '../server/clock'
import { closeDatabase, type Tx } from '../server/db'
import { currentKeyId } from '../server/encryption'
import { takeIn } from '../server/reviews/sync/ingest-reviews'
import { transact } from '../server/unit-of-work'
import { cases } from './demo/cases'
import { companies, contacts, employees, locations, WEEKS } from './demo/contacts-and-records'
import { reviews } from './demo/reviews'
import { sandbox } from './demo/sandbox'
import { Random } from './demo/seeded-random'
import { history } from './demo/sending-history'
import { program } from './demo/sequences'
import { webhooks } from './demo/webhooks'

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
    await createDemoData(tx, organizationId, apiKeyId)
    await cases(tx, { organizationId, userId, name: NAME })
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
  const apiKey = newApiKey()
  const { id } = await tx.apiKey.create({
    data: {
      organizationId,
      name: 'Demo key',
      scopes: ['admin'],
      hash: hashOfApiKey(apiKey),
      hashKeyId: currentKeyId,
      ...keyHints(apiKey),
      createdById,
    },
  })
  return { apiKey, apiKeyId: id }
}

async function createDemoData(tx: Tx, organizationId: string, apiKeyId: string): Promise<void> {
  const random = new Random(20_261_121)
  const end = new Date()
  const start = new Date(end.getTime() - WEEKS * 7 * DAY_MS)
  const opening = new Date(start.getTime() - 100 * DAY_MS)
  const places = locations(organizationId, opening)
  const [staff, firms] = [employees(organizationId, opening), companies(organizationId, opening)]
  const people = contacts(random, organizationId, { places, firms, end })
  const { surveys, sequences, routes } = program(organizationId, start)
  const pastActivity = history({ random, organizationId, contacts: people, places, staff, end }, routes)

  await tx.location.createMany({ data: places.map(({ mood: _mood, ...place }) => place) })
  await tx.employee.createMany({ data: staff })
  await tx.contactOrganization.createMany({ data: firms })
  await tx.contact.createMany({ data: people })
  await tx.survey.createMany({ data: surveys })
  await tx.sequence.createMany({ data: sequences })
  await tx.sequenceStep.createMany({ data: routes.flatMap(({ steps }) => steps) })
  await tx.sending.createMany({ data: pastActivity.sendings })
  await tx.sendingStep.createMany({ data: pastActivity.steps })
  await tx.response.createMany({ data: pastActivity.responses })
  for (const { source: site, reviews: siteReviews } of reviews(random, places, end))
    await takeIn(
      organizationId,
      { id: null, site, silentBefore: null, settlesMs: 0 },
      { reviews: siteReviews, removed: [], askedAt: end, sweepAt: null },
    )
  await webhooks(tx, random, organizationId, apiKeyId, end)
  await sandbox(tx, random, { organizationId, places, end })
}

try {
  console.log(JSON.stringify(await seed()))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
