import { v7 as uuidv7 } from 'uuid'
import { currentBy } from '../actor-context'
import { now } from '../clock'
import type { Tx } from '../db'
import type { ResponseEvent } from './schema'

export type NewEvent = { responseId: string; kind: ResponseEvent['kind']; value?: string | null }

export async function writeEvents(tx: Tx, organizationId: string, events: readonly NewEvent[]): Promise<void> {
  const { doer } = currentBy()
  await tx.responseEvent.createMany({
    data: events.map(({ responseId, kind, value = null }) => ({
      id: uuidv7(),
      organizationId,
      responseId,
      kind,
      actorId: doer.id,
      actorName: doer.name,
      value,
      createdAt: now(),
    })),
  })
}
