import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { viewEmailConsent } from '../../api/pages/email-consent-pages'
import { viewSurvey } from '../../api/pages/survey-pages'
import { handleListWebhooksWithSecrets } from '../../api/session/list-webhooks-with-secrets'
import { signToken } from '../../encryption'
import { generateSecret } from '../../webhooks/subscriptions/subscription-rows'
import { pickByTestLength } from '../test-length'
import type { ForeignValueOutcome, TenancyCase } from './cases/tenancy-case'
import {
  callProcedureAs,
  type EntryPoint,
  type EntryPointResponse,
  listEntryPointsOfProcedure,
  PROCEDURES,
} from './entry-points'
import { expandPath, listCombinations, valueAt, withValues } from './input-paths'
import { extractIds, listRows, listStableRows, maskVolatileValues } from './row-snapshots'
import { listTenancyCasesOfProcedure, TENANCY_CASES } from './tenancy-cases'
import { aTenant, type TestTenant } from './tenant'

/*
 * Tenant isolation. Calls every operation as one organization with another's ids in every position that takes one, through every entry
 * point: the response must equal, byte for byte, the response to an unknown id, contain no data of the other organization, and leave its
 * rows unchanged.
 */

const NAMES = Object.keys(TENANCY_CASES)
const EVERY_ENTRY_POINT = NAMES.flatMap((name) =>
  (name in PROCEDURES ? listEntryPointsOfProcedure(name) : []).map((entryPoint) => ({ name, door: entryPoint })),
)

let other: TestTenant
let othersCanaries: string[]
let othersRows: string[]

beforeAll(async () => {
  other = await aTenant()
  othersRows = await listStableRows(other.organizationId)
  othersCanaries = [other.canary, ...other.secrets, ...extractIds(await listRows(other.organizationId))]
})

describe('organizations', () => {
  // In thirds: reading everything twice at once would exceed the session's rate limit.
  it.each([0, 1, 2])(
    'an organization reads the same data whether or not another one exists, third %i',
    async (third) => {
      const own = await aTenant()
      const queries = EVERY_ENTRY_POINT.filter(({ name }) => PROCEDURES[name]?._def.type === 'query')
      const read = async () => {
        const answers: string[] = []
        for (const { name, door: entryPoint } of queries.filter((_, index) => index % 3 === third))
          for (const { input } of listTenancyCasesOfProcedure(name))
            answers.push(JSON.stringify(await callProcedureAs(own, entryPoint, name, input?.(own))))
        return answers
      }
      // Forecasts tell times from now on.
      vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
      const alone = await read()
      await aTenant()
      const beside = await read()
      vi.useRealTimers()
      expect(beside).toEqual(alone)
    },
  )

  it('the webhook settings of an organization show nothing of another one', async () => {
    const own = await aTenant()
    const response = await handleListWebhooksWithSecrets(
      new Request('http://localhost/api/settings/webhooks', { headers: { cookie: own.cookie } }),
    )
    const body = await response.text()
    expect(response.status).toBe(200)
    expect(body).toContain(own.canary)
    expect(othersCanaries.filter((canary) => body.includes(canary))).toEqual([])
  })
})

/** Cases per tenant, so that its calls stay below the rate limit of a session. */
const CASES_PER_TENANT = 15
const shared: Record<'query' | 'mutation', { tenant: Promise<TestTenant>; cases: number } | undefined> = {
  query: undefined,
  mutation: undefined,
}

/**
 * Runs a case as a tenant that earlier cases used, because making one takes longer than the calls. What mutations left there, such as a
 * deleted contact, may make the case fail: then it is repeated as a new tenant, and that result counts.
 */
async function withTenant(name: string, check: (own: TestTenant) => Promise<void>): Promise<void> {
  const type = PROCEDURES[name]?._def.type ?? 'mutation'
  const used = shared[type]
  if (used && used.cases < CASES_PER_TENANT) {
    used.cases += 1
    try {
      return await check(await used.tenant)
    } catch (error) {
      if (type === 'query') throw error
    }
  }
  const tenant = aTenant()
  shared[type] = { tenant, cases: 1 }
  await check(await tenant)
}

