import { performance } from 'node:perf_hooks'

/*
 * Concurrency limits (bulkheads). A process has one thread and works on everything at once that it has started, so a burst of forty requests
 * delays the next request of everyone else. Few requests of one organization run at a time, and of anonymous clients few of one address and
 * few of all together. While the thread is idle, because what runs waits for the database or a slow client, queued requests start anyway.
 */

const PER_ORGANIZATION = 4
const PER_ADDRESS = 2
const ALL_ADDRESSES = 4
/** A request that takes longer is waiting for something else than the thread, and no longer counts as running. */
const LEASE_MS = 1000
const IDLE_CHECK_MS = 20
/** Share of the time that the event loop is busy. */
const BUSY = 0.5
const MAX_QUEUED = { perKey: 1000, total: 10_000 }

class Slot {
  /** @type {NodeJS.Timeout | undefined} while it counts as running */
  lease

  /** @param {() => void} start */
  constructor(start) {
    this.start = start
  }
}

class Limit {
  running = 0
  /** @type {Set<Slot>} oldest first */
  queued = new Set()

  /**
   * @param {number} max
   * @param {boolean} isAnonymous
   */
  constructor(max, isAnonymous) {
    this.max = max
    this.isAnonymous = isAnonymous
  }
}

export class ConcurrencyLimits {
  /** @type {Map<string, Limit>} */
  #limits = new Map()
  /** Limits with queued requests; the one served last is at the end (round robin). @type {Set<Limit>} */
  #waiting = new Set()
  #queued = 0
  #anonymous = 0
  /** @type {NodeJS.Timeout | undefined} */
  #idleCheck
  #readThread

  /** @param {() => { active: number, idle: number }} readThread time for which the event loop was active and idle so far, in ms */
  constructor(readThread = () => performance.eventLoopUtilization()) {
    this.#readThread = readThread
  }

  /**
   * Starts the work as soon as the limits allow, possibly at once.
   *
   * @param {string} key an organization, or the address of an anonymous client
   * @param {boolean} isAnonymous
   * @param {() => void} start
   * @returns {(() => void) | null} call it when the work has ended or its client has disconnected; repeated calls have no effect.
   *   Null if too many are queued: the work will not start.
   */
  acquire(key, isAnonymous, start) {
    const limit = this.#limits.get(key) ?? new Limit(isAnonymous ? PER_ADDRESS : PER_ORGANIZATION, isAnonymous)
    if (limit.queued.size >= MAX_QUEUED.perKey || this.#queued >= MAX_QUEUED.total) return null
    this.#limits.set(key, limit)
    const slot = new Slot(start)
    if (this.#hasRoom(limit)) this.#start(limit, slot)
    else this.#enqueue(limit, slot)
    return () => this.#release(key, limit, slot)
  }

  /** @param {Limit} limit */
  #hasRoom({ running, max, isAnonymous }) {
    return running < max && !(isAnonymous && this.#anonymous >= ALL_ADDRESSES)
  }

  /**
   * @param {Limit} limit
   * @param {Slot} slot
   */
  #enqueue(limit, slot) {
    limit.queued.add(slot)
    this.#queued += 1
    this.#waiting.add(limit)
    this.#checkIdle()
  }

  /**
   * @param {Limit} limit
   * @param {Slot} slot
   */
  #dequeue(limit, slot) {
    limit.queued.delete(slot)
    this.#queued -= 1
    this.#waiting.delete(limit)
    if (limit.queued.size > 0) this.#waiting.add(limit)
  }

  /**
   * @param {Limit} limit
   * @param {Slot} slot
   */
  #start(limit, slot) {
    limit.running += 1
    if (limit.isAnonymous) this.#anonymous += 1
    slot.lease = setTimeout(() => this.#end(limit, slot), LEASE_MS)
    slot.start()
  }

  /** @param {Limit} limit */
  #startNext(limit) {
    const [slot] = limit.queued
    if (slot === undefined) return
    this.#dequeue(limit, slot)
    this.#start(limit, slot)
  }

  /**
   * @param {string} key
   * @param {Limit} limit
   * @param {Slot} slot
   */
  #release(key, limit, slot) {
    if (limit.queued.has(slot)) this.#dequeue(limit, slot)
    else this.#end(limit, slot)
    if (limit.running === 0 && limit.queued.size === 0) this.#limits.delete(key)
  }

  /**
   * @param {Limit} limit
   * @param {Slot} slot
   */
  #end(limit, slot) {
    if (slot.lease === undefined) return
    clearTimeout(slot.lease)
    slot.lease = undefined
    limit.running -= 1
    if (limit.isAnonymous) this.#anonymous -= 1
    // Pending callbacks of other work run first.
    setImmediate(() => {
      for (const next of limit.isAnonymous ? this.#waiting : [limit])
        if (next.queued.size > 0 && this.#hasRoom(next)) return this.#startNext(next)
    })
  }

  #checkIdle() {
    if (this.#idleCheck !== undefined) return
    const before = this.#readThread()
    this.#idleCheck = setTimeout(() => {
      this.#idleCheck = undefined
      const [longest] = this.#waiting
      if (!longest) return
      const after = this.#readThread()
      const [active, idle] = [after.active - before.active, after.idle - before.idle]
      if (active < BUSY * (active + idle)) this.#startNext(longest)
      if (this.#queued > 0) this.#checkIdle()
    }, IDLE_CHECK_MS)
  }
}
