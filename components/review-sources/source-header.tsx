import { getT } from '../i18n/server'
import { DetailHeader } from '../settings/detail-header'
import { Callout } from '../ui/content/callout'
import { Button } from '../ui/controls/button'
import type { LocationOption } from './place-choice'
import { ReconnectSourceAction } from './reconnect-source-action'
import { SourceActions } from './source-actions'
import { SourceBadge } from './source-badge'
import { NextSyncAttempt, type SourceWithSyncError } from './source-table'

export type SourceHeaderProps = { source: SourceWithSyncError; locations: readonly LocationOption[] }

export async function SourceHeader({ source, locations }: SourceHeaderProps) {
  const t = await getT('reviews')
  const { name, status, syncError } = source
  return (
    <>
      <DetailHeader
        back={{ href: '/settings/review-sources', label: t('sources.back') }}
        title={name}
        badge={<SourceBadge source={source} />}
        actions={status !== 'removing' && <SourceActions source={source} locations={locations} />}
      />
      {status === 'reconnect' && (
        <Callout
          tone="negative"
          title={t(`sources.trouble.${source.kind}`)}
          action={<ReconnectSourceAction source={source} variant="primary" />}
        >
          <p>{syncError}</p>
          <p>{t('sources.trouble.stopped')}</p>
        </Callout>
      )}
      {status === 'connected' && syncError !== null && <RetryCallout source={source} />}
      {status === 'connected' && source.skipped.count > 0 && (
        <Callout tone="neutral" title={t('sources.skipped.title', { count: source.skipped.count })}>
          {t('sources.skipped.body', { place: source.skipped.first ?? '' })}
        </Callout>
      )}
      {status === 'disconnected' && (
        <Callout title={t('sources.trouble.disconnected')} action={<ReconnectSourceAction source={source} />}>
          {t('sources.trouble.disconnectedBody', { count: source.reviews })}
        </Callout>
      )}
      {source.kind === 'sandbox' && status === 'connected' && source.reviews === 0 && syncError === null && (
        <Callout
          title={t('sources.trial.title')}
          action={
            <Button size="small" asChild>
              <a href={source.url ?? ''} target="_blank" rel="noreferrer">
                {t('sources.detail.openTrial')}
              </a>
            </Button>
          }
        >
          {t('sources.trial.body')}
        </Callout>
      )}
      {status === 'removing' && (
        <Callout tone="neutral" title={t('sources.trouble.removing')}>
          {t('sources.trouble.removingBody', { count: source.reviews })}
        </Callout>
      )}
    </>
  )
}

/** May recover by itself; for an authorization error, other credentials may help. */
async function RetryCallout({ source }: { source: SourceWithSyncError }) {
  const t = await getT('reviews')
  const { syncError, failure, nextSyncAt } = source
  const action = failure?.code === 'forbidden' && <ReconnectSourceAction source={source} />
  return (
    <Callout tone="neutral" title={t('sources.trouble.retrying')} action={action}>
      {syncError}
      <NextSyncAttempt at={nextSyncAt} />
    </Callout>
  )
}
