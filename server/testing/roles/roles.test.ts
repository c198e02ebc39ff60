import { readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROLES } from '@/server/members/constants'
import { aSession, aSessionWithoutOrganization } from '../factories/sessions'
import type { TenancyCase } from '../tenancy/cases/tenancy-case'
import { callProcedureAs, PROCEDURES } from '../tenancy/entry-points'
import { extractIds, listRows, listStableRows } from '../tenancy/row-snapshots'
import { listTenancyCasesOfProcedure } from '../tenancy/tenancy-cases'
import { aTenant, type TestTenant } from '../tenancy/tenant'
import { pickByTestLength } from '../test-length'
import { callRoute } from './call-route'
import { PROCEDURE_PERMISSIONS } from './procedure-permissions'
import { isAllowedWithoutOrganization, type RolePermissions } from './role-permissions'
import { ROUTE_ACCESS } from './route-access'

/*
 * Role permissions: calls every procedure, and every route handler that requires a session, through the real handlers as owner, admin,
 * member, without a session, and as a user without an organization. The suites of the REST API test the scopes of API keys, the tenancy suite
 * tests that owners of other organizations have no access.
 */

const NAMES = Object.keys(PROCEDURE_PERMISSIONS)
const SESSION_ROUTES = Object.entries(ROUTE_ACCESS).flatMap(([route, access]) =>
  typeof access === 'string' ? [] : [[route, access] as const],
)
/** Procedures that end the session, switch its organization, or change its role. */
const ENDS_A_SESSION =
  /^account\.(?:end|create|switch|accept|change|requestDeletion)|^members\.(?:leave|remove|transfer|changeRole)/
const APP = path.resolve(import.meta.dirname, '../../../app')

let own: TestTenant

beforeAll(async () => {
  own = await aTenant()
})

function validInput(name: string) {
  const [first] = listTenancyCasesOfProcedure(name) as [TenancyCase]
  return first.input?.(own)
}

type Role = (typeof ROLES)[number]
type Cookies = Record<Role, string>

async function signInAll(organizationId: string): Promise<Cookies> {
  const sessions = await Promise.all(ROLES.map((role) => aSession(organizationId, role)))
  return Object.fromEntries(ROLES.map((role, index) => [role, sessions[index]?.cookie])) as Cookies
}

const call = (cookie: string, name: string, input = validInput(name)) =>
  callProcedureAs({ ...own, cookie }, 'session', name, input)

/** With this permission, the one with the most rights first. `npm test` calls with the first forbidden and the last allowed role. */
const rolesWith = (may: RolePermissions, verdict: RolePermissions['owner']) =>
  ROLES.filter((role) => may[role] === verdict)

describe('the role matrix', () => {
  it('the role matrix has exactly one row per procedure', () => {
    expect(NAMES.toSorted()).toEqual(Object.keys(PROCEDURES).toSorted())
  })

  it('the role matrix has exactly one row per route handler', () => {
    const routes = readdirSync(APP, { recursive: true, encoding: 'utf8' })
      .filter((file) => path.basename(file) === 'route.ts')
      .map((file) => path.dirname(file))
    expect(Object.keys(ROUTE_ACCESS).toSorted()).toEqual(routes.toSorted())
  })
})

// Forbidden calls first: all rows still exist, so any change is detected.
describe('procedures that a role may not call', () => {
  const refused = NAMES.flatMap((name) => {
    const all = rolesWith(PROCEDURE_PERMISSIONS[name] as RolePermissions, 'forbidden')
    const roles = pickByTestLength(all.slice(0, 1), all)
    return roles.length > 0 ? [[name, roles] as const] : []
  })

  // Several, because a session may not call all of them at once.
  let sessions: Cookies[]
  let before: string[]
  let calls = 0
  beforeAll(async () => {
    sessions = await Promise.all(Array.from({ length: 4 }, () => signInAll(own.organizationId)))
    before = await listStableRows(own.organizationId)
  })

  it.each(refused)('403: %s refuses the roles %s and changes nothing', async (name, roles) => {
    const answers = []
    for (const role of roles) {
      const cookie = sessions[calls++ % sessions.length]?.[role] ?? ''
      // For owners a rule forbids the call, after input validation, so invalid input would give 400.
      for (const input of role === 'owner' ? [validInput(name)] : [validInput(name), { id: 1 }])
        answers.push({ role, ...(await call(cookie, name, input)) })
    }
    const [was, is] = [before, await listStableRows(own.organizationId)]
    // Reports a change only once.
    before = is
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('"FORBIDDEN"') })
    expect(is).toEqual(was)
  })
})

it('401: every procedure refuses a request without a session and changes nothing', async () => {
  const before = await listStableRows(own.organizationId)
  for (const name of NAMES) {
    const { status, body } = await call('', name)
    expect({ name, status, body }).toMatchObject({ status: 401, body: expect.stringContaining('"UNAUTHENTICATED"') })
  }
  expect(await listStableRows(own.organizationId)).toEqual(before)
})

it('no procedure or route lets a user without an organization read or change one', {
  timeout: 60_000,
}, async () => {
  const before = await listStableRows(own.organizationId)
  const canaries = [own.canary, ...own.secrets, ...extractIds(await listRows(own.organizationId))]
  let { cookie } = await aSessionWithoutOrganization()
  for (const name of NAMES) {
    const { status, headers, body } = await call(cookie, name)
    if (ENDS_A_SESSION.test(name)) ({ cookie } = await aSessionWithoutOrganization())
    const isAdmitted = ![401, 403, 429, 500].includes(status)
    expect({ name, status, isAdmitted }).toMatchObject({ isAdmitted: isAllowedWithoutOrganization(name) })
    expect({ name, leaked: canaries.filter((canary) => `${headers}\n${body}`.includes(canary)) }).toEqual({
      name,
      leaked: [],
    })
  }
  // The calls of one user are limited.
  ;({ cookie } = await aSessionWithoutOrganization())
  for (const [route] of SESSION_ROUTES) {
    const expectedAccess = isAllowedWithoutOrganization(route) ? 'allowed' : 'forbidden'
    expect([route, await callRoute(route, cookie)]).toEqual([route, expectedAccess])
  }
  expect(await listStableRows(own.organizationId)).toEqual(before)
})

describe.each(SESSION_ROUTES)('the route %s', (route, may) => {
  it('a session route admits exactly the roles that the matrix allows', async () => {
    expect(await callRoute(route, '')).toEqual('unauthenticated')
    const cookies = await signInAll(own.organizationId)
    for (const role of ROLES) expect([role, await callRoute(route, cookies[role])]).toEqual([role, may[role]])
  })
})

describe('procedures that a role may call', () => {
  let cookies: Cookies
  beforeAll(async () => {
    cookies = await signInAll(own.organizationId)
  })

  it.each(NAMES)('%s admits every role that the matrix allows', async (name) => {
    const all = rolesWith(PROCEDURE_PERMISSIONS[name] as RolePermissions, 'allowed')
    for (const role of pickByTestLength(all.slice(-1), all)) {
      const { status, body } = await call(cookies[role], name)
      // Rows deleted for the previous role are not found, and a rule may reject valid input.
      expect({ role, status, isAdmitted: ![401, 403, 429, 500].includes(status), body }).toMatchObject({
        isAdmitted: true,
      })
    }
    if (ENDS_A_SESSION.test(name)) cookies = await signInAll(own.organizationId)
  })
})
