import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { viewConsent, viewSurvey } from '../../api/pages/public'
import { openApiDocument } from '../../api/rest/openapi/openapi'
import { handleWebhookSettings } from '../../api/session/webhook-settings'
import { signToken } from '../../encryption'
import { newSecret } from '../../webhooks/subscriptions/subscription-rows'
import { byLength } from '../length'
import { CASES, type Case, listCases, type Outcome } from './cases'
import { type Answer, callAs, type Door, listDoors, PROCEDURES } from './doors'
import { expand, idPathsIn, listChoices, valueAt, withValues } from './paths'
import { idsIn, listLastingRows, listRows, tenantColumns, withoutIdentity } from './rows'
import { aTenant, type Tenant } from './tenant'

/*
 * Tenant isolation. Calls every operation as one organization with another's ids in every position that takes one, through every entry
 * point: the response must equal, byte for byte, the response to an unknown id, contain no data of the other organization, and leave its
 * rows unchanged.
 */

const NAMES = Object.keys(CASES)
const EVERY_DOOR = NAMES.flatMap((name) => (name in PROCEDURES ? listDoors(name) : []).map((door) => ({ name, door })))

let other: Tenant
let othersMarks: string[]
let othersRows: string[]
let othersLasting: string[]

beforeAll(async () => {
  other = await aTenant()
  othersRows = await listRows(other.organizationId)
  othersLasting = await listLastingRows(other.organizationId)
  othersMarks = [other.canary, ...other.secrets, ...idsIn(othersRows)]
})

describe('the tenancy registry', () => {
  it('the tenancy registry has cases for exactly the existing procedures', () => {
    expect(NAMES.sort()).toEqual(Object.keys(PROCEDURES).sort())
  })

  it('the procedures of the tenancy registry are all operations of the OpenAPI document', () => {
    const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routes = NAMES.flatMap((name) => {
      const openapi = PROCEDURES[name]?._def.meta?.openapi
      return openapi ? [`${openapi.method} ${openapi.path}`] : []
    })
    expect(operations.sort()).toEqual(routes.sort())
    expect(operations.length).toBeGreaterThan(15)
  })

  it.each(Object.keys(PROCEDURES))('%s: the tenancy registry tries every field that takes an id', (name) => {
    const tried = listCases(name).flatMap(({ names = {} }) => Object.keys(names))
    expect(tried).toEqual(expect.arrayContaining(idPathsIn(PROCEDURES[name]?._def.inputs?.[0])))
  })
})

describe('organizations', () => {
  it('the test organization has rows in every tenant table and a mark of its own in every text column', async () => {
    const unmarked = (await tenantColumns()).filter(({ table, column, isText }) => {
      const rows = othersRows.filter((row) => row.startsWith(`${table} `))
      if (rows.length === 0) return true
      const values = rows.map((row) => JSON.stringify(JSON.parse(row.slice(table.length + 1))[column]))
      return (
        isText && !OUR_WORDS.has(column) && !values.some((value) => othersMarks.some((mark) => value.includes(mark)))
      )
    })
    expect(unmarked).toEqual([])
  })

  // In halves: reading everything twice at once would exceed the session's rate limit.
  it.each([0, 1])('an organization reads the same data whether or not another one exists, half %i', async (half) => {
    const own = await aTenant()
    const queries = EVERY_DOOR.filter(({ name }) => PROCEDURES[name]?._def.type === 'query')
    const read = async () => {
      const answers: string[] = []
      for (const { name, door } of queries.filter((_, index) => index % 2 === half))
        for (const { input } of listCases(name))
          answers.push(JSON.stringify(await callAs(own, door, name, input?.(own))))
      return answers
    }
    const alone = await read()
    await aTenant()
    expect(await read()).toEqual(alone)
  })

  it('the webhook settings of an organization show nothing of another one', async () => {
    const own = await aTenant()
    const response = await handleWebhookSettings(
      new Request('http://localhost/api/settings/webhooks', { headers: { cookie: own.cookie } }),
    )
    const body = await response.text()
    expect(response.status).toBe(200)
    expect(body).toContain(own.canary)
    expect(othersMarks.filter((mark) => body.includes(mark))).toEqual([])
  })
})

