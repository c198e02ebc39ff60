import { v7 as uuidv7 } from 'uuid'
import { generateApiKey } from '../../api-keys/key-secret'
import { db } from '../../db'
import { aContact, aLocation, anApiKey, anOrganization, aSubscription, aSurvey } from '../factories/basics'
import { aResponse } from '../factories/responses'
import { aReview } from '../factories/reviews'
import { aSending, aSequence } from '../factories/sequences'

export type RowKind = keyof typeof MAKERS

export type ApiKeyKind = 'admin' | 'none' | 'malformed' | 'unknown' | 'inactive' | 'expired' | 'powerless'

/** Existing rows, so that requests get past the first lookup, of two organizations, to test guessed ids. */
export type RowPool = {
  organizationId: string
  otherOrganizationId: string
  keys: Record<ApiKeyKind, string | null>
  /** Replaces {@link rowPlaceholder} and similar placeholders with real ids, addresses and URLs. */
  resolve: (text: string) => Promise<string>
  refill: () => Promise<void>
}

export function rowPlaceholder(kind: RowKind, index: number): string {
  return `@ref:${kind}:${index}@`
}

export function newRowPlaceholder(kind: RowKind): string {
  return `@new:${kind}:0@`
}

/** Placeholder for the id of another organization's row. */
export function foreignRowPlaceholder(kind: RowKind): string {
  return `@other:${kind}:0@`
}

export const EMAIL_PLACEHOLDER = '@email:contact:0@'
export const SUBSCRIPTION_URL_PLACEHOLDER = '@hook:subscription:0@'

/** Marks texts of the other organization; must never appear in a response. */
export const CANARY = 'canary-of-another-organization'

const OWN_WORDS = 'own-words'
const ROWS_OF_A_KIND = 6

export async function aRowPool(): Promise<RowPool> {
  const [organizationId, otherOrganizationId] = await Promise.all([anOrganization(), anOrganization({ name: CANARY })])
  const keys = await makeKeys(organizationId)
  const foreign = await createRows(otherOrganizationId, CANARY)
  let rows = await createRows(organizationId, OWN_WORDS)
  const known: Record<string, (kind: RowKind, index: number) => Promise<string> | string> = {
    ref: (kind, index) => pick(rows[kind], index).id,
    new: async (kind, index) => (await MAKERS[kind](organizationId, index, OWN_WORDS)).id,
    other: (kind) => pick(foreign[kind], 0).id,
    email: () => pick(rows.contact, 0).text ?? '',
    hook: () => pick(rows.subscription, 0).text ?? '',
  }
  return {
    organizationId,
    otherOrganizationId,
    keys,
    resolve: async (text) => {
      let result = text
      for (const [placeholder, placeholderKind = '', kind = '', index = ''] of text.matchAll(/@(\w+):(\w+):(\d+)@/g)) {
        const value = kind in MAKERS ? await known[placeholderKind]?.(kind as RowKind, Number(index)) : undefined
        if (value !== undefined) result = result.replace(placeholder, () => value)
      }
      return result
    },
    refill: async () => {
      rows = await createRows(organizationId, OWN_WORDS)
    },
  }
}

type Row = { id: string; text?: string }
type Maker = (organizationId: string, index: number, name: string) => Promise<Row>

const MAKERS = {
  contact: async (organizationId, _index, name) => {
    const { id, email } = await aContact(organizationId, { lastName: name })
    return { id, text: email }
  },
  survey: async (organizationId, index, name) => {
    const type = ['nps', 'csat', 'ces', 'custom'][index % 4] ?? 'nps'
    const { id } = await aSurvey(organizationId, { name, type, status: index === 5 ? 'archived' : 'active' })
    if (index === 1) await aSequence(organizationId, [{ type: 'survey', surveyId: id }])
    return { id }
  },
  sequence: async (organizationId, index, name) => {
    const steps = index === 3 ? [{ type: 'survey' }, { type: 'sms', body: name }] : [{ type: 'survey' }]
    const status = ['active', 'draft', 'active', 'active', 'paused', 'archived'][index] ?? 'active'
    return { id: (await aSequence(organizationId, steps, { name, status })).id }
  },
  sending: async (organizationId, index, name) => {
    const { id } = await aSequence(organizationId, [{ type: 'survey' }], { name })
    const status = ['queued', 'running', 'completed', 'cancelled', 'running'][index] ?? 'queued'
    const endedAt = ['queued', 'running'].includes(status) ? null : new Date()
    const pausedAt = index === 4 ? new Date() : null
    return aSending(organizationId, id, { status, pausedAt, endedAt, ...((endedAt ?? pausedAt) && { dueAt: null }) })
  },
  response: async (organizationId, index, name) => {
    const { id } = await aSurvey(organizationId, { name })
    return aResponse(organizationId, id, {
      npsScore: index * 2,
      status: index === 5 ? 'partial' : 'completed',
      answers: [{ questionId: 'why', type: 'text', text: 'Why?', value: name }],
    })
  },
  review: (organizationId, index, name) =>
    aReview(organizationId, {
      rating: (index % 5) + 1,
      text: name,
      source: index === 2 ? 'google' : 'sandbox',
      ...(index % 2 === 0 ? {} : { replyText: name, respondedAt: new Date() }),
    }),
  subscription: async (organizationId, _index, name) => {
    const hookUrl = `https://receiver.example.com/${name}/${uuidv7()}`
    const { id } = await aSubscription(organizationId, ['new_contact', 'new_response'], { hookUrl })
    return { id, text: hookUrl }
  },
  location: (organizationId, _index, name) => aLocation(organizationId, { name }),
  contactOrganization: (organizationId, _index, name) =>
    db.contactOrganization.create({ data: { organizationId, name } }),
  employee: (organizationId, _index, name) => db.employee.create({ data: { organizationId, name } }),
} satisfies Record<string, Maker>

async function createRows(organizationId: string, name: string): Promise<Record<RowKind, Row[]>> {
  const rows: Partial<Record<RowKind, Row[]>> = {}
  for (const kind of Object.keys(MAKERS) as RowKind[]) {
    const created: Row[] = []
    for (let index = 0; index < ROWS_OF_A_KIND; index += 1)
      created.push(await MAKERS[kind](organizationId, index, name))
    rows[kind] = created
  }
  return rows as Record<RowKind, Row[]>
}

function pick(rows: readonly Row[], index: number): Row {
  const row = rows[index % rows.length]
  if (!row) throw new Error('There is no row of this kind.')
  return row
}

async function makeKeys(organizationId: string): Promise<Record<ApiKeyKind, string | null>> {
  const [admin, inactive, expired, powerless] = await Promise.all([
    anApiKey(organizationId, ['admin']),
    anApiKey(organizationId, ['admin'], { isActive: false }),
    anApiKey(organizationId, ['admin'], { expiresAt: new Date(Date.now() - 1000) }),
    anApiKey(organizationId, []),
  ])
  return {
    admin: admin.key,
    none: null,
    malformed: 'cfs_short',
    unknown: generateApiKey(),
    inactive: inactive.key,
    expired: expired.key,
    powerless: powerless.key,
  }
}
