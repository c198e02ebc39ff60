import type { QueueName } from './signals'

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

export type ListDue = (limit: number, before: Date) => Promise<DueOrganization[]>

export type Queue = {
  name: QueueName
  limits: Required<QueueLimits>
  listDue: ListDue
  openWorker: (organizationId: string) => QueueWorker
}

/** @property work starts nothing new after `until` (ms since the epoch) */
export type WorkItem = { id: string; work: (until: number) => Promise<unknown> }

export type ClaimedItems = { items: WorkItem[]; mayHaveMore: boolean }

/**
 * @property hasResults completed work is not yet recorded
 * @property exchange records results since the last call and claims due items, longest overdue first, up to `capacity`
 * @property nextDueAt beyond the items that this run claimed; null if nothing is pending
 * @property onSignal more work may have become due
 */
export type QueueWorker = {
  readonly hasUnrecordedResults: boolean
  recordAndClaim: (capacity: number) => Promise<ClaimedItems>
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
export type ItemQuery = { except: readonly string[]; groups: readonly string[]; limit: number }

export type DueItems<Item extends QueueItem> = {
  listItems: (organizationId: string, wanted: ItemQuery) => Promise<Item[]>
  nextDueAt: (organizationId: string, except: readonly string[]) => Promise<Date | null>
  listDue: ListDue
}

type ItemQueue<Item extends QueueItem> = {
  name: QueueName
  limits: QueueLimits
  due: DueItems<Item>
  /** Idempotent: rows are leased, so that a second call for an item finds nothing to do. */
  perform: (organizationId: string, item: Item, until: number) => Promise<unknown>
}

export function defineQueue<Item extends QueueItem>({ name, limits, due, perform }: ItemQueue<Item>): Queue {
  return defineBatchQueue({
    name,
    limits,
    listDue: due.listDue,
    openWorker: (organizationId) => new ItemWorker(organizationId, due, perform),
  })
}

class ItemWorker<Item extends QueueItem> implements QueueWorker {
  readonly #organizationId: string
  readonly #due: DueItems<Item>
  readonly #perform: ItemQueue<Item>['perform']
  readonly #claimed = new Set<string>()
  readonly #groups = new Set<string>()
  readonly hasUnrecordedResults = false

  constructor(organizationId: string, due: DueItems<Item>, perform: ItemQueue<Item>['perform']) {
    this.#organizationId = organizationId
    this.#due = due
    this.#perform = perform
  }

  async recordAndClaim(capacity: number): Promise<ClaimedItems> {
    const query = { except: [...this.#claimed], groups: [...this.#groups], limit: capacity }
    const rows = await this.#due.listItems(this.#organizationId, query)
    const items = rows.filter((item) => this.#claim(item))
    return {
      items: items.map((item) => ({ id: item.id, work: (until: number) => this.#performItem(item, until) })),
      mayHaveMore: items.length > 0 && rows.length === capacity,
    }
  }

  nextDueAt(): Promise<Date | null> {
    return this.#due.nextDueAt(this.#organizationId, [...this.#claimed])
  }

  #claim({ id, group }: Item): boolean {
    if (group !== undefined && this.#groups.has(group)) return false
    if (group !== undefined) this.#groups.add(group)
    this.#claimed.add(id)
    return true
  }

  async #performItem(item: Item, until: number): Promise<void> {
    try {
      await this.#perform(this.#organizationId, item, until)
      this.#claimed.delete(item.id)
    } finally {
      if (item.group !== undefined) this.#groups.delete(item.group)
    }
  }
}
