import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { Badge, type Tone } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { Time } from '@/components/ui/content/time'
import { TextLink } from '@/components/ui/controls/text-link'
import { DataTable } from '@/components/ui/lists/data-table'
import { describeSource } from '@/server/suppressions/describe-source'
import type { Suppression } from '@/server/suppressions/schema'
import { SuppressionActions } from './suppression-actions'

const TONES: Record<Suppression['reason'], Tone> = {
  opted_out: 'neutral',
  unsubscribed: 'neutral',
  bounced: 'negative',
  blocked: 'quiet',
}

export async function SuppressionList({ suppressions }: { suppressions: readonly Suppression[] }) {
  const [t, locale] = await Promise.all([getT('suppressions'), getLocale()])
  return (
    <ClientMessages namespaces={['suppressions']}>
      <DataTable
        caption={t('title')}
        rows={suppressions}
        rowKey={({ id, reason }) => `${id} ${reason}`}
        columns={[
          {
            key: 'email',
            header: t('columns.email'),
            cell: ({ email, contactId }) => {
              if (email === null)
                return (
                  <span className="text-ink-faint" data-tip={t('hashOnlyTip')}>
                    {t('hashOnly')}
                  </span>
                )
              return contactId === null ? email : <TextLink href={`/contacts/${contactId}`}>{email}</TextLink>
            },
            className: 'w-full min-w-48',
            phoneSlot: 'title',
          },
          {
            key: 'reason',
            header: t('columns.reason'),
            cell: ({ reason }) => (
              <span data-tip={t(`reasonTips.${reason}`)}>
                <Badge tone={TONES[reason]}>{t(`reasons.${reason}`)}</Badge>
              </span>
            ),
            phoneSlot: 'detail',
            className: 'sm:min-w-44',
          },
          {
            key: 'source',
            header: t('columns.source'),
            cell: (suppression) => describeSource(suppression, locale),
            hiddenBelow: 'md',
            className: 'min-w-40 max-w-56 truncate',
          },
          {
            key: 'note',
            header: t('columns.note'),
            cell: ({ note }) => note ?? <Dash />,
            hiddenBelow: 'lg',
            className: 'min-w-40 max-w-60 truncate',
          },
          {
            key: 'date',
            header: t('columns.date'),
            cell: ({ createdAt }) => (createdAt === null ? <Dash /> : <Time value={createdAt} />),
            className: 'sm:min-w-32',
            phoneSlot: 'end',
          },
          {
            key: 'actions',
            header: '',
            cell: ({ id, reason, email, contactId }) => (
              <SuppressionActions suppression={{ id, reason, email, contactId }} />
            ),
            phoneSlot: 'aside',
          },
        ]}
      />
    </ClientMessages>
  )
}
