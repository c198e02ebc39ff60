import { ACTIONS_ON_ACTOR, type AuditedRecordType, getActionMessageKey } from '@/server/audit/constants'
import type { AuditEvent } from '@/server/audit/schema'
import { getLocale, getT } from '../i18n/server'
import { Time } from '../ui/content/time'
import { TextLink } from '../ui/controls/text-link'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { formatAuditValue } from './format-audit-value'

const MAX_CHANGES = 4

/** Page of each record type; null for types without one. Does not check that the record still exists. */
const RECORD_PAGES: Record<AuditedRecordType, ((id: string) => string) | null> = {
  webhook: (id) => `/settings/webhooks/${id}`,
  reviewSource: (id) => `/settings/review-sources/${id}`,
  replyTemplate: () => '/settings/templates',
  sendingDomain: () => '/settings/sending-domain',
  linkDomain: () => '/settings/link-domain',
  contactProperty: () => '/settings/properties',
  contactImport: (id) => `/contacts/imports/${id}`,
  mailEventIntake: () => '/settings/mail-events',
  alertRule: (id) => `/settings/alerts/${id}`,
  sequence: (id) => `/sequences/${id}`,
  survey: (id) => `/surveys/${id}/sharing`,
  response: (id) => `/responses/${id}`,
  person: () => '/settings/members',
  invitation: () => '/settings/members',
  apiKey: (id) => `/settings/api-keys/${id}`,
  responseTag: null,
  surveyLink: null,
  surveyWidget: null,
  bulkAction: (id) => `/contacts/actions/${id}`,
  organization: null,
  location: null,
  employee: null,
  company: null,
  contact: null,
}

export async function AuditTable({ entries, timeZone }: { entries: readonly AuditEvent[]; timeZone: string }) {
  const t = await getT('audit')
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('columns.time')}</HeaderCell>
          <HeaderCell className="max-md:hidden">{t('columns.actor')}</HeaderCell>
          <HeaderCell>{t('columns.action')}</HeaderCell>
          <HeaderCell className="max-lg:hidden">{t('columns.address')}</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} className="align-top">
            <Cell className="whitespace-nowrap text-ink-soft">
              <Time value={entry.createdAt} />
            </Cell>
            <Cell className="max-w-[200px] truncate max-md:hidden">
              <ActorName actor={entry.actor} />
            </Cell>
            <Cell className="max-md:w-full max-md:max-w-0">
              <div className="grid gap-0.5">
                <ActionSummary entry={entry} />
                <Changes entry={entry} timeZone={timeZone} />
                <span className="truncate text-13 text-ink-soft md:hidden">
                  <ActorName actor={entry.actor} />
                </span>
              </div>
            </Cell>
            <Cell className="font-mono text-12 whitespace-nowrap text-ink-soft max-lg:hidden">{entry.address}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

export async function ActorName({ actor: { type, name } }: { actor: Pick<AuditEvent['actor'], 'type' | 'name'> }) {
  const t = await getT('audit')
  return name ?? t(`actors.${type}`)
}

async function ActionSummary({ entry: { action, record } }: { entry: AuditEvent }) {
  const t = await getT('audit')
  const href = record && auditRecordHref(record)
  return (
    <span className="wrap-anywhere">
      {t(`actions.${getActionMessageKey(action)}`)}
      {record?.name && !ACTIONS_ON_ACTOR.has(action) && (
        <>
          {' '}
          {href ? <TextLink href={href}>{record.name}</TextLink> : <span className="font-medium">{record.name}</span>}
        </>
      )}
    </span>
  )
}

/** Example: `Role: member → admin`. */
async function Changes({ entry: { changes }, timeZone }: { entry: AuditEvent; timeZone: string }) {
  if (changes.length === 0) return null
  const [t, locale] = await Promise.all([getT('audit'), getLocale()])
  const hiddenCount = changes.length - MAX_CHANGES
  return (
    <ul className="grid gap-0.5 text-13 text-ink-soft">
      {changes.slice(0, MAX_CHANGES).map(({ field, from, to }) => {
        const name = t.has(`fields.${field}` as 'fields.role') ? t(`fields.${field}` as 'fields.role') : field
        const format = (value: unknown) => formatAuditValue(locale, timeZone, field, value)
        const values = { field: name, from: format(from), to: format(to) }
        return (
          <li key={field} className="line-clamp-2 wrap-anywhere">
            {from === null ? t('set', values) : t('change', values)}
          </li>
        )
      })}
      {hiddenCount > 0 && <li>{t('more', { count: hiddenCount })}</li>}
    </ul>
  )
}

function auditRecordHref({ type, id }: NonNullable<AuditEvent['record']>): string | null {
  return id === null ? null : (RECORD_PAGES[type]?.(id) ?? null)
}
