import { expect, it } from 'vitest'
import { DAY_MS } from '../clock'
import { createContactProperty } from '../contact-properties/contact-properties'
import { CreateContactProperty } from '../contact-properties/schema'
import { updateContact } from '../contacts/contacts'
import { deleteContact } from '../contacts/delete-contact'
import { createSegment } from '../segments/segments'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aResponse } from '../testing/factories/responses'
import { BREAKDOWN_MAX_PARTS, SEGMENT_BREAKDOWN_MAX } from './constants'
import { getOverview } from './overview'

type Field = Record<string, string | number | boolean | string[]>

async function setUp() {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const answer = async (customFields: Field, scores: readonly number[], extra: object = {}) => {
    const contact = await aContact(organizationId, { customFields, ...extra })
    for (const npsScore of scores) await aResponse(organizationId, surveyId, { contactId: contact.id, npsScore })
    return contact
  }
  const declare = (key: string, type: string, options: object[] = []) =>
    createContactProperty(
      organizationId,
      CreateContactProperty.parse({ key, type, label: { en: key }, options: options }),
    )
  const breakDown = async (property: string, query: object = {}) => {
    const { breakdown } = await getOverview(organizationId, { days: 30, by: 'property', property, ...query })
    const parts = breakdown.parts.map(({ id, responses, scores: { nps } }) => [
      id ?? 'none',
      [responses, nps.n, nps.value],
    ])
    return { lines: breakdown.lines.nps, parts: Object.fromEntries(parts) as Record<string, (number | null)[]> }
  }
  return { organizationId, surveyId, answer, declare, breakDown }
}

it('breaks scores down by the value of a property that people have now, texts without case', async () => {
  const { organizationId, answer, declare, breakDown } = await setUp()
  await declare('plan', 'text')
  const pro = await answer({ plan: 'Pro' }, [10, 10])
  await answer({ plan: 'PRO' }, [0])
  await answer({ plan: 'free' }, [0])
  await answer({ other: 'x' }, [9])
  await answer({ plan: ['Pro'] }, [8])
  await answer({ plan: '' }, [9])
  const gone = await answer({ plan: 'Pro' }, [7])
  await deleteContact(organizationId, gone.id)
  expect(await breakDown('plan')).toEqual({
    lines: 2,
    parts: { none: [4, 4, 50], PRO: [3, 3, 33], free: [1, 1, -100] },
  })
  await updateContact(organizationId, { id: pro.id, customFields: { plan: 'free' } })
  expect((await breakDown('plan')).parts).toMatchObject({ free: [3, 3, 33] })
  expect(await breakDown('unknown')).toEqual({ lines: 0, parts: {} })
})

it('groups numbers by value, dates by year, and leaves out values of another type', async () => {
  const { answer, declare, breakDown } = await setUp()
  await declare('seats', 'number')
  await declare('since', 'date')
  await declare('vip', 'boolean')
  await answer({ seats: 5, since: '2024-02-01', vip: true }, [10])
  await answer({ seats: 5, since: '2024-12-31', vip: false }, [0])
  await answer({ seats: 'five', since: 'long ago', vip: 'yes' }, [10])
  const counts = async (key: string) => {
    const { parts } = await breakDown(key)
    return Object.fromEntries(Object.entries(parts).map(([value, [responses]]) => [value, responses]))
  }
  expect(await counts('seats')).toEqual({ 5: 2, none: 1 })
  expect(await counts('since')).toEqual({ 2024: 2, none: 1 })
  expect(await counts('vip')).toEqual({ false: 1, none: 1, true: 1 })
})

it('counts only the responses of the period and of the survey', async () => {
  const { organizationId, surveyId, answer, declare, breakDown } = await setUp()
  await declare('plan', 'text')
  const { id: contactId } = await answer({ plan: 'pro' }, [10])
  const other = await aSurvey(organizationId)
  await aResponse(organizationId, other.id, { contactId, npsScore: 0 })
  await aResponse(organizationId, surveyId, { contactId, npsScore: 0, createdAt: new Date(Date.now() - 40 * DAY_MS) })
  await aResponse(organizationId, surveyId, { contactId, npsScore: 0, status: 'partial' })
  expect((await breakDown('plan')).parts).toEqual({ pro: [2, 2, 0] })
  expect((await breakDown('plan', { surveyId })).parts).toEqual({ pro: [1, 1, 100] })
})

it('shows the values with the most answers of many, and tells how many there are', async () => {
  const { answer, declare, breakDown } = await setUp()
  await declare('number', 'text')
  for (let index = 0; index <= BREAKDOWN_MAX_PARTS; index += 1) await answer({ number: `a${index}` }, [5])
  await answer({ number: 'z' }, [5, 5])
  const { lines, parts } = await breakDown('number')
  expect([lines, Object.keys(parts).length]).toEqual([BREAKDOWN_MAX_PARTS + 2, BREAKDOWN_MAX_PARTS])
  expect(parts).toMatchObject({ z: [2, 2, -100] })
})

it('breaks scores down by segment; a person counts in each of theirs', async () => {
  const { organizationId, answer } = await setUp()
  await answer({ plan: 'pro' }, [10, 9], { tags: ['vip'] })
  await answer({ plan: 'pro' }, [0])
  await answer({}, [0])
  await createSegment(organizationId, { name: 'VIP', filter: { tag: 'vip' } })
  await createSegment(organizationId, { name: 'Pro', filter: { property: ['plan=pro'] } })
  await createSegment(organizationId, { name: 'Empty', filter: { tag: 'no' } })
  const read = async () => (await getOverview(organizationId, { days: 30, by: 'segment' })).breakdown
  const { parts, lines, omittedSegments } = await read()
  const scores = Object.fromEntries(parts.map((part) => [part.name, [part.responses, part.scores.nps.value]]))
  expect(scores).toEqual({ Pro: [3, 33], VIP: [2, 100] })
  expect([lines.nps, omittedSegments]).toEqual([2, 0])
  for (let index = 0; index < SEGMENT_BREAKDOWN_MAX; index += 1)
    await createSegment(organizationId, { name: `Other ${index}`, filter: { tag: 'vip' } })
  expect((await read()).omittedSegments).toBe(3)
})

it('does not count people of another organization in a segment or by a property', async () => {
  const [own, other] = [await setUp(), await setUp()]
  await own.declare('plan', 'text')
  const stranger = await other.answer({ plan: 'pro' }, [10], { tags: ['vip'] })
  await aResponse(own.organizationId, own.surveyId, { contactId: stranger.id, npsScore: 0 })
  await createSegment(own.organizationId, { name: 'VIP', filter: { tag: 'vip' } })
  expect((await own.breakDown('plan')).parts).toEqual({ none: [1, 1, -100] })
  const { breakdown } = await getOverview(own.organizationId, { days: 30, by: 'segment' })
  expect(breakdown.parts).toEqual([])
})
