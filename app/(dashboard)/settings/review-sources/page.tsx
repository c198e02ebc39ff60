import { Star } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { isSourceStateTransient } from '@/components/review-sources/source-badge'
import { SourceTable } from '@/components/review-sources/source-table'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Callout } from '@/components/ui/content/callout'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Section } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { describeSourceFailure } from '@/server/api/pages/describe-review-failures'
import { getPageCaller } from '@/server/api/session/page-caller'

type Props = { searchParams: Promise<SearchParams> }

export async function generateMetadata() {
  await getPageCaller('admin')
  const [t, settings] = await Promise.all([getT('reviews'), getT('settings')])
  return { title: `${t('sources.title')} · ${settings('title')}` }
}

export default async function ReviewSourcesPage({ searchParams }: Props) {
  const [caller, params] = await Promise.all([getPageCaller('admin'), searchParams])
  const [t, locale] = await Promise.all([getT('reviews'), getLocale()])
  const { data } = await caller.reviewSources.list()
  const sources = data.map((source) => ({ ...source, syncError: describeSourceFailure(locale, source) }))
  const connect = (
    <Button variant="primary" asChild>
      <Link href="/settings/review-sources/new" aria-keyshortcuts="c">
        {t('sources.connect')}
      </Link>
    </Button>
  )
  return (
    <ClientMessages namespaces={['reviews']}>
      {sources.some(isSourceStateTransient) && <AutoRefresh key={JSON.stringify(sources)} />}
      <GoogleConsentError code={readTextParam(params, 'google')} />
      <Section title={t('sources.title')} description={t('sources.lead')} action={sources.length > 0 && connect}>
        {sources.length > 0 ? (
          <SourceTable sources={sources} />
        ) : (
          <EmptyState icon={Star} title={t('sources.emptyTitle')} action={connect}>
            {t('sources.emptyBody')}
          </EmptyState>
        )}
      </Section>
    </ClientMessages>
  )
}

const CONSENT_ERRORS = ['denied', 'over', 'refused', 'failed'] as const

async function GoogleConsentError({ code }: { code: string | undefined }) {
  const reason = CONSENT_ERRORS.find((known) => known === code)
  if (reason === undefined) return null
  const t = await getT('reviews')
  return (
    <Callout
      tone={reason === 'denied' ? 'neutral' : 'negative'}
      title={t(`sources.googleReturn.${reason}.title`)}
      action={
        <Button size="small" asChild>
          <Link href="/settings/review-sources/new">{t('sources.googleReturn.again')}</Link>
        </Button>
      }
    >
      {t(`sources.googleReturn.${reason}.body`)}
    </Callout>
  )
}
