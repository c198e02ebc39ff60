import type { QueueName } from './queue-names'

/**
 * @property perOrganization items in progress at once
 * @property organizations runs in progress at once
 * @property budgetMs after it, a run yields to a new one, queued behind other organizations
 * @property overdueMs work overdue longer than this has lost its signal; default 30 s
 */
export type QueueLimits = {
  perOrganization: number
  organizations: number
  budgetMs: number
  overdueMs?: number
}

export type DueOrganization = { organizationId: string; dueAt: Date }

export type ListDueOrganizationsFunction = (limit: number, before: Date) => Promise<DueOrganization[]>

export type Queue = {
  name: QueueName
  limits: Required<QueueLimits>
  listDueOrganizations: ListDueOrganizationsFunction
  openWorker: (organizationId: string) => QueueWorker
}

/** @property work starts nothing new after `until` (ms since the epoch) */
export type WorkItem = { id: string; work: (until: number) => Promise<unknown> }

export type ClaimedItems = { items: WorkItem[]; mayHaveMore: boolean }

/**
 * @property hasUnrecordedResults completed work is not yet recorded
 * @property recordResultsAndClaim records results since the last call and claims due items, longest overdue first, up to `capacity`
 * @property nextDueAt beyond the items that this run claimed; null if nothing is pending
 * @property onSignal more work may have become due
 */
export type QueueWorker = {
  readonly hasUnrecordedResults: boolean
  recordResultsAndClaim: (capacity: number) => Promise<ClaimedItems>
  nextDueAt: () => Promise<Date | null>
  onSignal?: () => void
}

const OVERDUE_MS = 30_000

export function defineBatchQueue(queue: Omit<Queue, 'limits'> & { limits: QueueLimits }): Queue {
  return { ...queue, limits: { overdueMs: OVERDUE_MS, ...queue.limits } }
}

export type QueueItem = { id: string; group?: string }

/**
 * @property except ids of items in progress, or that failed in this run
 * @property groups with an item in progress
 */
type ItemQuery = { except: readonly string[]; groups: readonly string[]; limit: number }

export type DueItemSource<Item extends QueueItem> = {
  listItems: (organizationId: string, query: ItemQuery) => Promise<Item[]>
  nextDueAt: (organizationId: string, except: readonly string[]) => Promise<Date | null>
  listDueOrganizations: ListDueOrganizationsFunction
}

type ItemQueue<Item extends QueueItem> = {
  name: QueueName
  limits: QueueLimits
  due: DueItemSource<Item>
  /** Idempotent: rows are leased, so that a second call for an item finds nothing to do. */
  perform: (organizationId: string, item: Item, until: number) => Promise<unknown>
}

export function defineQueue<Item extends QueueItem>({ name, limits, due, perform }: ItemQueue<Item>): Queue {
  return defineBatchQueue({
    name,
    limits,
    listDueOrganizations: due.listDueOrganizations,
    openWorker: (organizationId) => openItemWorker(organizationId, due, perform),
  })
}

function openItemWorker<Item extends QueueItem>(
  organizationId: string,
  due: DueItemSource<Item>,
  perform: ItemQueue<Item>['perform'],
): QueueWorker {
  const claimed = new Set<string>()
  const groups = new Set<string>()

  function claim({ id, group }: Item): boolean {
    if (group !== undefined && groups.has(group)) return false
    if (group !== undefined) groups.add(group)
    claimed.add(id)
    return true
  }

  async function performItem(item: Item, until: number): Promise<void> {
    try {
      await perform(organizationId, item, until)
      claimed.delete(item.id)
    } finally {
      if (item.group !== undefined) groups.delete(item.group)
    }
  }

  return {
    hasUnrecordedResults: false,
    async recordResultsAndClaim(capacity) {
      const query = { except: [...claimed], groups: [...groups], limit: capacity }
      const rows = await due.listItems(organizationId, query)
      const items = rows.filter(claim)
      return {
        items: items.map((item) => ({ id: item.id, work: (until) => performItem(item, until) })),
        mayHaveMore: items.length > 0 && rows.length === capacity,
      }
    },
    nextDueAt: () => due.nextDueAt(organizationId, [...claimed]),
  }
}
