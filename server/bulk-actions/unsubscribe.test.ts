import { beforeEach, expect, it } from 'vitest'
import { runAsActor } from '../actor-context'
import { updateContact } from '../contacts/contacts'
import { addSuppressions, optOut } from '../contacts/suppression'
import { db } from '../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../security-events'
import { blockAddresses } from '../suppressions/block-addresses'
import { liftSuppression } from '../suppressions/lift-suppression'
import { listSuppressions } from '../suppressions/list-suppressions'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { createContacts, runBulkAction, runUndo } from './bulk-action-fixture'

let organizationId: string
let id: string
let email: string

beforeEach(async () => {
  organizationId = await anOrganization()
  ;[id = ''] = await createContacts(organizationId, 1)
  ;({ email } = await read())
})

const read = () => db.contact.findUniqueOrThrow({ where: { id } })
const unsubscribe = () => runBulkAction(organizationId, { type: 'unsubscribe' })
const list = async () => (await listSuppressions(organizationId, { page: 1, limit: 50 })).data

it('the suppression list names the member who unsubscribed contacts by a bulk action, and undoing clears it', async () => {
  const { userId } = await aMember(organizationId, 'member')
  const actor = { type: 'user', id: userId, name: 'Grace Hopper' } as const
  const action = await runAsActor({ actor, origin: UNKNOWN_REQUEST_ORIGIN }, unsubscribe)
  expect(await read()).toMatchObject({ unsubscribed: true, optedOutAt: null })
  expect(await list()).toMatchObject([
    {
      reason: 'unsubscribed',
      email,
      source: { via: 'dashboard', name: 'Grace Hopper' },
      createdAt: expect.any(String),
    },
  ])
  expect(await runUndo(organizationId, action.id)).toEqual({ state: 'done', restored: 1, kept: 0 })
  expect((await read()).unsubscribed).toBe(false)
  expect(await list()).toEqual([])
})

it('undoing does not subscribe a person who opted out since', async () => {
  const action = await unsubscribe()
  await optOut(organizationId, id, email)
  expect(await runUndo(organizationId, action.id)).toMatchObject({ restored: 0, kept: 1 })
  expect(await read()).toMatchObject({ unsubscribed: true, optedOutAt: expect.any(Date) })
})

it('undoing does not subscribe a contact whose address was blocked since, which lifting the block does', async () => {
  const action = await unsubscribe()
  await blockAddresses(organizationId, { addresses: [email], note: null })
  expect(await runUndo(organizationId, action.id)).toMatchObject({ restored: 0, kept: 1 })
  expect((await read()).unsubscribed).toBe(true)
  const [entry] = await list()
  expect(entry).toMatchObject({ reason: 'blocked' })
  await liftSuppression(organizationId, { id: entry?.id ?? '', reason: 'blocked', because: 'By phone' })
  expect((await read()).unsubscribed).toBe(false)
})

it('undoing leaves a bounce that came since', async () => {
  const action = await unsubscribe()
  await addSuppressions(db, organizationId, [email], 'bounced')
  expect(await runUndo(organizationId, action.id)).toMatchObject({ restored: 1, kept: 0 })
  expect(await read()).toMatchObject({ unsubscribed: false, bouncedAt: expect.any(Date) })
  expect(await list()).toMatchObject([{ reason: 'bounced' }])
})

it('undoing does not subscribe a contact that was subscribed and unsubscribed again since', async () => {
  const action = await unsubscribe()
  await updateContact(organizationId, { id, unsubscribed: false })
  await updateContact(organizationId, { id, unsubscribed: true })
  expect(await runUndo(organizationId, action.id)).toMatchObject({ restored: 0, kept: 1 })
  expect((await read()).unsubscribed).toBe(true)
})