/** `npm test` calls a procedure with two entry points through one of them, alternating. */
const TESTED_ENTRY_POINTS = NAMES.flatMap((name, index) => {
  const entryPoints = EVERY_ENTRY_POINT.filter((one) => one.name === name)
  return pickByTestLength(entryPoints.slice(index % entryPoints.length, (index % entryPoints.length) + 1), entryPoints)
})

describe.each(TESTED_ENTRY_POINTS.map(({ name, door: entryPoint }) => [name, entryPoint] as const))(
  '%s, by %s',
  (name, entryPoint) => {
    afterAll(expectOtherUnchanged)

    it.each(
      listTenancyCasesOfProcedure(name).map(
        (one) => [Object.keys(one.references ?? {}).join(', ') || 'no name', one] as const,
      ),
    )('neither returns nor changes data of another organization, given its values in: %s', async (_names, one) => {
      await withTenant(name, async (own) => {
        let rows = await ownRows(own)
        for (const foreignPositions of listCombinations(positionsIn(one, own))) {
          const isRefused = await expectIsolation(own, entryPoint, name, one, foreignPositions)
          const after = await ownRows(own)
          if (isRefused && !isDeepStrictEqual(rows, after)) throw new Error('refused, but rows changed')
          rows = after
        }

        // Last, because it may delete rows: proves that the input is valid except for the foreign ids.
        const answer = await callProcedureAs(own, entryPoint, name, one.input?.(own))
        expect(answer).toMatchObject(one.expectedStatus === undefined ? SUCCESS : { status: one.expectedStatus })
        expectNoLeak(answer)
      })
    })
  },
)

describe('values that every organization may use', () => {
  it.each([
    ['contacts.create', (own: TestTenant) => ({ email: own.contactEmail, firstName: 'Ada' })],
    ['contacts.update', (own: TestTenant) => ({ email: own.contactEmail })],
    ['sequences.execute', (own: TestTenant) => ({ contacts: [{ email: own.contactEmail, firstName: 'Ada' }] })],
    ['sequences.sendSurvey', (own: TestTenant) => ({ contacts: [{ email: own.contactEmail, firstName: 'Ada' }] })],
    ['webhooks.subscribe', (own: TestTenant) => ({ hookUrl: own.hookUrl, triggerType: 'new_contact' })],
  ] as const)(
    '%s accepts a value that another organization uses, without access to its data',
    async (name, sharedValues) => {
      const own = await aTenant()
      const [first] = listTenancyCasesOfProcedure(name)
      const answer = await callProcedureAs(own, 'key', name, { ...first?.input?.(own), ...sharedValues(other) })
      expect(answer).toMatchObject(SUCCESS)
      // The response echoes the shared values, and contains no other data of the other organization.
      const words = JSON.stringify(sharedValues(other)).match(/[\w@.:/-]*canary[\w@.-]*/g) ?? []
      const body = words.reduce((text, word) => text.replaceAll(word, ''), answer.body)
      expectNoLeak({ ...answer, body })
      await expectOtherUnchanged()
    },
  )

  it('does not replay an answer to the Idempotency-Key of another organization', async () => {
    const own = await aTenant()
    const answer = await callProcedureAs(
      own,
      'key',
      'surveys.create',
      listTenancyCasesOfProcedure('surveys.create')[0]?.input?.(own),
      {
        'Idempotency-Key': other.idempotencyKey,
      },
    )
    expect(answer).toMatchObject({ status: 201, headers: expect.not.stringContaining('idempotent-replayed') })
    expectNoLeak(answer)
    await expectOtherUnchanged()
  })
})

