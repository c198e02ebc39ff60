import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { Id, PageQuery, QueryBoolean, StartDate, Timestamp } from '../validation/schema'
import { DELETED_RECORD_RETENTION_DAYS } from './constants'

export type ChangeFeedKind = 'contact' | 'response' | 'review' | 'sending'

/** A place in the order of changes, by time and id: that of a record, or of its deletion. */
export type ChangePosition = { at: Date; id: string }

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
      .meta({ example: encodeCursor(kind, EXAMPLE_POSITION) })
      .describe('The `meta.nextCursor` of the answer before: the records after it, least recently changed first.'),
    deleted: QueryBoolean.exactOptional()
      .meta({ example: true })
      .describe(
        'With `updated_since` or `cursor`: if true, records that were deleted come too, whatever the filters, as ' +
          `\`{ "id", "deleted": true, "deletedAt" }\` in \`data\`, for ${DELETED_RECORD_RETENTION_DAYS} days after their deletion.`,
      ),
  }
}

const CURSOR_MAX_CHARACTERS = 100
const EXAMPLE_POSITION = { at: new Date('2026-03-04T08:15:30.250Z'), id: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57' }

function cursorSchema(kind: ChangeFeedKind) {
  return z
    .string()
    .max(CURSOR_MAX_CHARACTERS, localizableMessage('request.cursor'))
    .transform((text, context): ChangePosition => {
      const position = decodeCursor(kind, text)
      if (position) return position
      context.addIssue({ code: 'custom', message: localizableMessage('request.cursor') })
      return z.NEVER
    })
}

/** Opaque to clients. It is a position only: whose records it is used for depends on the caller. */
export function encodeCursor(kind: ChangeFeedKind, { at, id }: ChangePosition): string {
  return Buffer.from(`${kind} ${at.toISOString()} ${id}`).toString('base64url')
}

function decodeCursor(kind: ChangeFeedKind, cursor: string): ChangePosition | null {
  const [, time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!Timestamp.safeParse(time).success || !Id.safeParse(id).success) return null
  const position = { at: new Date(time), id }
  return encodeCursor(kind, position) === cursor ? position : null
}

type ChangeFeedInput = {
  page?: number
  updated_since?: string
  cursor?: ChangePosition
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
