import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { listRoleScopes, type Role } from '../../principal'
import type { SequenceStep } from '../../sequences/schema'
import { anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'
import { appRouter } from './app-router'
import { createCallerFactory } from './trpc'

describe('step webhooks saved by a member', () => {
  const callerAs = (organizationId: string, role: Role) => {
    const person = {
      userId: randomUUID(),
      sessionId: randomUUID(),
      name: 'Grace Hopper',
      email: anEmailAddress('grace'),
    }
    const principal = {
      organizationId,
      scopes: listRoleScopes(role),
      actor: { type: 'user' as const, role, ...person },
    }
    return createCallerFactory(appRouter)({ principal, requestId: randomUUID() }).sequences
  }
  const saveAs = (organizationId: string, role: Role) => callerAs(organizationId, role).save
  const wait = { type: 'wait' as const, delay: 0, condition: 'always' as const }
  const anAddress = () => `https://93.184.215.14/${randomUUID()}`

  /** Saved by an owner: a step with a webhook URL, and one without. */
  async function aSequenceWithWebhook() {
    const organizationId = await anOrganization()
    const steps = [{ ...wait, webhookUrl: anAddress() }, wait]
    const { data } = await saveAs(organizationId, 'owner')({ name: 'After a visit', description: '', steps })
    const member = callerAs(organizationId, 'member')
    return { organizationId, sequence: data, member, save: member.save }
  }
  const HIDDEN = 'https://93.184.215.14/…'

  it('200: a member sees only the host of a step’s webhook address, and saves the steps with it unchanged', async () => {
    const { organizationId, sequence, member } = await aSequenceWithWebhook()
    const [first] = sequence.steps
    const { data: loaded } = await member.get({ id: sequence.id })
    expect(loaded.steps[0]?.webhookUrl).toBe(HIDDEN)
    const saved = await member.save({ ...loaded, name: 'Renamed', asRead: loaded })
    expect(saved.data).toEqual({ ...loaded, name: 'Renamed' })
    expect((await member.setStatus({ id: sequence.id, status: 'archived' })).data.steps[0]?.webhookUrl).toBe(HIDDEN)
    for (const role of ['owner', 'admin'] as const)
      expect((await callerAs(organizationId, role).get({ id: sequence.id })).data.steps[0]).toEqual(first)
    const read = await apiAs(organizationId, 'sequences:read')(`GET /sequences/${sequence.id}`)
    expect(read.body.data.steps[0].webhookUrl).toBe(first?.webhookUrl)
  })

  it('200: a member can save a sequence with its step webhooks unchanged, moved or removed', async () => {
    const { organizationId, sequence, save } = await aSequenceWithWebhook()
    const renamed = await save({ ...sequence, name: 'Renamed' })
    expect(renamed.data.name).toBe('Renamed')
    const moved = await save({ ...sequence, steps: sequence.steps.toReversed() })
    expect(moved.data.steps[1]?.webhookUrl).toBe(HIDDEN)
    const { data } = await callerAs(organizationId, 'owner').get({ id: sequence.id })
    expect(data.steps[1]?.webhookUrl).toBe(sequence.steps[0]?.webhookUrl)
    expect((await save({ ...sequence, steps: [wait] })).data.steps).toHaveLength(1)
  })

  it('400: a member can neither add nor change the webhook address of a sequence step', async () => {
    const { organizationId, sequence, save } = await aSequenceWithWebhook()
    const [first, second] = sequence.steps
    for (const steps of [
      [first, { ...second, webhookUrl: anAddress() }],
      [first, { ...second, webhookUrl: first?.webhookUrl }],
      [{ ...first, webhookUrl: anAddress() }, second],
      [first, second, { ...wait, webhookUrl: anAddress() }],
    ] as SequenceStep[][])
      await expect(save({ ...sequence, steps })).rejects.toMatchObject({
        cause: { code: 'VALIDATION_ERROR', details: { [fieldOf(steps, sequence.steps)]: [expect.any(String)] } },
      })
    await expect(
      save({ name: 'Another', description: '', steps: [{ ...wait, webhookUrl: anAddress() }] }),
    ).rejects.toMatchObject({ cause: { code: 'VALIDATION_ERROR' } })
    expect(await db.webhookSubscription.count({ where: { organizationId } })).toBe(1)
  })

  it('200: saving a sequence reactivates an inactive step webhook for an owner, but not for a member', async () => {
    const { organizationId, sequence, save } = await aSequenceWithWebhook()
    const where = { organizationId }
    await db.webhookSubscription.updateMany({ where, data: { active: false } })
    await save(sequence)
    expect(await db.webhookSubscription.findFirst({ where })).toMatchObject({ active: false })
    await saveAs(organizationId, 'owner')(sequence)
    expect(await db.webhookSubscription.findFirst({ where })).toMatchObject({ active: true })
  })

  const fieldOf = (steps: readonly SequenceStep[], savedSteps: readonly SequenceStep[]) =>
    `steps.${steps.findIndex((step, index) => step.webhookUrl !== savedSteps[index]?.webhookUrl)}.webhookUrl`
})
