import { setTimeout as pause } from 'node:timers/promises'
import { optOut } from '@/server/contacts/suppression'
import { submitResponse } from '@/server/responses/submit-response'
import { actOnListedSendings } from '@/server/sequences/sending-actions/act-on-listed-sendings'
import type { ReceivedText } from './flaky-mail-server'

/** From the call to its return: the change was committed in between. */
export type Interval = { from: number; until: number }
export type RecipientAction = 'answer' | 'optOut' | 'pause' | 'resume'

export type Recipient = {
  organizationId: string
  sendingId: string
  contactId: string
  email: string
  done: Partial<Record<RecipientAction, Interval>>
}

/** Shares of recipients. */
const ANSWERS = 0.35
const OPTS_OUT = 0.08
const IS_PAUSED = 0.1
const REACTS_WITHIN_MS = 8000
const PAUSED_FOR_MS = 12_000
const WORKERS = 4

type Planned = { at: number; recipient: Recipient; perform: RecipientAction; token?: string }

/** What people do after their first message: they answer, opt out, or are paused and resumed. The same for a seed, but not at the same time. */
export class RecipientActions {
  readonly recipients = new Map<string, Recipient>()
  readonly #chance: () => number
  readonly #planned: Planned[] = []
  readonly #hasReacted = new Set<string>()
  #isClosed = false
  readonly #workers: Promise<void>[]

  constructor(chance: () => number) {
    this.#chance = chance
    this.#workers = Array.from({ length: WORKERS }, () => this.#performPlanned())
  }

  onKept({ to, surveyToken }: ReceivedText): void {
    const rolls = [this.#chance(), this.#chance(), this.#chance(), this.#chance()] as const
    const recipient = this.recipients.get(to)
    if (!recipient || this.#hasReacted.has(to)) return
    this.#hasReacted.add(to)
    const at = Date.now() + rolls[3] * REACTS_WITHIN_MS
    if (surveyToken !== null && rolls[0] < ANSWERS) this.#plan({ at, recipient, perform: 'answer', token: surveyToken })
    if (rolls[1] < OPTS_OUT) this.#plan({ at: at + 1000, recipient, perform: 'optOut' })
    if (rolls[2] >= IS_PAUSED) return
    this.#plan({ at, recipient, perform: 'pause' })
    this.#plan({ at: at + PAUSED_FOR_MS, recipient, perform: 'resume' })
  }

  get left(): number {
    return this.#planned.length
  }

  count(action: RecipientAction): number {
    return [...this.recipients.values()].filter(({ done }) => done[action]).length
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#workers)
  }

  #plan(planned: Planned): void {
    this.#planned.push(planned)
    this.#planned.sort((a, b) => a.at - b.at)
  }

  async #performPlanned(): Promise<void> {
    while (!this.#isClosed) {
      const next = this.#planned[0]
      if (!next || next.at > Date.now()) await pause(50)
      else {
        this.#planned.shift()
        const from = Date.now()
        await persist(() => perform(next))
        next.recipient.done[next.perform] = { from, until: Date.now() }
      }
    }
  }
}

async function perform({ recipient, perform: action, token }: Planned): Promise<void> {
  const { organizationId, contactId, sendingId, email } = recipient
  if (action === 'answer') {
    const { state } = await submitResponse(token ?? '', new Map([['nps', ['9']]]), 'en')
    if (state !== 'submitted') throw new Error(`an answer was not taken: ${state}`)
  } else if (action === 'optOut') await optOut(organizationId, contactId, email)
  else await actOnListedSendings(organizationId, { ids: [sendingId], action })
}

const PERSISTS_MS = 60_000

/** Repeats an idempotent call while the database is away: after a lost reply it finds what it did. @throws the last error after a minute */
export async function persist<T>(call: () => Promise<T>): Promise<T> {
  const until = Date.now() + PERSISTS_MS
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(200)
    }
}
