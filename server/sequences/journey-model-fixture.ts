/*
 * A second, plain statement of what becomes of a person in a sequence, written from the rules in docs/guides and docs/decisions and not from
 * the code that sends: sending-model.test.ts compares the two.
 */

export type ModelStep = {
  /** Hours after the step before. */
  delay: number
  type: 'survey' | 'email' | 'wait' | 'fork'
  surveyIndex: number
  condition: 'always' | 'answered' | 'not_answered'
  /** All must hold, or one of them. */
  tags: { match: 'all' | 'any'; items: { tag: string; is: boolean }[] } | null
  branch: 'yes' | 'no' | null
}

export type ModelRules = { stopsOnAnswer: boolean; stopsOnOptOut: boolean; stopTag: string | null }

export type ModelOutcome = { step: number; status: string; reason: string | null; branch: string | null; at: number }

const HOUR_MS = 3_600_000

/** One person in one sequence. Times are ms since the epoch. */
export class ModelJourney {
  readonly outcomes: ModelOutcome[] = []
  ended: { status: 'completed' | 'cancelled'; reason: string | null } | null = null
  readonly tags = new Set<string>()
  isOptedOut = false
  readonly #rules: ModelRules
  #steps: readonly ModelStep[]
  #anchor: number
  #pausedAt: number | null = null
  /** Surveys in the order in which they were sent, and those that were answered. */
  readonly #sent: number[] = []
  readonly #answered = new Set<number>()

  constructor(steps: readonly ModelStep[], rules: ModelRules, at: number) {
    this.#steps = steps
    this.#rules = rules
    this.#anchor = at
  }

  /** When something happens next, if nothing changes. */
  get dueAt(): number | null {
    if (this.ended || this.#pausedAt !== null) return null
    const step = this.#next()
    return step === null ? this.#anchor : this.#anchor + step.delay * HOUR_MS
  }

  /** Does what is due at a time. */
  run(at: number): void {
    while (this.dueAt !== null && this.dueAt <= at) this.#takeStep(at)
  }

  pause(at: number): void {
    if (!this.ended && this.#pausedAt === null) this.#pausedAt = at
  }

  /** What was left of a wait is still left. */
  resume(at: number): void {
    if (this.ended || this.#pausedAt === null) return
    this.#anchor += at - this.#pausedAt
    this.#pausedAt = null
  }

  /** @returns the survey that is answered: the latest one, once */
  answer(): number | null {
    const survey = this.#sent.at(-1)
    if (survey === undefined || this.#answered.has(survey)) return null
    this.#answered.add(survey)
    return survey
  }

  follow(steps: readonly ModelStep[]): void {
    this.#steps = steps
  }

  #next(): (ModelStep & { index: number }) | null {
    const last = this.outcomes.at(-1)?.step ?? -1
    let fork = -1
    for (const [index, step] of this.#steps.entries()) {
      if (step.type === 'fork') fork = index
      if (index <= last) continue
      const branch = this.outcomes.find((outcome) => outcome.step === fork)?.branch
      if (step.branch === null || step.branch === branch) return { ...step, index }
    }
    return null
  }

  #takeStep(at: number): void {
    const step = this.#next()
    if (step === null) {
      this.ended = { status: 'completed', reason: null }
      return
    }
    const stop = this.#findStopReason()
    if (stop !== null) {
      this.ended = { status: 'cancelled', reason: stop }
      return
    }
    const unmet = this.#findUnmetCondition(step)
    if (step.type === 'fork')
      return this.#record(step.index, 'completed', { at, branch: unmet === null ? 'yes' : 'no' })
    if (unmet !== null) return this.#record(step.index, 'skipped', { at, reason: unmet })
    if (step.type === 'wait') return this.#record(step.index, 'completed', { at })
    if (this.isOptedOut) return this.#record(step.index, 'skipped', { at, reason: 'unsubscribed' })
    if (step.type === 'survey') this.#sent.push(step.surveyIndex)
    this.#record(step.index, 'sent', { at })
  }

  #record(step: number, status: string, { at, reason = null, branch = null }: Partial<ModelOutcome> & { at: number }) {
    this.outcomes.push({ step, status, reason, branch, at })
    this.#anchor = at
  }

  #findStopReason(): string | null {
    if (this.#rules.stopsOnAnswer && this.#answered.size > 0) return 'hasAnswered'
    if (this.#rules.stopsOnOptOut && this.isOptedOut) return 'unsubscribed'
    if (this.#rules.stopTag !== null && this.tags.has(this.#rules.stopTag)) return 'stopTag'
    return null
  }

  #findUnmetCondition({ condition, tags }: ModelStep): string | null {
    const latest = this.#sent.at(-1)
    const isAnswered = latest !== undefined && this.#answered.has(latest)
    const isMet = condition === 'always' || (latest !== undefined && isAnswered === (condition === 'answered'))
    if (!isMet) return 'conditionNotMet'
    if (tags === null) return null
    const results = tags.items.map(({ tag, is }) => this.tags.has(tag) === is)
    return (tags.match === 'all' ? !results.includes(false) : results.includes(true)) ? null : 'conditionsNotMet'
  }
}
