import { v7 as uuidv7 } from 'uuid'
import { getCurrentActorContext } from '../actor-context'
import { now } from '../clock'
import type { Tx } from '../db'
import type { ResponseEvent } from './schema'

export type NewResponseEvent = { responseId: string; kind: ResponseEvent['kind']; value?: string | null }

export async function recordResponseEvents(tx: Tx, organizationId: string, events: readonly NewResponseEvent[]) {
  const { actor } = getCurrentActorContext()
  await tx.responseEvent.createMany({
    data: events.map(({ responseId, kind, value = null }) => ({
      id: uuidv7(),
      organizationId,
      responseId,
      kind,
      actorId: actor.id,
      actorName: actor.name,
      value,
      createdAt: now(),
    })),
  })
}
