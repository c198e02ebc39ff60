import { handleRest } from '@/server/api/rest/rest'
import { appRouter } from '@/server/api/routers/app-router'
import type { ProcedureMeta } from '@/server/api/routers/trpc'
import { handleSessionRpc } from '@/server/api/session/session-rpc'
import type { TestTenant } from './tenant'

export type EntryPointResponse = { status: number; headers: string; body: string }

export type Procedure = { _def: { type: 'query' | 'mutation'; meta?: ProcedureMeta; inputs?: unknown[] } }

export const PROCEDURES = appRouter._def.procedures as unknown as Record<string, Procedure>

/** Entry points: `/api/v1` with an administrator's key (if the procedure has a route), and `/api/trpc` with an owner's session. */
export type EntryPoint = 'key' | 'session'

export function listEntryPointsOfProcedure(name: string): EntryPoint[] {
  return PROCEDURES[name]?._def.meta?.openapi ? ['key', 'session'] : ['session']
}

export async function callProcedureAs(
  tenant: TestTenant,
  entryPoint: EntryPoint,
  name: string,
  input: Record<string, unknown> | undefined,
  headers: Record<string, string> = {},
): Promise<EntryPointResponse> {
  const response =
    entryPoint === 'key'
      ? await handleRest(restRequest(tenant, name, input ?? {}, headers))
      : await handleSessionRpc(rpcRequest(tenant, name, input))
  const comparedHeaders = [...response.headers].filter(
    ([header]) => header !== 'x-request-id' && !header.startsWith('ratelimit'),
  )
  return { status: response.status, headers: JSON.stringify(comparedHeaders), body: await response.text() }
}

/** The REST call of this procedure with this input: its line as `sendRestRequest` takes it, and a body if the method has one. */
export function buildRestCall(name: string, input: Record<string, unknown>): { line: string; body?: typeof input } {
  const openapi = PROCEDURES[name]?._def.meta?.openapi
  if (!openapi) throw new Error(`${name} has no route`)
  const remaining = { ...input }
  const path = openapi.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(remaining[field])
    delete remaining[field]
    return value
  })
  if (openapi.method !== 'GET' && openapi.method !== 'DELETE')
    return { line: `${openapi.method} ${path}`, body: remaining }
  const query = new URLSearchParams(Object.entries(remaining).map(([field, value]) => [field, String(value)]))
  return { line: `${openapi.method} ${path}${query.size > 0 ? `?${query}` : ''}` }
}

function restRequest(
  tenant: TestTenant,
  name: string,
  input: Record<string, unknown>,
  extraHeaders: Record<string, string>,
) {
  const { line, body } = buildRestCall(name, input)
  const [method = 'GET', path = '/'] = line.split(' ')
  return new Request(`http://localhost/api/v1${path}`, {
    method,
    headers: { 'X-API-Key': tenant.key, ...(body ? { 'Content-Type': 'application/json' } : {}), ...extraHeaders },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

function rpcRequest(tenant: TestTenant, name: string, input: Record<string, unknown> | undefined) {
  const url = `http://localhost/api/trpc/${name}`
  const headers = { cookie: tenant.cookie, 'sec-fetch-site': 'same-origin' }
  if (PROCEDURES[name]?._def.type === 'query')
    return new Request(input === undefined ? url : `${url}?input=${encodeURIComponent(JSON.stringify(input))}`, {
      headers,
    })
  return new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  })
}
