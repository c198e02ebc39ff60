import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { now } from '@/server/clock'
import { type Prisma, queryRows } from '@/server/db'

type Models = Prisma.TypeMap['model']
type Data<Model extends keyof Models> = Exclude<
  Models[Model]['operations']['createMany']['args']['data'],
  readonly unknown[]
>
type Row = { model: string; data: Record<string, unknown> }

/** Fields with a custom column name; all others are snake-cased. */
const COLUMNS: Record<string, string> = {
  'ReviewSource.credentials': 'credentials_encrypted',
  'ReviewConsent.credentials': 'credentials_encrypted',
  'ReviewConsent.verifier': 'verifier_encrypted',
  'AlertChannel.address': 'address_encrypted',
  'SendingDomain.dkimPrivateKey': 'dkim_private_key_encrypted',
}

/**
 * Collects rows of many tables and inserts them in one statement: Prisma needs one per row, and a tenant has eighty rows. They may refer to
 * each other in any order, because PostgreSQL checks references at the end of a statement.
 */
export class RowBatch {
  #rows: Row[] = []

  add<Model extends keyof Models>(model: Model, data: Data<Model>): string {
    const row = { id: uuidv7(), ...data }
    this.#rows.push({ model, data: row })
    return row.id
  }

  async write(): Promise<void> {
    const required = await (requiredColumns ??= readRequiredColumns())
    const rows = this.#rows.splice(0).map((row) => withDefaults(row, required))
    const inserts = rows.map(({ model, data }, index) => {
      const [table, ...names] = [snakeCase(model), ...Object.keys(data)].map((name) => `"${name}"`)
      const columns = names.join(', ')
      const record = `json_populate_record(NULL::${table}, $${index + 1}::json)`
      return `row_${index} AS (INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${record})`
    })
    const text = `WITH ${inserts.join(', ')} SELECT`
    const values = rows.map(({ data }) => JSON.stringify(data))
    await queryRows({ name: createHash('sha1').update(text).digest('base64url'), text, values })
  }
}

function withDefaults({ model, data }: Row, required: Set<string>): Row {
  const table = snakeCase(model)
  const { id, ...rest } = data
  return {
    model,
    data: {
      ...(required.has(`${table}.id`) ? { id } : {}),
      ...(required.has(`${table}.updated_at`) ? { updated_at: now() } : {}),
      ...Object.fromEntries(
        Object.entries(rest).map(([field, value]) => [
          COLUMNS[`${model}.${field}`] ?? snakeCase(field),
          value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
        ]),
      ),
    },
  }
}

let requiredColumns: Promise<Set<string>> | undefined

/** Columns `id` and `updated_at` of all tables, as `table.column`: Prisma sets them, PostgreSQL has no default. */
async function readRequiredColumns(): Promise<Set<string>> {
  const rows = await queryRows<{ name: string }>({
    text: `
      SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname IN ('id', 'updated_at')`,
    values: [],
  })
  return new Set(rows.map(({ name }) => name))
}

function snakeCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase()
}
