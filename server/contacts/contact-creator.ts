import { getCurrentActorContext } from '../actor-context'

export type CreatedVia = 'api' | 'dashboard' | 'enrolment' | 'import' | 'link'

/** How a contact came to be, and the id of the API key, user or import that created it; null if unknown. */
export type ContactCreator = { createdVia: CreatedVia | null; createdById: string | null }

/** The creator of contacts that the current call creates. */
export function getContactCreator(): ContactCreator {
  const { type, id } = getCurrentActorContext().actor
  if (type === 'key') return { createdVia: 'api', createdById: id }
  if (type === 'user') return { createdVia: 'dashboard', createdById: id }
  return { createdVia: null, createdById: null }
}
