import { POST } from '@/app/t/[code]/route'
import { db } from '../db'
import { TriggerSettings } from '../sequences/trigger-addresses/schema'
import {
  createTriggerAddress,
  saveTriggerSettings,
  setTriggerActive,
} from '../sequences/trigger-addresses/trigger-addresses'
import { triggerQueue } from '../sequences/trigger-addresses/trigger-queue'
import { runQueue } from './queues'

/** Reads `email` and `name`; `order` is the key of the event. */
export const BASIC_MAPPING = { email: { path: ['email'] }, fullName: { path: ['name'] } }
export const KEYED_MAPPING = { ...BASIC_MAPPING, dedupeKey: { path: ['order'] } }

export const parseSettings = (input: Partial<Record<keyof TriggerSettings, unknown>> = {}): TriggerSettings =>
  TriggerSettings.parse({ recipe: 'custom', mapping: BASIC_MAPPING, reentryDays: null, ...input })

/** An address that is switched on. */
export async function anActiveAddress(
  organizationId: string,
  sequenceId: string,
  input: Partial<Record<keyof TriggerSettings, unknown>> = {},
  signingSecret?: string,
) {
  const { url } = await createTriggerAddress(organizationId, sequenceId)
  const secret = signingSecret === undefined ? {} : { signingSecret }
  await saveTriggerSettings(organizationId, { sequenceId, settings: parseSettings(input), ...secret })
  await setTriggerActive(organizationId, { sequenceId, isActive: true })
  return url
}

/** Sends a request to a trigger address; an object as JSON. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(url, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return POST(request, { params: Promise.resolve({ code: url.split('/t/')[1] ?? '' }) })
}

export const decideAll = (organizationId: string) => runQueue(triggerQueue, organizationId)

export const listRequests = (organizationId: string) =>
  db.triggerRequest.findMany({ where: { organizationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

export async function listOutcomes(organizationId: string): Promise<(string | null)[]> {
  return (await listRequests(organizationId)).map(({ outcome }) => outcome)
}

/** Sends a request, and returns its row once it is decided. */
export async function postAndDecide(organizationId: string, url: string, body: unknown) {
  const { status } = await post(url, body)
  if (status !== 202) throw new Error(`answered ${status}`)
  await decideAll(organizationId)
  const row = (await listRequests(organizationId)).at(-1)
  if (!row) throw new Error('no request is stored')
  return row
}
