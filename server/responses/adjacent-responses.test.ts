import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../db'
import { explainWithIndexes } from '../testing/database/explain-with-indexes'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, insertResponses } from '../testing/factories/responses'
import { pickByTestLength } from '../testing/test-length'
import { getAdjacentResponses } from './adjacent-responses'
import type { ResponseFilter, ResponseSort } from './response-filter'
import { browseResponses } from './responses'
import type { ResponseSearch } from './search-queries'

const NO_ID = '00000000-0000-0000-0000-000000000000'
const BANDS = ['positive', 'neutral', 'negative'] as const
const STATES = [null, 'open', 'contacted', 'resolved'] as const
const ORDERS = ['created', '-created', 'score', '-score'] as const

let organizationId: string
let surveys: string[]
let ids: string[]
let contacts: string[]

type ListQuery = ResponseFilter & { sort?: ResponseSort }

async function addResponses(count: number): Promise<void> {
  await insertResponses(
    Array.from({ length: count }, (_, at) => ({
      id: ids[at] ?? uuidv7(),
      organizationId,
      surveyId: surveys[at % 2] ?? '',
      contactId: contacts[at % contacts.length] ?? '',
      status: at % 10 === 0 ? 'partial' : 'completed',
      language: 'en',
      rating: at % 7 === 0 ? null : at % 5,
      band: BANDS[at % 3] ?? null,
      caseState: STATES[at % 4] ?? null,
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 4) * 3_600_000),
    })),
  )
}

beforeEach(async () => {
  organizationId = await anOrganization()
  surveys = [(await aSurvey(organizationId)).id, (await aSurvey(organizationId)).id]
  ids = Array.from({ length: 90 }, () => uuidv7())
  contacts = Array.from({ length: 9 }, () => uuidv7())
  await addResponses(90)
})

const optional = <T>(...values: T[]) => fc.constantFrom(undefined, undefined, ...values)
const generatedList = fc.record({
  sort: optional(...ORDERS),
  survey: optional(0, 1),
  band: optional(...BANDS),
  case: optional('open' as const, 'resolved' as const, 'unresolved' as const),
  status: optional('partial' as const, 'completed' as const),
  rating_min: optional(1),
  rating_max: optional(3),
  start_date: optional('2026-01-01T05:00:00Z'),
  end_date: optional('2026-01-01T20:00:00Z'),
  since: optional(new Date(Date.UTC(2026, 0, 1, 9))),
  contactCount: optional(1, 4),
})

function toQuery({
  survey,
  contactCount: _contactCount,
  ...rest
}: typeof generatedList extends fc.Arbitrary<infer T> ? T : never): ListQuery {
  const entries = Object.entries({ ...rest, survey_id: survey === undefined ? undefined : surveys[survey] })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

describe('getAdjacentResponses', () => {
  it('returns the previous and next response and the position as in the list, for any order and filter', async () => {
    await fc.assert(
      fc.asyncProperty(generatedList, fc.nat(1000), async (list, pick) => {
        const query = toQuery(list)
        // As in a search that matches contacts by name.
        const search: ResponseSearch | undefined =
          list.contactCount === undefined
            ? undefined
            : { commentQuery: null, contactIds: contacts.slice(0, list.contactCount) }
        const { data, meta } = await browseResponses(organizationId, { ...query, page: 1, limit: 100 }, search)
        const listedIds = data.map(({ id }) => id)
        if (listedIds.length === 0) return
        // Both ends and one in between.
        for (const at of [0, pick % listedIds.length, listedIds.length - 1]) {
          const neighbours = await getAdjacentResponses(organizationId, listedIds[at] ?? '', query, search)
          expect({ query, at, ...neighbours }).toEqual({
            query,
            at,
            previous: listedIds[at - 1] ?? null,
            next: listedIds[at + 1] ?? null,
            position: at + 1,
            isListed: true,
            total: meta.total,
          })
        }
      }),
      { numRuns: pickByTestLength(8, 200) },
    )
  })

  it.each(ORDERS)(
    'returns the adjacent responses of one that no longer matches the filter, in the order %s',
    async (sort) => {
      const query: ListQuery = { sort, case: 'unresolved' }
      const { data } = await browseResponses(organizationId, { ...query, page: 1, limit: 100 })
      for (const at of [0, 7, data.length - 1]) {
        const id = data[at]?.id ?? ''
        await db.response.update({ where: { id }, data: { caseState: 'resolved' } })
        expect(await getAdjacentResponses(organizationId, id, query)).toEqual({
          previous: data[at - 1]?.id ?? null,
          next: data[at + 1]?.id ?? null,
          position: at + 1,
          isListed: false,
          total: data.length - 1,
        })
        await db.response.update({ where: { id }, data: { caseState: 'open' } })
      }
    },
  )

  it('refuses to find adjacent responses of another organization’s response, and never returns one', async () => {
    const other = await anOrganization()
    const only = await aResponse(other, (await aSurvey(other)).id)
    await expect(getAdjacentResponses(organizationId, only.id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await getAdjacentResponses(other, only.id, {})).toEqual({
      previous: null,
      next: null,
      position: 1,
      isListed: true,
      total: 1,
    })
  })

  it('finds an adjacent response by an index-only scan', async () => {
    for (const [bound, order] of [
      [`created_at <= now() AND (created_at < now() OR id < '${NO_ID}')`, 'created_at DESC, id DESC'],
      [`rating = 3 AND created_at >= now() AND (created_at > now() OR id > '${NO_ID}')`, 'created_at ASC, id ASC'],
    ]) {
      const plan = await explainWithIndexes(
        'response',
        `SELECT id FROM response WHERE organization_id = '${NO_ID}' AND status = 'completed' AND ${bound} ORDER BY ${order} LIMIT 1`,
      )
      expect(plan).toMatch(/^Limit .*\n +-> +Index Only Scan /)
      expect(plan).toMatch(/Index Cond: .*created_at [<>]= now\(\)/)
    }
  })
})