/** Calls per session below its rate limit. */
const READS_OF_ONE = 15
let reader: { tenant: Promise<Tenant>; reads: number } | undefined

/** A new tenant for mutations; queries share one. */
function tenantFor(name: string): Promise<Tenant> {
  if (PROCEDURES[name]?._def.type !== 'query') return aTenant()
  if (!reader || reader.reads >= READS_OF_ONE) reader = { tenant: aTenant(), reads: 0 }
  reader.reads += 1
  return reader.tenant
}

/** `npm test` calls a procedure with two entry points through one of them, alternating. */
const TRIED_DOORS = NAMES.flatMap((name, index) => {
  const doors = EVERY_DOOR.filter((one) => one.name === name)
  return byLength(doors.slice(index % doors.length, (index % doors.length) + 1), doors)
})

describe.each(TRIED_DOORS.map(({ name, door }) => [name, door] as const))('%s, by %s', (name, door) => {
  it.each(listCases(name).map((one) => [Object.keys(one.names ?? {}).join(', ') || 'no name', one] as const))(
    'neither returns nor changes anything of another organization for its values in: %s',
    async (_names, one) => {
      const own = await tenantFor(name)
      let rows = await ownRows(own)
      for (const chosen of listChoices(positionsOf(one, own))) {
        const isRefused = await tryForeign(own, door, name, one, chosen)
        const after = await ownRows(own)
        if (isRefused && !isDeepStrictEqual(rows, after)) throw new Error('refused, but rows changed')
        rows = after
      }

      // Last, because it may delete rows: proves that the input is valid except for the foreign ids.
      const answer = await callAs(own, door, name, one.input?.(own))
      expect(answer).toMatchObject(one.isRefused === undefined ? SUCCESS : { status: one.isRefused })
      expectNothingOfTheOther(answer)
      await expectOtherUntouched()
    },
  )
})

describe('values that every organization may use', () => {
  it.each([
    ['contacts.create', (own: Tenant) => ({ email: own.contactEmail, firstName: 'Ada' })],
    ['contacts.update', (own: Tenant) => ({ email: own.contactEmail })],
    ['sequences.execute', (own: Tenant) => ({ contacts: [{ email: own.contactEmail, firstName: 'Ada' }] })],
    ['sequences.sendSurvey', (own: Tenant) => ({ contacts: [{ email: own.contactEmail, firstName: 'Ada' }] })],
    ['webhooks.subscribe', (own: Tenant) => ({ hookUrl: own.hookUrl, triggerType: 'new_contact' })],
  ] as const)('%s accepts a value that another organization uses, without access to its data', async (name, given) => {
    const own = await aTenant()
    const [first] = listCases(name)
    const answer = await callAs(own, 'key', name, { ...first?.input?.(own), ...given(other) })
    expect(answer).toMatchObject(SUCCESS)
    // The response echoes the given values, and contains no other data of the other organization.
    const words = JSON.stringify(given(other)).match(/[\w@.:/-]*canary[\w@.-]*/g) ?? []
    const body = words.reduce((text, word) => text.replaceAll(word, ''), answer.body)
    expectNothingOfTheOther({ ...answer, body })
    await expectOtherUntouched()
  })

  it('does not replay an answer to the Idempotency-Key of another organization', async () => {
    const own = await aTenant()
    const answer = await callAs(own, 'key', 'surveys.create', listCases('surveys.create')[0]?.input?.(own), {
      'Idempotency-Key': other.idempotencyKey,
    })
    expect(answer).toMatchObject({ status: 201, headers: expect.not.stringContaining('idempotent-replayed') })
    expectNothingOfTheOther(answer)
    await expectOtherUntouched()
  })
})

describe('public links', () => {
  const asked = new Request('http://localhost/s/x')

  it.each([
    ['survey', 'unsubscribe', viewSurvey],
    ['unsubscribe', 'survey', viewConsent],
  ] as const)('the %s link opens only with its own unaltered token', async (purpose, another, view) => {
    const own = await aTenant()
    const token = signToken(purpose, own.sendingStep)
    expect((await view(token, asked)).status).toBe(200)

    const idOfOther = Buffer.from(other.sendingStep.replaceAll('-', ''), 'hex')
    const forged = Buffer.concat([idOfOther, Buffer.from(token, 'base64url').subarray(16)]).toString('base64url')
    const unknown = await view(signToken(purpose, uuidv7()), asked)
    expect(unknown.status).toBe(404)
    for (const wrong of [forged, other.sendingStep, signToken(another, other.sendingStep)])
      expect(await view(wrong, asked)).toEqual(unknown)
  })
})

