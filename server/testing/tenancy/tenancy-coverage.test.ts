import { describe, expect, it } from 'vitest'
import { getOpenApiDocument } from '../../api/rest/openapi/openapi'
import { PROCEDURES } from './entry-points'
import { findIdPathsOfSchema } from './input-paths'
import { extractIds, listRows, listTenantTableColumns } from './row-snapshots'
import { listTenancyCasesOfProcedure, TENANCY_CASES } from './tenancy-cases'
import { aTenant } from './tenant'

/* The tenancy suite covers every procedure, every field that takes an id, and every table of an organization. */

const NAMES = Object.keys(TENANCY_CASES)

/** Text columns with values of the service, which are equal for all organizations. */
const VOCABULARY_COLUMNS = new Set([
  'action',
  'asks_contact',
  'actor_type',
  'band',
  'dimension',
  'span',
  'bands',
  'branch',
  'bounce_type',
  'cancel_reason',
  'case_state',
  'channel',
  'condition',
  'created_via',
  'end',
  'error',
  'figures',
  'flag',
  'kind',
  'language',
  'last_band',
  'list',
  'outcome',
  'pause_reason',
  'position',
  'preferred_language',
  'provider',
  'reason',
  'record_type',
  'reply',
  'reply_state',
  'role',
  'scopes',
  'start',
  'state',
  'layout',
  'status',
  'time_zone',
  'trigger_types',
  'trigger',
  'type',
  'undo_outcome',
  'visible_to',
])

describe('the tenancy registry', () => {
  it('the tenancy registry has cases for exactly the existing procedures', () => {
    expect(NAMES.sort()).toEqual(Object.keys(PROCEDURES).sort())
  })

  it('the procedures of the tenancy registry are all operations of the OpenAPI document', () => {
    const operations = Object.entries(getOpenApiDocument().paths).flatMap(([path, methods]) =>
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
    const tried = listTenancyCasesOfProcedure(name).flatMap(({ references = {} }) => Object.keys(references))
    expect(tried).toEqual(expect.arrayContaining(findIdPathsOfSchema(PROCEDURES[name]?._def.inputs?.[0])))
  })

  it('the test organization has rows in every tenant table and a value of its own in every text column', async () => {
    const tenant = await aTenant()
    const rows = await listRows(tenant.organizationId)
    const canaries = [tenant.canary, ...tenant.secrets, ...extractIds(rows)]
    const uncovered = (await listTenantTableColumns()).filter(({ table, column, isText }) => {
      const tableRows = rows.filter((row) => row.startsWith(`${table} `))
      if (tableRows.length === 0) return true
      const values = tableRows.map((row) => JSON.stringify(JSON.parse(row.slice(table.length + 1))[column]))
      return (
        isText &&
        !VOCABULARY_COLUMNS.has(column) &&
        !values.some((value) => canaries.some((canary) => value.includes(canary)))
      )
    })
    expect(uncovered).toEqual([])
  })
})
