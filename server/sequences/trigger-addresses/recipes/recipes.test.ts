import { beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '../../../db'
import { anOrganization } from '../../../testing/factories/basics'
import { aSequence } from '../../../testing/factories/sequences'
import { anActiveAddress, decideAll, listOutcomes, listRequests, post } from '../../../testing/trigger-requests'
import { dryRunTrigger } from '../dry-run'
import { TriggerSettings } from '../schema'
import { toRecipeSettings } from './constants'
import { RECIPE_EXAMPLES, toExampleText } from './recipe-examples'

const SECRET = 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH'
const NAMES = Object.keys(RECIPE_EXAMPLES) as (keyof typeof RECIPE_EXAMPLES)[]

let organizationId: string
let sequenceId: string

beforeEach(async () => {
  organizationId = await anOrganization()
  sequenceId = (await aSequence(organizationId)).id
  return () => vi.useRealTimers()
})

describe.each(NAMES)('the recipe of %s', (name) => {
  const { expected, sign } = RECIPE_EXAMPLES[name]
  const text = toExampleText(name)
  const open = () => anActiveAddress(organizationId, sequenceId, toRecipeSettings(name), SECRET)

  it('202: enrols the person of a signed example of its documentation', async () => {
    const url = await open()
    const response = await post(url, text, sign(text, SECRET, { url, at: new Date() }))
    expect(response.status).toBe(202)
    await decideAll(organizationId)
    expect(await listOutcomes(organizationId)).toEqual(['entered'])
    const { email, firstName, lastName } = expected
    expect(await db.contact.findFirst({ where: { organizationId } })).toMatchObject({
      email,
      firstName: firstName ?? '',
      lastName,
    })
    const requestId = (await listRequests(organizationId))[0]?.id ?? ''
    const settings = TriggerSettings.parse(toRecipeSettings(name))
    expect(await dryRunTrigger(organizationId, { sequenceId, requestId, settings }, 'en')).toMatchObject({
      dedupeKey: expected['key'],
      contact: { email, firstName, lastName, language: expected['language'] },
    })
  })

  it('401: refuses another key, another body, and no signature, and lists that', async () => {
    const url = await open()
    const at = new Date()
    const forgeries = [sign(text, 'another key', { url, at }), sign(`${text} `, SECRET, { url, at }), {}]
    for (const headers of forgeries) expect((await post(url, text, headers)).status).toBe(401)
    expect(await listRequests(organizationId)).toMatchObject(
      forgeries.map(() => ({ outcome: 'forged', body: null, dueAt: null })),
    )
  })
})

it.each([
  ['stripe', 6],
  ['hubspot', 6],
  ['zendesk', 25 * 60],
] as const)('401: refuses a signature of %s that is %i minutes old', async (name, minutes) => {
  const url = await anActiveAddress(organizationId, sequenceId, toRecipeSettings(name), SECRET)
  const text = toExampleText(name)
  const headers = RECIPE_EXAMPLES[name].sign(text, SECRET, { url, at: new Date() })
  vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] })
  expect((await post(url, text, headers)).status).toBe(401)
})

it('an order of WooCommerce that is not completed is filtered', async () => {
  const settings = { ...toRecipeSettings('woocommerce'), signature: null }
  const url = await anActiveAddress(organizationId, sequenceId, settings)
  await post(url, { ...RECIPE_EXAMPLES.woocommerce.body, status: 'processing' })
  await decideAll(organizationId)
  expect(await listOutcomes(organizationId)).toEqual(['filtered'])
})

it('every recipe but that of one’s own systems is complete settings', () => {
  for (const name of NAMES) expect(TriggerSettings.safeParse(toRecipeSettings(name)).error).toBeUndefined()
})
