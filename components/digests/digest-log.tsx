import { CalendarDays } from 'lucide-react'
import { DIGEST_RETENTION_DAYS } from '@/server/digests/constants'
import type { DigestLogEmail, DigestLogEntry } from '@/server/digests/schema'
import type { PageMeta } from '@/server/paging'
import { getLocale, getT } from '../i18n/server'
import { formatPeriod } from '../overview/format-period'
import { formatReason } from '../sequences/format-reason'
import { Badge } from '../ui/content/badge'
import { EmptyState } from '../ui/content/empty-state'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { DataTable } from '../ui/lists/data-table'
import { Pagination } from '../ui/lists/pagination'
import type { SearchParams } from '../ui/search-params'

export type DigestLogProps = {
  params: SearchParams
  digests: readonly DigestLogEntry[]
  meta: PageMeta
  timeZone: string
}

const MAX_NAMES = 12

export async function DigestLog({ params, digests, meta, timeZone }: DigestLogProps) {
  const [t, locale] = await Promise.all([getT('digests'), getLocale()])
  return (
    <Section title={t('log.title')} description={t('log.lead', { days: DIGEST_RETENTION_DAYS })}>
      {digests.length > 0 ? (
        <DataTable
          caption={t('log.title')}
          rows={digests}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'week',
              header: t('log.week'),
              phoneSlot: 'title',
              className: 'sm:py-2.5 align-top',
              cell: (digest) => (
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{formatPeriod(digest, locale)}</span>
                  {digest.isPreview && <Badge>{t('log.preview')}</Badge>}
                </span>
              ),
            },
            {
              key: 'people',
              header: t('log.people'),
              grow: true,
              phoneSlot: 'detail',
              className: 'w-full min-w-48 whitespace-normal sm:py-2.5 align-top',
              cell: (digest) => <Recipients digest={digest} timeZone={timeZone} />,
            },
            {
              key: 'time',
              header: t('log.time'),
              phoneSlot: 'end',
              className: 'sm:py-2.5 align-top',
              cell: ({ createdAt }) => <Time value={createdAt} />,
            },
          ]}
        />
      ) : (
        <EmptyState icon={CalendarDays} title={t('log.emptyTitle')}>
          {t('log.emptyBody')}
        </EmptyState>
      )}
      <Pagination meta={meta} path="/settings/digest" params={params} />
    </Section>
  )
}

async function Recipients({ digest: { reason, mails }, timeZone }: { digest: DigestLogEntry; timeZone: string }) {
  const t = await getT('digests')
  return (
    <span className="grid min-w-0 gap-1 text-13 whitespace-normal">
      {reason !== null && <span className="text-ink-soft">{t(`reasons.${reason}`)}</span>}
      {groupMails(mails).map((group) => (
        <Group key={getGroupKey(group[0])} mails={group} timeZone={timeZone} />
      ))}
    </span>
  )
}

/** In their order. */
const MESSAGE_KEYS = {
  sent: 'log.sentTo',
  waiting: 'log.waitingFor',
  failed: 'log.notTo',
  skipped: 'log.notTo',
} as const

async function Group({ mails, timeZone }: { mails: Group; timeZone: string }) {
  const [t, sequences, locale] = await Promise.all([getT('digests'), getT('sequences'), getLocale()])
  const [{ state, reason }] = mails
  const isCaptured = reason?.code === 'captured'
  const namedMails = mails.length > MAX_NAMES + 1 ? mails.slice(0, MAX_NAMES) : mails
  const rest = mails.length - namedMails.length
  const names = [...namedMails.map(({ name }) => name), ...(rest > 0 ? [t('log.others', { count: rest })] : [])]
  return (
    <span className="grid gap-0.5">
      <span>
        {t(isCaptured ? 'log.keptFor' : MESSAGE_KEYS[state], { names: new Intl.ListFormat(locale).format(names) })}
      </span>
      {reason !== null && !isCaptured && (
        <span className="text-ink-soft">{formatReason(sequences, reason, locale, timeZone)}</span>
      )}
    </span>
  )
}

type Group = [DigestLogEmail, ...DigestLogEmail[]]

function groupMails(mails: readonly DigestLogEmail[]): Group[] {
  const groups = new Map<string, Group>()
  const order = Object.keys(MESSAGE_KEYS)
  for (const mail of mails.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))) {
    const group = groups.get(getGroupKey(mail))
    if (group) group.push(mail)
    else groups.set(getGroupKey(mail), [mail])
  }
  return [...groups.values()]
}

function getGroupKey({ state, reason }: DigestLogEmail): string {
  return JSON.stringify([state, reason])
}
