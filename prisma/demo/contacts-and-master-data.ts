import { v7 as uuidv7 } from 'uuid'
import { DAY_MS } from '../../server/clock'
import type { ContactFilter } from '../../server/contacts/filters/schema'
import type { Prisma } from '../../server/db'
import { FIRST_NAMES, FRENCH_SPEAKING_FIRST_NAMES, LAST_NAMES } from './names-and-comments'
import type { SeededRandom } from './seeded-random'

export const HISTORY_WEEKS = 12

/** A UUIDv7 of that time: ids sort by creation. */
export function createUuidAt(at: Date): string {
  return uuidv7({ msecs: at.getTime() })
}

export type DemoLocation = Prisma.LocationCreateManyInput & { id: string; mood: number }

export function buildLocations(organizationId: string, at: Date): DemoLocation[] {
  const places = [
    { name: 'Harbour Street', mood: 0.95 },
    { name: 'Market Square', mood: 0.7 },
    { name: 'Station', mood: 0.35 },
  ]
  return places.map(({ name, mood }) => ({ id: createUuidAt(at), organizationId, name, mood, createdAt: at }))
}

export function buildEmployees(organizationId: string, at: Date): (Prisma.EmployeeCreateManyInput & { id: string })[] {
  const people = [
    { name: 'Grace Hopper', email: 'grace.hopper@example.com' },
    { name: 'Katherine Johnson', email: 'katherine.johnson@example.com' },
    { name: 'Alan Turing', email: null },
    { name: 'Sophie Germain', email: 'sophie.germain@example.com' },
  ]
  return people.map((person) => ({ id: createUuidAt(at), organizationId, ...person, createdAt: at, updatedAt: at }))
}

export function buildCompanies(
  organizationId: string,
  at: Date,
): (Prisma.ContactOrganizationCreateManyInput & { id: string })[] {
  const names = ['Harbour Bakery', 'Station Books', 'Old Mill Hotel', 'Riverside Clinic', 'Market Florist']
  return names.map((name) => ({ id: createUuidAt(at), organizationId, name, createdAt: at, updatedAt: at }))
}

const COMPANY_EVERY = 2

export type DemoContact = Prisma.ContactCreateManyInput & {
  id: string
  createdAt: Date
  locationId: string
  preferredLanguage: 'en' | 'fr' | null
}

export function buildContacts(
  random: SeededRandom,
  organizationId: string,
  { places, firms, end }: { places: DemoLocation[]; firms: { id: string }[]; end: Date },
): DemoContact[] {
  return Array.from({ length: 120 }, (_, index) => {
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? ''
    // 20 first names, each round shifted by three last names, so that all full names differ.
    const round = Math.floor(index / FIRST_NAMES.length)
    const last = LAST_NAMES[(index * 7 + round * 3) % LAST_NAMES.length] ?? ''
    const isFrench = FRENCH_SPEAKING_FIRST_NAMES.has(first)
    const createdAt = new Date(end.getTime() - (120 - index) * 1.5 * DAY_MS - random.between(0, 9 * 3600) * 1000)
    const hasOptedOut = index % 29 === 11
    return {
      id: createUuidAt(createdAt),
      organizationId,
      email: `${plain(first)}.${plain(last)}@example.com`,
      firstName: first,
      lastName: last,
      phone: random.chance(0.6) ? `+33199${String(5_000 + index).padStart(6, '0')}` : null,
      title: random.chance(0.15) ? random.pick(['Office manager', 'Buyer', 'Head of operations']) : null,
      preferredLanguage: isFrench ? ('fr' as const) : random.chance(0.5) ? ('en' as const) : null,
      locationId: random.pick(places).id,
      contactOrganizationId:
        index % COMPANY_EVERY === 0 ? (firms[(index / COMPANY_EVERY) % firms.length]?.id ?? null) : null,
      customFields: {
        ...(random.chance(0.5) ? { plan: random.pick(['Basic', 'Plus', 'Business']) } : {}),
        ...buildPropertyValues(index, createdAt),
      },
      tags: random.chance(0.4) ? [random.pick(['regular', 'online', 'newsletter', 'wholesale'])] : [],
      unsubscribed: hasOptedOut,
      optedOutAt: hasOptedOut ? new Date((createdAt.getTime() + end.getTime()) / 2) : null,
      createdAt,
      updatedAt: createdAt,
    }
  })
}

/** `points` is sent by a program and not declared. */
function buildPropertyValues(index: number, createdAt: Date): Record<string, string | number> {
  const since = new Date(createdAt.getTime() - ((index * 37) % 1500) * DAY_MS)
  return {
    ...(index % 4 === 3 ? {} : { customer_since: since.toISOString().slice(0, 10) }),
    ...(index % 5 === 0 ? { points: 40 + ((index * 73) % 900) } : {}),
  }
}

export function buildContactProperties(organizationId: string): Prisma.ContactPropertyCreateManyInput[] {
  const option = (value: string, fr: string) => ({ value, label: { en: value, fr } })
  return [
    {
      organizationId,
      key: 'plan',
      type: 'choice',
      labelEn: 'Plan',
      labelFr: 'Formule',
      options: [option('Basic', 'Essentielle'), option('Plus', 'Plus'), option('Business', 'Entreprise')],
      position: 1,
    },
    {
      organizationId,
      key: 'customer_since',
      type: 'date',
      labelEn: 'Customer since',
      labelFr: 'Client depuis',
      position: 2,
    },
  ]
}

export function buildSegments(organizationId: string): Prisma.SegmentCreateManyInput[] {
  const filters: Record<string, ContactFilter> = {
    'Business plan': { property: ['plan=Business'] },
    'New this month': { added_days: 30 },
    'Unhappy, not asked since': { band: 'negative', not_surveyed_days: 30 },
  }
  return Object.entries(filters).map(([name, filter]) => ({
    organizationId,
    name,
    filter: filter as Prisma.JsonObject,
  }))
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
