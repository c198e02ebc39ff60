import type { LinkDomain } from '@/server/link-domains/schema'
import { formatDateTime } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Badge, type Tone } from '../ui/content/badge'
import { Callout } from '../ui/content/callout'
import { DefinitionList } from '../ui/content/definition-list'
import { Time } from '../ui/content/time'

type Props = { domain: LinkDomain; serviceHost: string; timeZone: string }

const TONE: Record<LinkDomain['state'], Tone> = {
  pending: 'quiet',
  verified: 'positive',
  failing: 'negative',
  stopped: 'negative',
}

export async function LinkDomainSummary({ domain, serviceHost, timeZone }: Props) {
  const t = await getT('linkDomain')
  const { state, checkedAt, url } = domain
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StateCallout {...{ domain, serviceHost, timeZone }} />
      <DefinitionList
        items={[
          { label: t('address'), value: <bdi className="wrap-anywhere">{url}</bdi> },
          { label: t('state'), value: <Badge tone={TONE[state]}>{t(`states.${state}`)}</Badge> },
          { label: t('checked'), value: checkedAt === null ? t('notChecked') : <Time value={checkedAt} /> },
        ]}
      />
    </div>
  )
}

async function StateCallout({ domain: { domain, state, graceEndsAt, failingSince }, serviceHost, timeZone }: Props) {
  const [t, locale] = await Promise.all([getT('linkDomain'), getLocale()])
  const formatTime = (time: string | null) => (time === null ? '' : formatDateTime(time, locale, timeZone))
  const host = serviceHost
  switch (state) {
    case 'pending':
      return <Callout title={t('callout.pendingTitle')}>{t('callout.pending', { host })}</Callout>
    case 'verified':
      return (
        <Callout tone="positive" title={t('callout.verifiedTitle', { domain })}>
          {t('callout.verified')}
        </Callout>
      )
    case 'failing':
      return (
        <Callout tone="negative" title={t('callout.failingTitle')}>
          {t('callout.failing', { until: formatTime(graceEndsAt), host })}
        </Callout>
      )
    case 'stopped':
      return (
        <Callout tone="negative" title={t('callout.stoppedTitle', { host })}>
          {t('callout.stopped', { since: formatTime(failingSince) })}
        </Callout>
      )
  }
}
