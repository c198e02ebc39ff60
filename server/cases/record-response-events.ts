import { v7 as uuidv7 } from 'uuid'
import { getCurrentActorContext } from '../actor-context'
import { now } from '../clock'
import type { Tx } from '../db'
import { insertResponseEvents } from './queries'
import type { ResponseEvent } from './schema'

export type NewResponseEvent = { responseId: string; kind: ResponseEvent['kind']; value?: string | null }

export async function recordResponseEvents(tx: Tx, organizationId: string, events: readonly NewResponseEvent[]) {
  if (events.length === 0) return
  const { actor } = getCurrentActorContext()
  const rows = events.map((event) => ({ ...event, id: uuidv7() }))
  await insertResponseEvents(tx, organizationId, rows, { actorId: actor.id, actorName: actor.name, at: now() })
}
