import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Id, PageQuery, QueryBoolean, StartDate, Timestamp } from '../validation/schema'
import { DELETED_RECORD_RETENTION_DAYS } from './constants'

export type ChangeFeedKind = 'contact' | 'response' | 'review' | 'sending'

/** A place in the order of changes, by time and id: that of a record, or of its deletion. */
export type ChangePosition = { at: Date; id: string }

/** Where the next page begins, and a time before which the order of changes was final when the cursor was issued. */
export type ChangeCursor = ChangePosition & { before: Date }

export const DeletedRecord = z.object({ id: Id, deleted: z.literal(true), deletedAt: Timestamp })
export type DeletedRecord = z.infer<typeof DeletedRecord>

/** The parameters that make a list answer with its changes, least recently changed first, instead of a page. */
export function changeFeedFields(kind: ChangeFeedKind) {
  return {
    page: PageQuery.shape.page
      .unwrap()
      .exactOptional()
      .meta({ default: 1 })
      .describe(
        'Page number, from 1. A page after the last one is empty. Not together with `cursor` or `updated_since`.',
      ),
    updated_since: StartDate.exactOptional()
      .meta({ example: '2026-03-01' })
      .describe(
        'Records that changed at this time or later, least recently changed first, instead of a page: an ISO 8601 date or a timestamp ' +
          'with an offset. The first request of a sync; `1970-01-01` for everything.',
      ),
    cursor: cursorSchema(kind)
      .exactOptional()
      .meta({ example: encodeCursor(kind, EXAMPLE_CURSOR) })
      .describe('The `meta.nextCursor` of the answer before: the records after it, least recently changed first.'),
    deleted: QueryBoolean.exactOptional()
      .meta({ example: true })
      .describe(
        'With `updated_since` or `cursor`: if true, records that were deleted come too, whatever the filters, as ' +
          `\`{ "id", "deleted": true, "deletedAt" }\` in \`data\`, for ${DELETED_RECORD_RETENTION_DAYS} days after their deletion.`,
      ),
  }
}

const CURSOR_MAX_CHARACTERS = 150
const EXAMPLE_CURSOR = {
  at: new Date('2026-03-04T08:15:30.250Z'),
  id: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57',
  before: new Date('2026-03-04T09:30:00.000Z'),
}

function cursorSchema(kind: ChangeFeedKind) {
  return z
    .string()
    .max(CURSOR_MAX_CHARACTERS, localizableMessage('request.cursor'))
    .transform((text, context): ChangeCursor => {
      const cursor = decodeCursor(kind, text)
      if (cursor) return cursor
      context.addIssue({ code: 'custom', message: localizableMessage('request.cursor') })
      return z.NEVER
    })
}

/** Opaque to clients. It is a position only: whose records it is used for depends on the caller. */
export function encodeCursor(kind: ChangeFeedKind, { at, id, before }: ChangeCursor): string {
  return Buffer.from(`${kind} ${at.toISOString()} ${id} ${before.toISOString()}`).toString('base64url')
}

function decodeCursor(kind: ChangeFeedKind, text: string): ChangeCursor | null {
  const [, at = '', id = '', before = ''] = Buffer.from(text, 'base64url').toString().split(' ')
  if (![at, before].every((time) => Timestamp.safeParse(time).success) || !Id.safeParse(id).success) return null
  const cursor = { at: new Date(at), id, before: new Date(before) }
  return encodeCursor(kind, cursor) === text ? cursor : null
}

type ChangeFeedInput = {
  page?: number
  updated_since?: string
  cursor?: ChangeCursor
  deleted?: boolean
}

/** Refuses combinations that would be ambiguous. */
export function checkChangeFeedInput(input: ChangeFeedInput, context: z.RefinementCtx): void {
  const isChangeFeed = input.cursor !== undefined || input.updated_since !== undefined
  if (isChangeFeed && input.page !== undefined)
    context.addIssue({ code: 'custom', path: ['page'], message: localizableMessage('request.pageOrCursor') })
  if (!isChangeFeed && input.deleted !== undefined)
    context.addIssue({ code: 'custom', path: ['deleted'], message: localizableMessage('request.deletedAlone') })
}
