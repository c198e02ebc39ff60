import { expect, it } from 'vitest'
import { API_KEY_SCOPES, coversScope } from '../api-keys/constants'
import { listRoleScopes } from '../principal'
import { PROCEDURES } from '../testing/tenancy/entry-points'
import { ROLES } from './constants'
import { buildRoleAccessMatrix, PERMISSION_AREA_SCOPES } from './role-access-matrix'

const listedScopes = new Set<string>(
  Object.values(PERMISSION_AREA_SCOPES).flatMap(({ read, change }) => [...read, ...change]),
)

/** Expands wildcards. */
function spelledOut(scope: string): string[] {
  const single = API_KEY_SCOPES.filter((one) => !one.endsWith(':*'))
  if (scope === 'admin') return single
  return scope.endsWith(':*') ? single.filter((one) => coversScope(scope, one)) : [scope]
}

it('the role table covers every scope that a session can hold', () => {
  const grantedScopes = new Set(ROLES.flatMap((role) => listRoleScopes(role).flatMap(spelledOut)))
  expect([...grantedScopes].filter((scope) => !listedScopes.has(scope))).toEqual([])
})

it('the role table lists exactly the scopes that procedures require', () => {
  const scopes = Object.values(PROCEDURES).map(({ _def }) => String(_def.meta?.scope))
  expect([...listedScopes].toSorted()).toEqual([...new Set(scopes)].toSorted())
})

it('the role table shows what each role may only read and what is closed to it', () => {
  const of = (role: (typeof ROLES)[number], may: string) =>
    buildRoleAccessMatrix().flatMap((row) => (row[role] === may ? [row.area] : []))
  const closed = ['reviewSources', 'webhooks', 'apiKeys', 'settings', 'auditLog', 'ownership']
  expect(of('member', 'nothing')).toEqual(closed)
  expect(of('member', 'read')).toEqual(['locations', 'employees', 'members'])
  expect(of('admin', 'nothing')).toEqual(['ownership'])
  expect(of('owner', 'read')).toEqual(['auditLog'])
})
