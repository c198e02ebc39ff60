import { now } from '../clock'
import type { DueItems, QueueItem } from './queue'

type OnceFor = {
  isDue: (organizationId: string) => Promise<boolean>
  /** Organizations that are due now. */
  list: (limit: number) => Promise<string[]>
}

/** Due items of a queue with at most one item per organization, whose id is the organization's. */
export function onceFor({ isDue, list }: OnceFor): DueItems<QueueItem> {
  const isOpen = async (organizationId: string, except: readonly string[]) =>
    except.length === 0 && (await isDue(organizationId))
  return {
    listItems: async (organizationId, { except }) =>
      (await isOpen(organizationId, except)) ? [{ id: organizationId }] : [],
    nextDueAt: async (organizationId, except) => ((await isOpen(organizationId, except)) ? now() : null),
    listDue: async (limit) => (await list(limit)).map((organizationId) => ({ organizationId, dueAt: now() })),
  }
}
