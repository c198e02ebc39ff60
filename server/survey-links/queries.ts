import { queryRows } from '../db'
import type { StoredLogo } from '../sender-profile/constants'
import type { LocalizedText } from '../validation/schema'

export type StoredWidget = {
  kind: string
  position: string
  buttonText: LocalizedText | null
  origins: string[]
  rules: unknown
}

export type OpenLinkRow = {
  id: string
  organizationId: string
  surveyId: string
  locationId: string | null
  employeeId: string | null
  active: boolean
  isEnded: boolean
  isFull: boolean
  pinHash: string | null
  oncePerDevice: boolean
  asksContact: string
  name: string
  brandColor: string | null
  pageLook: unknown
  privacyNotice: unknown
  logo: StoredLogo | null
  reviewLinks: unknown
  defaultLanguage: string
  type: string
  version: number
  questions: unknown
  endings: unknown
  thanks: unknown
  fields: unknown
  layout: string
  changeHours: number | null
  isSurveyOpen: boolean
  hasAlertRules: boolean
  clockOffsetMs: number
  /** Encrypted keys of signed tokens, the current one first. */
  secrets: string[]
  widget: StoredWidget | null
}

/** Whether a last day is over, by the clock of the organization `o`. */
export const isPastDaySql = (
  day: string,
) => `coalesce(${day} < ((clock_timestamp() + coalesce((SELECT t.clock_offset_ms FROM test_organization t
    WHERE t.organization_id = o.id), 0) * interval '1 ms') AT TIME ZONE valid_time_zone(o.time_zone))::date, false)`

const IS_ENDED_SQL = isPastDaySql('l.closes_on')

/** The slug is public, so the link is read regardless of its organization. */
export async function loadOpenLinkRow(slug: string): Promise<OpenLinkRow | null> {
  const [row] = await queryRows<OpenLinkRow>({
    name: 'open-link',
    text: `SELECT l.id, l.organization_id AS "organizationId", l.survey_id AS "surveyId", l.location_id AS "locationId",
        l.employee_id AS "employeeId", l.active, ${IS_ENDED_SQL} AS "isEnded", coalesce(l.answers >= l.quota, false) AS "isFull",
        l.pin_hash AS "pinHash", l.once_per_device AS "oncePerDevice", l.asks_contact AS "asksContact",
        o.name, o.brand_color AS "brandColor", o.page_look AS "pageLook", o.privacy_notice AS "privacyNotice", o.default_language AS "defaultLanguage",
        (SELECT json_build_object('id', g.id, 'width', g.width, 'height', g.height) FROM organization_logo g
          WHERE g.organization_id = o.id) AS logo,
        CASE WHEN o.shows_review_links THEN o.review_links END AS "reviewLinks",
        v.type, v.version, v.questions, v.endings, v.thanks, v.fields, v.layout, v.change_hours AS "changeHours", v.status = 'active' AND v.deleted_at IS NULL AS "isSurveyOpen",
        EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = l.organization_id AND a.active AND a.trigger = 'response') AS "hasAlertRules",
        coalesce((SELECT t.clock_offset_ms FROM test_organization t WHERE t.organization_id = o.id), 0)::float8 AS "clockOffsetMs",
        CASE WHEN w.id IS NOT NULL THEN json_build_object('kind', w.kind, 'position', w.position, 'buttonText', w.button_text,
          'origins', w.origins, 'rules', w.rules) END AS widget,
        array_remove(ARRAY[l.secret_encrypted,
          CASE WHEN l.previous_secret_until > clock_timestamp() THEN l.previous_secret_encrypted END], NULL) AS secrets
      FROM survey_link l
        LEFT JOIN survey_widget w ON w.organization_id = l.organization_id AND w.id = l.id
        JOIN organization o ON o.id = l.organization_id
        JOIN survey v ON v.organization_id = l.organization_id AND v.id = l.survey_id
      WHERE l.slug = $1 AND o.deletion_began_at IS NULL`,
    values: [slug],
  })
  return row ?? null
}

/** Those of the links whose last day is over. */
export async function listEndedLinkIds(organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await queryRows<{ id: string }>({
    name: 'ended-links',
    text: `SELECT l.id FROM survey_link l JOIN organization o ON o.id = l.organization_id
      WHERE l.organization_id = $1::uuid AND l.id = ANY ($2::uuid[]) AND ${IS_ENDED_SQL}`,
    values: [organizationId, [...ids]],
  })
  return new Set(rows.map(({ id }) => id))
}
