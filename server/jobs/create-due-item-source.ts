import { now } from '../clock'
import { queryRows } from '../db'
import type { DueItemSource, QueueItem } from './define-queue'
import { SERVICE_PARTITION } from './queue-names'

/**
 * Parts of SQL statements: constants of the code, never input.
 * @property table a table or subquery with the columns `organization_id` and `id`
 * @property lease column of the lease's time, and how long a lease lasts
 * @property oneAtATimePer column: only one row of each value is in progress at once
 */
type TableItemSource = {
  table: string
  dueColumn: string
  lease?: { column: string; ms: number }
  where?: string
  oneAtATimePer?: string
  columns?: readonly string[]
}

export function createTableItemSource<Item extends QueueItem>(
  name: string,
  rows: TableItemSource,
): DueItemSource<Item> {
  const { table, dueColumn, lease, where = 'true', oneAtATimePer, columns = [] } = rows
  const selected = ['id', ...columns, ...(oneAtATimePer === undefined ? [] : [`${oneAtATimePer} AS "group"`])]
  return {
    listItems: (organizationId, { except, groups, limit }) => {
      const partition = partitionSql(organizationId)
      const values: unknown[] = [now(), except, limit, ...partition.values]
      const parameter = (value: unknown) => `$${values.push(value)}`
      const conditions = [
        ...(oneAtATimePer === undefined ? [] : [`${oneAtATimePer} <> ALL(${parameter(groups)}::uuid[])`]),
        ...(lease === undefined
          ? []
          : [`coalesce(${lease.column} <= ${parameter(new Date(now().getTime() - lease.ms))}::timestamptz, true)`]),
      ]
      return queryRows<Item>({
        name: `due-${name}${partition.suffix}`,
        text: `SELECT ${selected.join(', ')} FROM ${table}
          WHERE ${partition.sql('$4')} AND ${dueColumn} <= $1::timestamptz AND ${where} AND id <> ALL($2::uuid[])
          ${conditions.map((condition) => `AND ${condition}`).join(' ')}
          ORDER BY ${dueColumn}, id LIMIT $3::int`,
        values,
      })
    },
    nextDueAt: async (organizationId, except) => {
      const partition = partitionSql(organizationId)
      const [next] = await queryRows<{ at: Date }>({
        name: `next-due-${name}${partition.suffix}`,
        text: `SELECT ${dueColumn} AS at FROM ${table}
          WHERE ${partition.sql('$2')} AND ${dueColumn} IS NOT NULL AND ${where} AND id <> ALL($1::uuid[])
          ORDER BY ${dueColumn} LIMIT 1`,
        values: [except, ...partition.values],
      })
      return next?.at ?? null
    },
    listDueOrganizations: (limit, before) =>
      queryRows({
        text: `SELECT coalesce(organization_id::text, '${SERVICE_PARTITION}') AS "organizationId", min(${dueColumn}) AS "dueAt" FROM ${table}
          WHERE ${dueColumn} <= $1::timestamptz AND ${where} GROUP BY organization_id ORDER BY min(${dueColumn}) LIMIT $2`,
        values: [before, limit],
      }),
  }
}

function partitionSql(organizationId: string) {
  return organizationId === SERVICE_PARTITION
    ? { suffix: '-of-service', values: [], sql: () => 'organization_id IS NULL' }
    : { suffix: '', values: [organizationId], sql: (at: string) => `organization_id = ${at}::uuid` }
}

/** One item for each organization with due work. */
export function createItemPerOrganizationSource(
  isDue: (organizationId: string) => Promise<boolean>,
  listDueOrganizations: (limit: number) => Promise<string[]>,
): DueItemSource<QueueItem> {
  const isPending = async (organizationId: string, except: readonly string[]) =>
    except.length === 0 && (await isDue(organizationId))
  return {
    listItems: async (organizationId, { except }) =>
      (await isPending(organizationId, except)) ? [{ id: organizationId }] : [],
    nextDueAt: async (organizationId, except) => ((await isPending(organizationId, except)) ? now() : null),
    listDueOrganizations: async (limit) =>
      (await listDueOrganizations(limit)).map((organizationId) => ({ organizationId, dueAt: now() })),
  }
}
