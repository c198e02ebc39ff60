import { performance } from 'node:perf_hooks'

/*
 * One process has one thread, and works on everything at once that it has begun: a burst of forty requests is what everybody
 * else's next request waits for, however little each of them takes. So not everything is begun at once. Each sender has a line,
 * and few requests of one line are under way. Where the thread has no time to spare and several are there, as few requests are
 * under way as keep it so, and the line that has had least of the thread goes first; only an organization that has had less than
 * its share waits for nobody. And nobody waits for an idle thread: while it has something to spare (what is under way waits for
 * the database, or for a slow line), more is begun. How many keep it at work is found out: one more each time it was seen with
 * time to spare, half as many once it had none (Chiu and Jain, Analysis of the Increase and Decrease Algorithms, 1989).
 *
 * It is least-attained-service scheduling (Kleinrock, Queueing Systems II, 4.7), with the service of the last seconds.
 */

/** Under way at once of one line, while it is alone. */
const ALONE = 8
/** While there are others: of an organization that has had less than most. */
const LIGHT = 4
/** Of any other one, unless it has had its share and the thread is busy; and of a stranger while it is not. */
const AT_EASE = 2
/** Of all together that have to wait for others: at first, and at most. */
const AMONG_OTHERS = 1
const MOST_AMONG_OTHERS = 8
/** A line counts as being there for so long after its last request; what it had is half forgotten by then. */
const PRESENT_MS = 1000
const SURVEY_MS = 100
/** Who takes longer waits for something else than the thread. */
const LEASE_MS = 1000
/** How often it is asked whether the thread has nothing to do, while somebody waits. */
const LOOK_MS = 20
const BUSY_SHARE = 0.5
/** With more of it at work, whatever is begun makes everybody else wait. */
const FULL_SHARE = 0.85
const LONGEST_LINE = 1000
const MOST_WAITING = 10_000

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {boolean} isStranger
 * @property {number} working
 * @property {Set<Turn>} waiting the oldest first
 * @property {number} had milliseconds of the thread, the older the less
 * @property {number} lastAt when that was last brought up to date
 * @property {number} seenAt when its last request came
 */

export class FairTurns {
  /** @type {Map<string, Line>} */
  #lines = new Map()
  /** @type {Set<Line>} */
  #queue = new Set()
  #working = 0
  #waiting = 0
  /** What one request that was always under way would have had of the thread. */
  #clock = 0
  #clockAt = 0
  #surveyedAt = 0
  /** What each has had on average, all strangers being one. */
  #mean = 0
  /** What each would have had if the thread had always been busy with them, and they had had the same. */
  #share = 0
  #isBusy = false
  /** How many may be under way of all that have to wait for others. */
  #room = AMONG_OTHERS
  #waitedAt = 0
  #thread
  #readThread
  #isComing = false
  #look

  /** @param {() => { active: number, idle: number }} readThread how long it has worked and waited so far, in ms */
  constructor(readThread = () => performance.eventLoopUtilization()) {
    this.#readThread = readThread
    this.#thread = readThread()
  }

