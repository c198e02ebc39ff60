import type { getT } from '@/components/i18n/server'
import type { ResponseTableRow } from '@/server/responses/schema'

/** The contact's name, or what is shown without one. */
export function respondentName(
  t: Awaited<ReturnType<typeof getT<'responses'>>>,
  { contact, isAnonymous }: Pick<ResponseTableRow, 'contact' | 'isAnonymous'>,
): string {
  return contact?.name ?? t(isAnonymous ? 'anonymous' : 'deletedContact')
}
