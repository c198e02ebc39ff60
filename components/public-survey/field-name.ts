import { otherTextId } from '@/server/surveys/constants'

/** Names of form fields, as server/api/pages/survey-pages.ts reads them. */
export function fieldName({ id }: { id: string }): string {
  return `q.${id}`
}

/** Of a row of a matrix, or an option of a ranking. */
export function partName({ id }: { id: string }, part: { id: string }): string {
  return `q.${id}:${part.id}`
}

export function otherTextName({ id }: { id: string }): string {
  return `q.${otherTextId(id)}`
}
