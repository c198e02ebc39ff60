import { queryRows } from '../db'
import { SequenceStatus } from '../sequences/schema'
import { SurveyStatus, SurveyType } from '../surveys/schema'
import { excerptAround } from './excerpt'
import type { Found, FoundRecord } from './schema'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

type Row = {
  kind: 'contact' | 'survey' | 'sequence' | 'response' | FoundRecord['kind']
  id: string
  parent_id: string | null
  label: string | null
  more: string | null
  status: string
  created_at: Date
}

const OWN = 'organization_id = $1::uuid AND id = $2::uuid'

const FIND_SQL = `
  SELECT 'contact' AS kind, id, NULL::uuid AS parent_id, first_name || coalesce(' ' || last_name, '') AS label, email AS more, '' AS status, created_at
    FROM contact WHERE ${OWN}
  UNION ALL SELECT 'survey', id, NULL, name, type, status, created_at FROM survey WHERE ${OWN} AND deleted_at IS NULL
  UNION ALL SELECT 'sequence', id, NULL, name, NULL, status, created_at FROM sequence WHERE ${OWN}
  UNION ALL SELECT 'response', r.id, NULL, (SELECT name FROM survey s WHERE s.organization_id = $1::uuid AND s.id = r.survey_id),
    (SELECT string_agg(a->>'value', ' ') FROM jsonb_array_elements(r.answers) a WHERE a->>'type' = 'text'),
    coalesce((SELECT first_name || coalesce(' ' || last_name, '') FROM contact c WHERE c.organization_id = $1::uuid AND c.id = r.contact_id), ''), r.created_at
    FROM response r WHERE ${OWN}
  UNION ALL SELECT 'sending', id, sequence_id, email, NULL, '', created_at FROM sending WHERE ${OWN} AND sequence_id IS NOT NULL
  UNION ALL SELECT 'message', id, NULL, coalesce(subject, recipient), NULL, '', created_at FROM captured_message WHERE ${OWN} AND visible_to = 'member' AND user_id IS NULL
  UNION ALL SELECT 'subscription', id, NULL, hook_url, NULL, '', created_at FROM webhook_subscription WHERE ${OWN} AND $3::boolean
  UNION ALL SELECT 'delivery', id, subscription_id, kind, NULL, '', created_at FROM webhook_delivery WHERE ${OWN} AND $3::boolean`

export function isId(query: string): boolean {
  return UUID.test(query.trim())
}

/** @param includesWebhooks whether the reader may see webhooks. */
export async function findById(organizationId: string, id: string, includesWebhooks: boolean): Promise<Found> {
  const rows = await queryRows<Row>({
    name: 'find-by-id',
    text: FIND_SQL,
    values: [organizationId, id.trim(), includesWebhooks],
  })
  const found: Found = { contacts: [], surveys: [], sequences: [], responses: [], records: [] }
  for (const row of rows) place(found, row)
  return found
}

function place(found: Found, { kind, id, parent_id: parentId, label, more, status, created_at }: Row): void {
  const name = label ?? ''
  const createdAt = created_at.toISOString()
  if (kind === 'contact') found.contacts.push({ id, name, email: more ?? '' })
  else if (kind === 'survey')
    found.surveys.push({ id, name, type: SurveyType.parse(more), status: SurveyStatus.parse(status) })
  else if (kind === 'sequence') found.sequences.push({ id, name, status: SequenceStatus.parse(status) })
  else if (kind === 'response') {
    const comment = more === null ? null : excerptAround(more, [])
    found.responses.push({ id, contactName: status || null, surveyName: name, comment, createdAt })
  } else found.records.push({ id, kind, parentId, label: name, createdAt })
}
