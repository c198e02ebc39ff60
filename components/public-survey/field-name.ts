import { otherTextId } from '@/server/surveys/constants'

/** Names of form fields, as server/api/pages/survey-pages.ts reads them. */
export function fieldName({ id }: { id: string }): string {
  return `q.${id}`
}

export function otherTextName({ id }: { id: string }): string {
  return `q.${otherTextId(id)}`
}
