import { CONTACT_FIELDS } from './contact-columns'

/** A page's rows as JSON without its brackets, and how many items the list has. */
export type Found = { data: string; total: number }
export type FoundRow = { data: string | null; total: string }

/** The rows, as text. An aggregate over an ordered subquery keeps its order. */
export const asJson = (rows: string) =>
  `(SELECT string_agg(row_to_json(f)::text, ',') FROM (SELECT ${CONTACT_FIELDS} FROM (${rows}) c) f)`

export const NEWEST_FIRST = 'ORDER BY c.created_at DESC, c.id DESC'

export function found([row]: FoundRow[]): Found {
  return { data: row?.data ?? '', total: Number(row?.total ?? 0) }
}

/** One name for each text, by which filters are given. PostgreSQL takes no long names. */
export function shortly(sql: string): string {
  return [...sql.matchAll(/c\.(\w+) =/g)]
    .map((condition) => condition[1])
    .slice(1)
    .join('+')
}
