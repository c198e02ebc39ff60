import type { ReactNode } from 'react'
import type { SiteKind } from '@/server/reviews/constants'
import { getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { InlineCode } from '../ui/content/code-block'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { Link } from '../ui/controls/link'
import { ConnectTrialSiteButton } from './connect-trial-site-button'
import { GoogleConsentButton } from './google-consent-button'
import { SiteIcon } from './site-icon'

/** @property trialId the trial site's source, if enabled. */
type SiteCardsProps = { google: { isSetUp: boolean; redirect: string }; trialId: string | null }

export async function SiteCards({ google, trialId }: SiteCardsProps) {
  const t = await getT('reviews')
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
      <SiteCard kind="google">
        {google.isSetUp ? <GoogleConsentButton /> : <NoGoogle redirect={google.redirect} />}
      </SiteCard>
      {(['trustpilot', 'feed'] as const).map((kind) => (
        <SiteCard key={kind} kind={kind}>
          <Button asChild>
            <Link href={`/settings/review-sources/new/${kind}`}>{t(`sources.new.${kind}.action`)}</Link>
          </Button>
        </SiteCard>
      ))}
      <SiteCard kind="sandbox">
        {trialId === null ? (
          <ConnectTrialSiteButton />
        ) : (
          <span className="flex flex-wrap items-center gap-3">
            <Button asChild>
              <Link href={`/settings/review-sources/${trialId}`}>{t('sources.new.sandbox.open')}</Link>
            </Button>
            <Badge tone="positive">{t('sources.new.sandbox.on')}</Badge>
          </span>
        )}
      </SiteCard>
    </ul>
  )
}

async function SiteCard({ kind, children }: { kind: SiteKind; children: ReactNode }) {
  const t = await getT('reviews')
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-card border bg-surface p-5">
      <span className="flex items-center gap-3">
        <SiteIcon kind={kind} />
        <h3 className="text-14 font-semibold">{t(`sources.new.${kind}.name`)}</h3>
      </span>
      <div className="grid grow content-start gap-1.5">
        <p>{t(`sources.new.${kind}.does`)}</p>
        <p className="text-13 text-ink-soft">{t(`sources.new.${kind}.needs`)}</p>
      </div>
      <div className="pt-1">{children}</div>
    </li>
  )
}

async function NoGoogle({ redirect }: { redirect: string }) {
  const t = await getT('reviews')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-control bg-sunken px-3 py-2.5 text-13 text-ink-soft">
      <p>{t('sources.new.google.missing')}</p>
      <span className="flex items-start justify-between gap-1">
        <InlineCode>{redirect}</InlineCode>
        <CopyButton text={redirect} />
      </span>
    </div>
  )
}