const OUR_WORDS = new Set([
  'action',
  'actor_type',
  'band',
  'dimension',
  'span',
  'bands',
  'cancel_reason',
  'case_state',
  'channel',
  'condition',
  'end',
  'error',
  'figures',
  'kind',
  'language',
  'list',
  'pause_reason',
  'preferred_language',
  'reason',
  'record_type',
  'reply',
  'reply_state',
  'role',
  'scopes',
  'start',
  'state',
  'status',
  'time_zone',
  'trigger_types',
  'trigger',
  'type',
  'visible_to',
])

const SUCCESS = { status: expect.toBeOneOf([200, 201]) as number }

type Position = { path: string; outcome: Outcome }

function positionsOf({ input, names = {} }: Case, own: Tenant): Position[] {
  return Object.entries(names).flatMap(([path, outcome]) =>
    expand(path, input?.(own)).map((concrete) => ({ path: concrete, outcome })),
  )
}

/**
 * Calls with the other organization's ids at the chosen positions and our own elsewhere, and again with unknown ids.
 * @returns whether both calls were rejected
 */
async function tryForeign(
  own: Tenant,
  door: Door,
  name: string,
  { input }: Case,
  chosen: readonly Position[],
): Promise<boolean> {
  const valid = input?.(own) ?? {}
  const others = input?.(other) ?? {}
  const at = (pick: (path: string) => unknown) => Object.fromEntries(chosen.map(({ path }) => [path, pick(path)]))
  const foreign = withValues(
    valid,
    at((path) => valueAt(others, path)),
  )
  const unknown = withValues(
    valid,
    at((path) => unknownLike(valueAt(others, path))),
  )

  const answer = await callAs(own, door, name, foreign)
  expectOutcome(answer, chosen)
  expectNothingOfTheOther(answer)
  expect(comparable(answer)).toEqual(comparable(await callAs(own, door, name, unknown)))
  return answer.status >= 400
}

function unknownLike(value: unknown): string {
  const text = String(value)
  if (text.startsWith('whsec_')) return newSecret()
  return text.includes(other.canary) ? text.replaceAll(other.canary, uuidv7()) : uuidv7()
}

function ownRows(own: Tenant): Promise<string[]> {
  return listLastingRows(own.organizationId)
}

/** If both the subject and a reference are invalid, either error may be reported. */
function expectOutcome(answer: Answer, chosen: readonly Position[]): void {
  const refused = chosen.flatMap(({ path, outcome }) => (outcome === 'refused' ? [path] : []))
  const isMissing = chosen.some(({ outcome }) => outcome === 'missing')
  if (isMissing && (refused.length === 0 || answer.status === 404))
    return expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('"NOT_FOUND"') })
  if (chosen.some(({ outcome }) => outcome === 'changed'))
    return expect(answer).toMatchObject({ status: 409, body: expect.stringContaining('"CHANGED_MEANWHILE"') })
  const isUnheard = chosen.some(({ outcome }) => outcome === 'unheard')
  if (refused.length === 0 && !isUnheard) return expect(answer).toMatchObject(SUCCESS)
  expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('"VALIDATION_ERROR"') })
  expect(refused.filter((path) => !answer.body.includes(`"${path}":[`))).toEqual([])
}

function expectNothingOfTheOther({ headers, body }: Answer): void {
  expect(othersMarks.filter((mark) => `${headers}\n${body}`.includes(mark))).toEqual([])
}

async function expectOtherUntouched(): Promise<void> {
  expect(await listLastingRows(other.organizationId)).toEqual(othersLasting)
}

/** Rejections unchanged; successes without new ids and timestamps. */
function comparable({ status, headers, body }: Answer) {
  return { status, headers, body: status < 400 ? withoutIdentity(body) : body }
}
