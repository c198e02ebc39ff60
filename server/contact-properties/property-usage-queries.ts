import { queryRows } from '../db'
import { PROPERTY_SAMPLE_SIZE } from './constants'

const EXAMPLE_MAX_CHARACTERS = 100
const KEYS_MAX = 150
const DISTINCT_VALUES_MAX = 12

export type KeyUsage = {
  key: string
  contacts: number
  /** The most frequent first, shortened. */
  values: string[]
  distinctValues: number
  isNumber: boolean
  isBoolean: boolean
  isDate: boolean
  isText: boolean
  isTextOrNumber: boolean
}

export type KeyUsageSample = { sampledContacts: number; keys: KeyUsage[] }

const SAMPLE_SQL = `SELECT custom_fields FROM contact WHERE organization_id = $1::uuid ORDER BY created_at DESC, id DESC LIMIT ${PROPERTY_SAMPLE_SIZE}`

/**
 * Keys of the newest contacts' custom fields, the most frequent first. Reads a bounded number of rows, whatever the number of contacts.
 */
export async function sampleKeyUsage(organizationId: string): Promise<KeyUsageSample> {
  const rows = await queryRows<KeyUsageSample>({
    name: 'sample-custom-field-keys',
    text: `
      WITH sample AS MATERIALIZED (${SAMPLE_SQL}),
      value AS (
        SELECT key, jsonb_typeof(value) AS type, left(value #>> '{}', ${EXAMPLE_MAX_CHARACTERS}) AS text, count(*) AS contacts
        FROM sample, jsonb_each(custom_fields) WHERE value <> 'null' GROUP BY 1, 2, 3
      ),
      usage AS (
        SELECT key, sum(contacts)::integer AS contacts, count(*)::integer AS "distinctValues",
          (array_agg(text ORDER BY contacts DESC, text))[1:${DISTINCT_VALUES_MAX}] AS values,
          bool_and(type = 'number') AS "isNumber", bool_and(type = 'boolean') AS "isBoolean",
          bool_and(type = 'string' AND text ~ '^\\d{4}-\\d{2}-\\d{2}$') AS "isDate", bool_and(type = 'string') AS "isText", bool_and(type IN ('string', 'number')) AS "isTextOrNumber"
        FROM value GROUP BY key ORDER BY contacts DESC, key LIMIT ${KEYS_MAX}
      )
      SELECT (SELECT count(*)::integer FROM sample) AS "sampledContacts",
        (SELECT coalesce(json_agg(usage ORDER BY contacts DESC, key), '[]') FROM usage) AS keys`,
    values: [organizationId],
  })
  return rows[0] ?? { sampledContacts: 0, keys: [] }
}

/** Those of `keys` that a contact of the sample has. */
export async function filterUsedKeys(organizationId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ key: string }>({
    name: 'filter-used-custom-field-keys',
    text: `
      WITH sample AS MATERIALIZED (${SAMPLE_SQL})
      SELECT key FROM unnest($2::text[]) AS key WHERE EXISTS (SELECT FROM sample WHERE custom_fields ? key)`,
    values: [organizationId, keys],
  })
  return rows.map(({ key }) => key)
}
