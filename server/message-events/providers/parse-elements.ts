import { z } from 'zod'
import type { NewMessageEvent } from '../schema'

/** The key under which providers return the token of a message that they were handed with it. */
export { PASSTHROUGH_KEY } from '../../messaging/correlation'

/**
 * An event as a provider reports it.
 * @property token the signed id that went out with the message
 * @property messageIds Message-ID headers that it may have had
 * @property recipient the address that it is about
 */
export type ProviderEvent = {
  token?: string | undefined
  messageIds: readonly string[]
  recipient?: string | undefined
  event: NewMessageEvent
}

/** @property unreadable elements that are not as documented */
export type ProviderBatch = { events: ProviderEvent[]; unreadable: number }

/** A schema of what is read of an element. Whatever else the provider sends is ignored. */
export type ElementReader<T> = {
  schema: z.ZodType<T>
  /** @returns null for an event that says nothing about the delivery */
  toEvent: (element: T, receivedAt: Date) => ProviderEvent | null
}

/** Reads a batch: an unreadable element does not stop the others. */
export function parseElements<T>(
  elements: readonly unknown[],
  { schema, toEvent }: ElementReader<T>,
  receivedAt: Date,
): ProviderBatch {
  const batch: ProviderBatch = { events: [], unreadable: 0 }
  for (const element of elements) {
    const { success, data } = schema.safeParse(element)
    const event = success ? toEvent(data, receivedAt) : null
    if (event) batch.events.push(event)
    if (!success) batch.unreadable += 1
  }
  return batch
}

export function toElements(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body]
}

/** A provider's time, as Unix seconds or text. Unreadable or in the future, it is the time of receipt. */
export function readTime(value: string | number | null | undefined, receivedAt: Date): Date {
  const time = new Date(typeof value === 'number' ? value * 1000 : (value ?? Number.NaN))
  return time.getTime() > 0 && time <= receivedAt ? time : receivedAt
}

/** Text of an element, which providers omit or set to null. */
export const OptionalText = z.string().nullish()

/** An enhanced status code (RFC 3463) in a mail server's words. */
export function findStatusCode(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const [code] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text?.slice(0, 2000) ?? '') ?? []
    if (code !== undefined) return code
  }
  return null
}

/** Apple’s Mail Privacy Protection loads images with this user agent alone, before the person opens the message. */
export function isPrefetch(userAgent: string | null | undefined): boolean {
  return userAgent?.trim() === 'Mozilla/5.0'
}
