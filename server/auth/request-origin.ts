import { ContextValue } from '../context'
import type { Origin } from '../security-events'

/** Origin of the request that next-auth is processing; next-auth does not pass it to its callbacks. */
export const requestOrigin = new ContextValue<Origin>()
