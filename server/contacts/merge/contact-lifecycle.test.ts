import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { ValidationError } from '../../errors'
import { importFile } from '../../imports/contacts/import-fixture'
import { anOrganization, aSurvey } from '../../testing/factories/basics'
import { aResponse } from '../../testing/factories/responses'
import { pickByTestLength } from '../../testing/test-length'
import { updateContact } from '../contacts'
import { deleteContact, eraseContact } from '../delete-contact'
import { addSuppressions, optOut } from '../suppression'
import { addContactNote } from '../timeline/contact-notes'
import { upsertContact } from '../upsert-batch'
import { mergeContacts } from './merge-contacts'

/*
 * Merges, deletions, erasures, imports and re-creations in any order, compared with a model: who unsubscribed which people, and whose rows
 * are whose.
 */

const ADDRESSES = ['a', 'b', 'c', 'd'] as const
type Address = (typeof ADDRESSES)[number]

/** What a file says about messages to a person: nothing, in a column without the reason, or the reason. */
const CONSENT_COLUMNS = {
  none: null,
  subscribed: ['unsubscribed', 'no'],
  unsubscribed: ['unsubscribed', 'yes'],
  byPerson: ['do not contact reason', 'Opted out'],
  byMember: ['do not contact reason', 'Unsubscribed by you'],
} as const
type ConsentColumn = keyof typeof CONSENT_COLUMNS

const address = fc.constantFrom(...ADDRESSES)
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      at: address,
      records: fc.constantFrom('people' as const, 'people' as const, 'people' as const, 'unsubscribes' as const),
      onExisting: fc.constantFrom('update' as const, 'replace' as const, 'skip' as const),
      column: fc.constantFrom<ConsentColumn[]>('none', 'subscribed', 'unsubscribed', 'byPerson', 'byMember'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('upsert' as const), at: address }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('optOut' as const, 'unsubscribe' as const), at: address }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bounce' as const), at: address }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      at: address,
      other: address,
      takesEmail: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'erase' as const), at: address }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never

class World {
  readonly organizationId: string
  readonly surveyId: string
  readonly run: string
  /** Addresses that opted out, by their person or one that they were merged with. */
  readonly optedOut = new Set<Address>()
  /** Addresses that a member unsubscribed, or one that they were merged with. */
  readonly unsubscribed = new Set<Address>()
  /** Addresses of people whose rows each address has now, by the mark in their notes. */
  readonly marks = new Map<Address, Set<string>>()

  constructor(organizationId: string, surveyId: string) {
    this.organizationId = organizationId
    this.surveyId = surveyId
    this.run = uuidv7().slice(-12)
  }

  toEmail(at: Address): string {
    return `${at}.${this.run}@example.com`
  }

  async find(at: Address) {
    return db.contact.findFirst({ where: { organizationId: this.organizationId, email: this.toEmail(at) } })
  }

  async perform(step: Operation): Promise<void> {
    const { organizationId } = this
    const email = this.toEmail(step.at)
    if (step.kind === 'import') return this.importPerson(step)
    if (step.kind === 'upsert') return this.upsertPerson(step.at)
    if (step.kind === 'bounce') return void (await addSuppressions(db, organizationId, [email], 'bounced'))
    const contact = await this.find(step.at)
    if (!contact) return
    if (step.kind === 'merge') return this.merge(step, contact.id)
    if (step.kind === 'optOut') {
      await optOut(organizationId, contact.id, email)
      this.optedOut.add(step.at)
      return
    }
    if (step.kind === 'unsubscribe') {
      await updateContact(organizationId, { id: contact.id, unsubscribed: true })
      this.unsubscribe(step.at)
      return
    }
    await (step.kind === 'erase' ? eraseContact : deleteContact)(organizationId, contact.id)
    this.marks.delete(step.at)
  }

  /** By a member: those who opted out themselves stay so. */
  unsubscribe(at: Address): void {
    if (!this.optedOut.has(at)) this.unsubscribed.add(at)
  }

  async upsertPerson(at: Address): Promise<void> {
    const { contact, isCreated } = await upsertContact(this.organizationId, { email: this.toEmail(at), firstName: at })
    if (isCreated) await this.markPerson(at, contact.id)
  }

  async importPerson({ at, records, column, onExisting }: Extract<Operation, { kind: 'import' }>): Promise<void> {
    const existed = (await this.find(at)) !== null
    const [heading, value] = (records === 'people' ? CONSENT_COLUMNS[column] : null) ?? ['last name', 'X']
    const file = `email,first name,${heading}\n${this.toEmail(at)},${at},${value}\n`
    const { counts } = await importFile(this.organizationId, file, records === 'people' ? { onExisting } : {}, {
      records,
    })
    if (counts.refused > 0) throw new Error('the row was refused')
    if (records === 'unsubscribes' || column === 'byPerson') this.optedOut.add(at)
    else if (column === 'byMember') this.unsubscribe(at)
    else if (column === 'unsubscribed' && !this.unsubscribed.has(at)) this.optedOut.add(at)
    const contact = await this.find(at)
    if (!existed && contact) await this.markPerson(at, contact.id)
  }

