import type { QueueName } from './events'

export type QueueLimits = {
  /** Items of one organization in progress at once. */
  perOrganization: number
  /** Organizations with a run in progress at once. */
  organizations: number
  /** Time budget of a run, in ms; after it the run hands over to a new one, queued behind other organizations. */
  budgetMs: number
  /** Work overdue longer than this has lost its signal. Default: 30 s. */
  overdueMs?: number
}

export type DueOrganization = { organizationId: string; dueAt: Date }

/** Lists organizations with work due before a time, longest overdue first. */
export type ListDue = (limit: number, before: Date) => Promise<DueOrganization[]>

/** A queue of due rows. Runs serve one organization each; the drivers decide when (server/jobs/scheduler.ts, inngest/functions.ts). */
export type Queue = {
  name: QueueName
  limits: Required<QueueLimits>
  listDue: ListDue
  openWorker: (organizationId: string) => QueueWorker
}

/** A due item. @param until do not start anything new after this time (ms since the epoch) */
export type WorkItem = { id: string; work: (until: number) => Promise<unknown> }

/** @property mayBeMore whether more items may be due than there was room for */
export type Taken = { items: WorkItem[]; mayBeMore: boolean }

export type QueueWorker = {
  /** Completed work is not yet recorded. */
  readonly hasResults: boolean
  /** Records results since the last call and takes due items, longest overdue first, up to `room`; in one round trip where possible. */
  exchange: (room: number) => Promise<Taken>
  /** Next due time beyond the items that this run took; null if nothing is pending. */
  nextDueAt: () => Promise<Date | null>
  /** More work may have become due. */
  onSignal?: () => void
}

const OVERDUE_MS = 30_000

/** A queue whose worker takes and records items in batches. */
export function defineBatchQueue(queue: Omit<Queue, 'limits'> & { limits: QueueLimits }): Queue {
  return { ...queue, limits: { overdueMs: OVERDUE_MS, ...queue.limits } }
}

/** @property group only one item of a group is in progress at once */
export type QueueItem = { id: string; group?: string }

/** @property except ids of items in progress, or that failed in this run; @property groups groups with an item in progress */
export type Wanted = { except: readonly string[]; groups: readonly string[]; limit: number }

/** How a queue finds its due rows: {@link dueRows}, or queries of its own. */
export type DueItems<Item extends QueueItem> = {
  listItems: (organizationId: string, wanted: Wanted) => Promise<Item[]>
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

/** A queue whose items are performed one by one. */
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
  /** In progress, or failed with an internal error: skipped for the rest of the run. */
  readonly #taken = new Set<string>()
  readonly #groups = new Set<string>()
  readonly hasResults = false

  constructor(organizationId: string, due: DueItems<Item>, perform: ItemQueue<Item>['perform']) {
    this.#organizationId = organizationId
    this.#due = due
    this.#perform = perform
  }

  async exchange(room: number): Promise<Taken> {
    const wanted = { except: [...this.#taken], groups: [...this.#groups], limit: room }
    const rows = await this.#due.listItems(this.#organizationId, wanted)
    const items = rows.filter((item) => this.#take(item))
    return {
      items: items.map((item) => ({ id: item.id, work: (until: number) => this.#work(item, until) })),
      mayBeMore: items.length > 0 && rows.length === room,
    }
  }

  nextDueAt(): Promise<Date | null> {
    return this.#due.nextDueAt(this.#organizationId, [...this.#taken])
  }

  #take({ id, group }: Item): boolean {
    if (group !== undefined && this.#groups.has(group)) return false
    if (group !== undefined) this.#groups.add(group)
    this.#taken.add(id)
    return true
  }

  async #work(item: Item, until: number): Promise<void> {
    try {
      await this.#perform(this.#organizationId, item, until)
      this.#taken.delete(item.id)
    } finally {
      if (item.group !== undefined) this.#groups.delete(item.group)
    }
  }
}
