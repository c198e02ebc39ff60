import { AsyncLocalStorage } from 'node:async_hooks'
import type { Origin } from '../security-events'

/** Where the request came from that next-auth works on: what it calls back is told nothing of it. */
export const requestOrigin = new AsyncLocalStorage<Origin>()