describe('public links', () => {
  const request = new Request('http://localhost/s/x')

  it.each([
    ['survey', 'unsubscribe', viewSurvey],
    ['unsubscribe', 'survey', viewEmailConsent],
  ] as const)('the %s link opens only with its own unaltered token', async (purpose, another, view) => {
    const own = await aTenant()
    const token = signToken(purpose, own.sendingStep)
    expect((await view(token, request)).status).toBe(200)

    const idOfOther = Buffer.from(other.sendingStep.replaceAll('-', ''), 'hex')
    const forged = Buffer.concat([idOfOther, Buffer.from(token, 'base64url').subarray(16)]).toString('base64url')
    const unknown = await view(signToken(purpose, uuidv7()), request)
    expect(unknown.status).toBe(404)
    for (const wrong of [forged, other.sendingStep, signToken(another, other.sendingStep)])
      expect(await view(wrong, request)).toEqual(unknown)
  })
})

const SUCCESS = { status: expect.toBeOneOf([200, 201]) as number }

type Position = { path: string; outcome: ForeignValueOutcome }

function positionsIn({ input, references = {} }: TenancyCase, own: TestTenant): Position[] {
  return Object.entries(references).flatMap(([path, outcome]) =>
    expandPath(path, input?.(own)).map((concrete) => ({ path: concrete, outcome })),
  )
}

/**
 * Calls with the other organization's ids at the chosen positions and our own elsewhere, and again with unknown ids.
 * @returns whether both calls were rejected
 */
async function expectIsolation(
  own: TestTenant,
  entryPoint: EntryPoint,
  name: string,
  { input }: TenancyCase,
  foreignPositions: readonly Position[],
): Promise<boolean> {
  const valid = input?.(own) ?? {}
  const otherInput = input?.(other) ?? {}
  const at = (pick: (path: string) => unknown) =>
    Object.fromEntries(foreignPositions.map(({ path }) => [path, pick(path)]))
  const foreign = withValues(
    valid,
    at((path) => valueAt(otherInput, path)),
  )
  const unknown = withValues(
    valid,
    at((path) => unknownValueLike(valueAt(otherInput, path))),
  )

  const answer = await callProcedureAs(own, entryPoint, name, foreign)
  expectOutcome(answer, foreignPositions)
  expectNoLeak(answer)
  expect(comparable(answer)).toEqual(comparable(await callProcedureAs(own, entryPoint, name, unknown)))
  return answer.status >= 400
}

function unknownValueLike(value: unknown): string {
  const text = String(value)
  if (text.startsWith('whsec_')) return generateSecret()
  return text.includes(other.canary) ? text.replaceAll(other.canary, uuidv7()) : uuidv7()
}

function ownRows(own: TestTenant): Promise<string[]> {
  return listStableRows(own.organizationId)
}

/** If both the subject and a reference are invalid, either error may be reported. */
function expectOutcome(answer: EntryPointResponse, foreignPositions: readonly Position[]): void {
  const refused = foreignPositions.flatMap(({ path, outcome }) => (outcome === 'refused' ? [path] : []))
  const isMissing = foreignPositions.some(({ outcome }) => outcome === 'missing')
  if (isMissing && (refused.length === 0 || answer.status === 404))
    return expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('"NOT_FOUND"') })
  if (foreignPositions.some(({ outcome }) => outcome === 'conflict'))
    return expect(answer).toMatchObject({
      status: 409,
      body: expect.stringMatching(/"CHANGED_MEANWHILE"|"STEP_NOT_NEXT"/),
    })
  const isUnavailable = foreignPositions.some(({ outcome }) => outcome === 'unavailable')
  if (refused.length === 0 && !isUnavailable) return expect(answer).toMatchObject(SUCCESS)
  expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('"VALIDATION_ERROR"') })
  expect(refused.filter((path) => !answer.body.includes(`"${path}":[`))).toEqual([])
}

function expectNoLeak({ headers, body }: EntryPointResponse): void {
  expect(othersCanaries.filter((canary) => `${headers}\n${body}`.includes(canary))).toEqual([])
}

async function expectOtherUnchanged(): Promise<void> {
  expect(await listStableRows(other.organizationId)).toEqual(othersRows)
}

/** Rejections unchanged; successes without new ids and timestamps. */
function comparable({ status, headers, body }: EntryPointResponse) {
  return { status, headers, body: status < 400 ? maskVolatileValues(body) : body }
}
