import { ContextValue } from '../context'
import type { Origin } from '../security-events'

/** Where the request came from that next-auth works on: what it calls back is told nothing of it. */
export const requestOrigin = new ContextValue<Origin>()
