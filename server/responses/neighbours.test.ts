import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../db'
import { indexedPlan } from '../testing/database/indexed-plan'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse, manyResponses } from '../testing/factories/responses'
import { byLength } from '../testing/length'
import { getNeighbours } from './neighbours'
import type { ResponseFilter, ResponseSort } from './response-list'
import { browseResponses } from './responses'

const NOBODY = '00000000-0000-0000-0000-000000000000'
const BANDS = ['positive', 'neutral', 'negative'] as const
const STATES = [null, 'open', 'contacted', 'resolved'] as const
const ORDERS = ['created', '-created', 'score', '-score'] as const

let organizationId: string
let surveys: string[]
let ids: string[]
let contacts: string[]

type Asked = ResponseFilter & { sort?: ResponseSort }

/** Four responses share each timestamp and many share a score, so that ties are tested. */
async function addResponses(count: number): Promise<void> {
  await manyResponses(
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

const maybe = <T>(...values: T[]) => fc.constantFrom(undefined, undefined, ...values)
const anyList = fc.record({
  sort: maybe(...ORDERS),
  survey: maybe(0, 1),
  band: maybe(...BANDS),
  case: maybe('open' as const, 'resolved' as const, 'unresolved' as const),
  status: maybe('partial' as const, 'completed' as const),
  rating_min: maybe(1),
  rating_max: maybe(3),
  start_date: maybe('2026-01-01T05:00:00Z'),
  end_date: maybe('2026-01-01T20:00:00Z'),
  since: maybe(new Date(Date.UTC(2026, 0, 1, 9))),
  found: maybe(1, 4),
})

function toAsked({ survey, found: _found, ...rest }: typeof anyList extends fc.Arbitrary<infer T> ? T : never): Asked {
  const given = Object.entries({ ...rest, survey_id: survey === undefined ? undefined : surveys[survey] })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

describe('getNeighbours', () => {
  it('returns the previous and next response and the position as in the list, for any order and filter', async () => {
    await fc.assert(
      fc.asyncProperty(anyList, fc.nat(1000), async (list, pick) => {
        const asked = toAsked(list)
        // As in a search that matches contacts by name.
        const search = list.found === undefined ? undefined : { asked: null, contactIds: contacts.slice(0, list.found) }
        const { data, meta } = await browseResponses(organizationId, { ...asked, page: 1, limit: 100 }, search)
        const shown = data.map(({ id }) => id)
        if (shown.length === 0) return
        // Both ends and one in between.
        for (const at of [0, pick % shown.length, shown.length - 1]) {
          const found = await getNeighbours(organizationId, shown[at] ?? '', asked, search)
          expect({ asked, at, ...found }).toEqual({
            asked,
            at,
            previous: shown[at - 1] ?? null,
            next: shown[at + 1] ?? null,
            place: at + 1,
            isListed: true,
            total: meta.total,
          })
        }
      }),
      { numRuns: byLength(20, 200) },
    )
  })

  it.each(ORDERS)(
    'returns the neighbours of a response that no longer matches the filter, in the order %s',
    async (sort) => {
      const asked: Asked = { sort, case: 'unresolved' }
      const { data } = await browseResponses(organizationId, { ...asked, page: 1, limit: 100 })
      for (const at of [0, 7, data.length - 1]) {
        const id = data[at]?.id ?? ''
        await db.response.update({ where: { id }, data: { caseState: 'resolved' } })
        expect(await getNeighbours(organizationId, id, asked)).toEqual({
          previous: data[at - 1]?.id ?? null,
          next: data[at + 1]?.id ?? null,
          place: at + 1,
          isListed: false,
          total: data.length - 1,
        })
        await db.response.update({ where: { id }, data: { caseState: 'open' } })
      }
    },
  )

  it('refuses the neighbours of a response of another organization, and never returns one', async () => {
    const other = await anOrganization()
    const only = await aResponse(other, (await aSurvey(other)).id)
    await expect(getNeighbours(organizationId, only.id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await getNeighbours(other, only.id, {})).toEqual({
      previous: null,
      next: null,
      place: 1,
      isListed: true,
      total: 1,
    })
  })

  it('can seek to a neighbouring response by an index-only scan', async () => {
    for (const [bound, order] of [
      [`created_at <= now() AND (created_at < now() OR id < '${NOBODY}')`, 'created_at DESC, id DESC'],
      [`rating = 3 AND created_at >= now() AND (created_at > now() OR id > '${NOBODY}')`, 'created_at ASC, id ASC'],
    ]) {
      const plan = await indexedPlan(
        'response',
        `SELECT id FROM response WHERE organization_id = '${NOBODY}' AND status = 'completed' AND ${bound} ORDER BY ${order} LIMIT 1`,
      )
      expect(plan).toMatch(/^Limit .*\n +-> +Index Only Scan /)
      expect(plan).toMatch(/Index Cond: .*created_at [<>]= now\(\)/)
    }
  })
})