  /** Rows of a new person, which no other may get but by a merge. */
  async markPerson(at: Address, contactId: string): Promise<void> {
    const { organizationId, surveyId } = this
    const mark = uuidv7()
    const answers = [{ questionId: 'why', type: 'text', text: 'Why?', value: mark }]
    await aResponse(organizationId, surveyId, { contactId, answers, rating: 5 })
    await addContactNote(organizationId, { id: contactId, text: mark }, { userId: contactId, name: 'Grace' })
    this.marks.set(at, new Set([mark]))
  }

  async merge({ at, other, takesEmail }: Extract<Operation, { kind: 'merge' }>, id: string): Promise<void> {
    const otherContact = await this.find(other)
    const otherId = otherContact?.id ?? uuidv7()
    try {
      const fromOther = takesEmail ? (['email'] as const) : []
      await mergeContacts(this.organizationId, { id, otherId, fromOther: [...fromOther] })
    } catch (error) {
      const isRefused = error instanceof ValidationError && (other === at || !otherContact)
      if (isRefused) return
      throw error
    }
    for (const set of [this.optedOut, this.unsubscribed]) if (set.has(at) || set.has(other)) set.add(at).add(other)
    const marks = new Set([...(this.marks.get(at) ?? []), ...(this.marks.get(other) ?? [])])
    for (const gone of [at, other]) this.marks.delete(gone)
    this.marks.set(takesEmail ? other : at, marks)
  }

  /** What differs from the model: an opt-out, or whose rows a contact has. */
  async listFaults(): Promise<string[]> {
    const faults: string[] = []
    const compare = (what: string, actual: unknown, expected: unknown) => {
      if (!isDeepStrictEqual(actual, expected)) faults.push(`${what}: ${String(actual)} instead of ${String(expected)}`)
    }
    for (const at of ADDRESSES) {
      const contact = await this.find(at)
      compare(`whether ${at} exists`, contact !== null, this.marks.has(at))
      if (!contact) continue
      const isOut = contact.unsubscribed && contact.optedOutAt !== null
      compare(`the opt-out of ${at}`, isOut, this.optedOut.has(at))
      compare(`whether ${at} is unsubscribed`, contact.unsubscribed, this.optedOut.has(at) || this.unsubscribed.has(at))
      const where = { organizationId: this.organizationId, contactId: contact.id }
      const notes = await db.contactNote.findMany({ where })
      const responses = await db.response.findMany({ where })
      const marks = [...(this.marks.get(at) ?? [])].toSorted()
      const texts = responses.flatMap(({ answers }) => answers as { value: string }[]).map(({ value }) => value)
      compare(`the notes of ${at}`, notes.map(({ text }) => text).toSorted(), marks)
      compare(`the answers of ${at}`, texts.toSorted(), marks)
    }
    return faults
  }

  async recreateAll(): Promise<void> {
    for (const at of ADDRESSES) await this.upsertPerson(at)
  }
}

it('merges, deletions, erasures, imports and re-creations keep every opt-out, and no row goes to another person', async () => {
  const organizationId = await anOrganization()
  const survey = await aSurvey(organizationId)
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 14 }), async (steps) => {
      const world = new World(organizationId, survey.id)
      for (const at of ADDRESSES.slice(0, 3)) await world.upsertPerson(at)
      for (const step of steps) await world.perform(step)
      expect(await world.listFaults()).toEqual([])
      await world.recreateAll()
      expect(await world.listFaults()).toEqual([])
    }),
    {
      numRuns: pickByTestLength(5, 400),
      seed: 20261127,
      examples: [
        [
          [
            { kind: 'unsubscribe', at: 'a' },
            { kind: 'import', at: 'a', records: 'people', onExisting: 'update', column: 'unsubscribed' },
          ],
        ],
        [
          [
            { kind: 'optOut', at: 'b' },
            { kind: 'merge', at: 'a', other: 'b', takesEmail: true },
            { kind: 'delete', at: 'b' },
          ],
        ],
        [
          [
            { kind: 'optOut', at: 'a' },
            { kind: 'merge', at: 'a', other: 'b', takesEmail: false },
            { kind: 'merge', at: 'c', other: 'a', takesEmail: true },
            { kind: 'erase', at: 'a' },
          ],
        ],
      ],
    },
  )
})
