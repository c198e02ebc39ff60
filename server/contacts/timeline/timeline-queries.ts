import type { ActorSnapshot } from '../../actor-context'
import { queryRows, type Tx } from '../../db'
import { TIMELINE_SOURCES, type TimelineGroup, type TimelineSource } from './constants'

type ContactEventRow = { id: string; contactId: string; at: Date; kind: string; details: object }

/** Inserts events of one actor. The rows are one JSON parameter, so that the statement has one text and one plan. */
export async function insertContactEvents(
  tx: Tx,
  organizationId: string,
  rows: readonly ContactEventRow[],
  { actor, jobId }: { actor: ActorSnapshot; jobId: string | null },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO contact_event (organization_id, id, contact_id, at, kind, actor_type, actor_id, actor_name, job_id, details)
    SELECT ${organizationId}::uuid, id, "contactId", at, kind, ${actor.type}, ${actor.id}::uuid, ${actor.name}, ${jobId}::uuid, details
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, "contactId" uuid, at timestamptz, kind text, details jsonb)`
}

/** An entry of a timeline: a row, by its source and id. */
export type TimelinePosition = { at: Date; source: TimelineSource; id: string }

/** Steps, cases, replies and notes are read of that many latest sendings or responses before the position. */
const PARENTS_MAX = 500

const LATEST_SENDINGS = `FROM (
    SELECT id FROM sending WHERE organization_id = $1::uuid AND contact_id = $2::uuid AND created_at <= $3::timestamptz
    ORDER BY created_at DESC, id DESC LIMIT ${PARENTS_MAX}) p`

/** A response is dated by its submission, or by when it began to count, a day after its start. */
const LATEST_RESPONSES = `FROM (
    SELECT id FROM response
    WHERE organization_id = $1::uuid AND contact_id = $2::uuid AND created_at <= $3::timestamptz + interval '2 days'
    ORDER BY created_at DESC, id DESC LIMIT ${PARENTS_MAX}) p`

const WHERE_CONTACT = 'WHERE x.organization_id = $1::uuid AND x.contact_id = $2::uuid'
const fromParents = (parents: string, table: string, column: string) =>
  `${parents} JOIN ${table} x ON x.organization_id = $1::uuid AND x.${column} = p.id WHERE true`
const fromResponses = (table: string) => fromParents(LATEST_RESPONSES, table, 'response_id')

type SourceSql = { at: string; from: string }

const CASE_KINDS = "('opened', 'contacted', 'resolved', 'reopened', 'unopened', 'assigned', 'unassigned')"

/** A message is dated when it was sent or captured; one that was not sent, when that was decided. */
const SQL_BY_SOURCE: Record<TimelineSource, SourceSql> = {
  created: { at: 'x.created_at', from: 'FROM contact x WHERE x.organization_id = $1::uuid AND x.id = $2::uuid' },
  event: { at: 'x.at', from: `FROM contact_event x ${WHERE_CONTACT}` },
  // An opt-out without an event: from before there were events, or of an address that was suppressed before the contact existed.
  consent: {
    at: 'x.opted_out_at',
    from: `FROM contact x WHERE x.organization_id = $1::uuid AND x.id = $2::uuid AND x.opted_out_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM contact_event e WHERE e.organization_id = $1::uuid AND e.contact_id = $2::uuid AND e.kind = 'optedOut')`,
  },
  sending: { at: 'x.created_at', from: `FROM sending x ${WHERE_CONTACT}` },
  message: {
    at: 'coalesce(x.sent_at, x.captured_at, x.ended_at, x.created_at)',
    from: `${fromParents(LATEST_SENDINGS, 'sending_step', 'sending_id')} AND x.type <> 'wait'`,
  },
  response: { at: 'x.created_at', from: `FROM response x ${WHERE_CONTACT}` },
  case: { at: 'x.created_at', from: `${fromResponses('response_event')} AND x.kind IN ${CASE_KINDS}` },
  reply: { at: 'x.created_at', from: fromResponses('response_reply') },
  review: { at: 'x.published_at', from: `FROM review x ${WHERE_CONTACT}` },
  note: { at: 'x.created_at', from: `FROM contact_note x ${WHERE_CONTACT}` },
  responseNote: { at: 'x.created_at', from: fromResponses('response_note') },
}

function sourceSql(source: TimelineSource): string {
  const { at, from } = SQL_BY_SOURCE[source]
  return `(SELECT ${at} AS at, '${source}' AS source, x.id ${from} AND ${at} <= $3::timestamptz
    AND (${at}, '${source}' COLLATE "C", x.id) < ($3::timestamptz, $4::text COLLATE "C", $5::uuid)
    ORDER BY ${at} DESC, x.id DESC LIMIT $6::int)`
}

function timelineSql(sources: readonly TimelineSource[]): string {
  return `SELECT * FROM (${sources.map(sourceSql).join('\n UNION ALL ')}) t
    ORDER BY at DESC, source COLLATE "C" DESC, id DESC LIMIT $6::int`
}

const ALL_SOURCES = Object.values(TIMELINE_SOURCES).flat()
const SQL_BY_GROUP = Object.fromEntries(
  Object.entries(TIMELINE_SOURCES).map(([group, sources]) => [group, timelineSql(sources)]),
) as Record<TimelineGroup, string>
const SQL_ALL_GROUPS = timelineSql(ALL_SOURCES)

/** The entries of a contact's timeline before a position, newest first: each source is read in the order of an index up to the limit. */
export function readTimelinePositions(
  organizationId: string,
  contactId: string,
  { group, before, limit }: { group?: TimelineGroup | undefined; before?: TimelinePosition | undefined; limit: number },
): Promise<TimelinePosition[]> {
  const { at, source, id } = before ?? { at: 'infinity', source: '', id: '00000000-0000-0000-0000-000000000000' }
  return queryRows<TimelinePosition>({
    name: `contact-timeline-${group ?? 'all'}`,
    text: group === undefined ? SQL_ALL_GROUPS : SQL_BY_GROUP[group],
    values: [organizationId, contactId, at, source, id, limit],
  })
}