  /**
   * Begins the work when it is its turn, which may be at once.
   *
   * @param {string} name of the line
   * @param {boolean} isStranger whether nobody knows whose line it is: whoever has many addresses has many of them
   * @param {() => void} begin
   * @returns {(() => void) | null} to be called once the work has ended, or whoever wanted it has gone; again does no harm.
   *   Null where too many wait already: it will not begin.
   */
  take(name, isStranger, begin) {
    const line = this.#lineOf(name, isStranger)
    if (line.waiting.size >= LONGEST_LINE || this.#waiting >= MOST_WAITING) return null
    const turn = new Turn(begin)
    line.waiting.add(turn)
    this.#waiting += 1
    this.#queue.add(line)
    if (line.working < this.#freely(line)) this.#begin(line)
    else this.#next()
    return () => this.#end(line, turn)
  }

  #lineOf(name, isStranger) {
    const at = performance.now()
    if (at - this.#surveyedAt > SURVEY_MS) this.#survey(at)
    const line = this.#lines.get(name) ?? {
      name,
      isStranger,
      working: 0,
      waiting: new Set(),
      had: 0,
      lastAt: at,
      seenAt: at,
    }
    line.seenAt = at
    this.#lines.set(name, line)
    return line
  }

  #survey(at) {
    this.#surveyedAt = at
    const thread = this.#readThread()
    const share = busyShare(this.#thread, thread)
    this.#isBusy = share > BUSY_SHARE
    this.#thread = thread
    if (this.#waiting > 0) this.#waitedAt = at
    if (share > FULL_SHARE) this.#room = Math.max(AMONG_OTHERS, Math.floor(this.#room / 2))
    else if (at - this.#waitedAt > PRESENT_MS) this.#room = AMONG_OTHERS
    let [had, count, strangers] = [0, 0, 0]
    for (const line of this.#lines.values()) {
      age(line, at)
      if (line.working === 0 && line.waiting.size === 0 && at - line.seenAt > PRESENT_MS) this.#lines.delete(line.name)
      else if (line.isStranger) strangers += 1
      else count += 1
      had += line.had
    }
    const sides = Math.max(1, count + Math.min(1, strangers))
    this.#mean = had / sides
    this.#share = PRESENT_MS / Math.LN2 / sides
  }

  /** Begins whatever may begin; whose line has had the least, first. What waits on the thread meanwhile comes between two of them. */
  #next() {
    if (this.#isComing || this.#waiting === 0) return
    this.#isComing = true
    setImmediate(() => {
      this.#isComing = false
      const line = this.#nextLine()
      if (line) this.#begin(line)
      if (line) this.#next()
      else if (this.#waiting > 0) this.#watchThread()
    })
  }

  #nextLine() {
    let best
    const isRoom = this.#working < (this.#lines.size > 1 ? this.#room : ALONE)
    for (const line of this.#queue)
      if ((best === undefined || line.had < best.had) && (isRoom || line.working < this.#freely(line))) best = line
    return best
  }

  /** How many of this line may be under way, however many others are. */
  #freely({ isStranger, had }) {
    if (isStranger) return this.#isBusy ? 0 : AT_EASE
    if (had < this.#mean) return LIGHT
    return this.#isBusy && had >= this.#share ? 0 : AT_EASE
  }

  #begin(line) {
    const [turn] = line.waiting
    this.#forget(line, turn)
    this.#tick()
    line.working += 1
    this.#working += 1
    turn.begunAt = this.#clock
    turn.lease = setTimeout(() => this.#end(line, turn), LEASE_MS)
    turn.begin()
  }

  #forget(line, turn) {
    line.waiting.delete(turn)
    this.#waiting -= 1
    if (line.waiting.size === 0) this.#queue.delete(line)
  }

  #end(line, turn) {
    if (line.waiting.has(turn)) return this.#forget(line, turn)
    if (turn.lease === undefined) return
    clearTimeout(turn.lease)
    turn.lease = undefined
    this.#tick()
    line.working -= 1
    this.#working -= 1
    age(line, performance.now())
    line.had += this.#clock - turn.begunAt
    this.#next()
  }

  /** Those under way share what the thread does. */
  #tick() {
    const { active } = this.#readThread()
    if (this.#working > 0) this.#clock += (active - this.#clockAt) / this.#working
    this.#clockAt = active
  }

  #watchThread() {
    if (this.#look !== undefined) return
    const before = this.#readThread()
    this.#look = setTimeout(() => {
      this.#look = undefined
      const share = busyShare(before, this.#readThread())
      if (share < FULL_SHARE && this.#lines.size > 1) this.#room = Math.min(this.#room + 1, MOST_AMONG_OTHERS)
      const [least] = [...this.#queue].toSorted((a, b) => a.had - b.had)
      if (share < BUSY_SHARE && least) this.#begin(least)
      this.#next()
    }, LOOK_MS)
  }
}

function busyShare(before, after) {
  const active = after.active - before.active
  return active / Math.max(active + after.idle - before.idle, Number.MIN_VALUE)
}

/** What a line had counts less, the longer ago it was. */
function age(line, at) {
  line.had *= 0.5 ** ((at - line.lastAt) / PRESENT_MS)
  line.lastAt = at
}

class Turn {
  begunAt = 0
  /** @type {NodeJS.Timeout | undefined} while it is worked on */
  lease
  constructor(begin) {
    this.begin = begin
  }
}
