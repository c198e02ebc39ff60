import { db } from '../db'
import type { PackedIds } from '../packed-ids'
import { asStoredFields } from '../surveys/fields/fields'
import { toUniqueHeader } from './export-question-columns'
import { listStoredFieldIds } from './queries'

const BATCH_SIZE = 5000

/**
 * One column for each hidden field that a response has, headed by its id, in the order of the surveys. Fields that a survey has no longer
 * come last. Fields of different surveys with the same id share a column.
 * @param otherHeaders a field with the same name is numbered
 */
export async function loadFieldColumns(
  organizationId: string,
  ids: PackedIds,
  otherHeaders: readonly string[],
): Promise<{ key: string; header: string }[]> {
  const stored = new Map<string, string[]>()
  for (let from = 0; from < ids.count; from += BATCH_SIZE)
    for (const { surveyId, fieldId } of await listStoredFieldIds(organizationId, ids.slice(from, from + BATCH_SIZE)))
      stored.set(surveyId, [...(stored.get(surveyId) ?? []), fieldId])
  const surveys = await db.survey.findMany({
    where: { organizationId, id: { in: [...stored.keys()] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, fields: true },
  })
  const declared = surveys.flatMap(({ id, fields }) =>
    asStoredFields(fields).flatMap((field) => (stored.get(id)?.includes(field.id) ? field.id : [])),
  )
  const headers = new Set(otherHeaders.map((header) => header.toLowerCase()))
  return [...new Set([...declared, ...[...stored.values()].flat().toSorted()])].map((id) => {
    const header = toUniqueHeader(headers, id)
    headers.add(header)
    return { key: toFieldColumnKey(id), header }
  })
}

export function toFieldColumnKey(id: string): string {
  return `field: ${id}`
}
