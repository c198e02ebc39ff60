import type { SendingDomain } from '@/server/sending-domains/schema'
import { formatDateTime } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'
import { Callout } from '../ui/content/callout'
import { DefinitionList } from '../ui/content/definition-list'
import { Time } from '../ui/content/time'
import { ChangeAddressDialog } from './change-address-dialog'

type Props = { domain: SendingDomain; serviceAddress: string; timeZone: string }

const TONE: Record<SendingDomain['state'], Tone> = {
  pending: 'quiet',
  verified: 'positive',
  failing: 'negative',
  stopped: 'negative',
}

export async function DomainSummary({ domain, serviceAddress, timeZone }: Props) {
  const t = await getT('sendingDomain')
  const { state, checkedAt } = domain
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StateCallout {...{ domain, serviceAddress, timeZone }} />
      <DefinitionList
        items={[
          {
            label: t('address'),
            value: (
              <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <bdi className="min-w-0 wrap-anywhere">{formatAddress(domain)}</bdi>
                <ChangeAddressDialog domain={domain} />
              </span>
            ),
          },
          { label: t('state'), value: <Badge tone={TONE[state]}>{t(`states.${state}`)}</Badge> },
          { label: t('checked'), value: checkedAt === null ? t('notChecked') : <Time value={checkedAt} /> },
        ]}
      />
    </div>
  )
}

async function StateCallout({ domain, serviceAddress, timeZone }: Props) {
  const [t, locale] = await Promise.all([getT('sendingDomain'), getLocale()])
  const formatTime = (time: string | null) => (time === null ? '' : formatDateTime(time, locale, timeZone))
  const dmarc = domain.records.find(({ kind }) => kind === 'dmarc')?.check?.status
  switch (domain.state) {
    case 'pending':
      return <Callout title={t('callout.pendingTitle')}>{t('callout.pending', { address: serviceAddress })}</Callout>
    case 'verified':
      return dmarc === 'ok' || dmarc === 'unreachable' ? (
        <Callout tone="positive" title={t('callout.verifiedTitle', { address: formatAddress(domain) })}>
          {t('callout.verified')}
        </Callout>
      ) : (
        <Callout tone="neutral" title={t('callout.dmarcTitle')}>
          {t('callout.dmarc')}
        </Callout>
      )
    case 'failing':
      return (
        <Callout tone="negative" title={t('callout.failingTitle')}>
          {t('callout.failing', { until: formatTime(domain.graceEndsAt), address: serviceAddress })}
        </Callout>
      )
    case 'stopped':
      return (
        <Callout tone="negative" title={t('callout.stoppedTitle', { address: serviceAddress })}>
          {t('callout.stopped', { since: formatTime(domain.failingSince) })}
        </Callout>
      )
  }
}

function formatAddress({ localPart, domain }: SendingDomain): string {
  return `${localPart}@${domain}`
}
