import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { db } from '../db'
import type { MailEventIntake } from '../message-events/intake/schema'
import {
  addMailEvents,
  listMailEvents,
  removeMailEvents,
  setMailEventsSecret,
  showMailEventsSecret,
} from './mail-event-commands'

const PROVIDERS = ['mailgun', 'postmark']
const removeIntakes = () =>
  db.mailEventIntake.deleteMany({ where: { organizationId: null, provider: { in: PROVIDERS } } })
beforeEach(() => removeIntakes().then(() => undefined))
afterEach(() => removeIntakes().then(() => undefined))

const add = async (provider: string) => (await addMailEvents(['--provider', provider])) as MailEventIntake
const list = async () => ((await listMailEvents([])) as { intakes: MailEventIntake[] }).intakes

describe('mail-events', () => {
  it('adds an address, sets the secret of the provider from standard input, and removes it', async () => {
    const { id, address } = await add('mailgun')
    expect(address).toMatch(/\/api\/mail-events\/mailgun\/[\w-]{43}$/)
    await setMailEventsSecret(['--id', id, '--secret', '-'], Readable.from(['the signing key\n']))
    expect(await list()).toContainEqual(expect.objectContaining({ id, hasSecret: true }) as MailEventIntake)
    const row = await db.mailEventIntake.findUniqueOrThrow({ where: { id } })
    expect(row.secretEncrypted).not.toContain('signing key')
    await expect(showMailEventsSecret(['--id', id]), 'the provider made it').rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await removeMailEvents(['--id', id])).toEqual({ id, deleted: true })
    expect((await list()).map((intake) => intake.id)).not.toContain(id)
  })

  it('shows a secret that this service made', async () => {
    const { id } = await add('postmark')
    const { secret, addressWithSecret } = (await showMailEventsSecret(['--id', id])) as Record<string, string>
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(addressWithSecret).toContain(`feedback:${secret}@`)
  })

  it('refuses an unknown provider, a second address of one, and an empty secret', async () => {
    await expect(add('pigeon')).rejects.toThrow('--provider must be one of ses, postmark')
    const { id } = await add('mailgun')
    await expect(add('mailgun')).rejects.toMatchObject({ fields: { provider: [expect.any(String)] } })
    await expect(setMailEventsSecret(['--id', id, '--secret', '-'], Readable.from([]))).rejects.toThrow(
      'There is no secret on standard input.',
    )
  })
})
