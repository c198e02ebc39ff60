import { Store } from 'lucide-react'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { GoogleConsentButton } from '@/components/review-sources/google-consent-button'
import { GoogleForm } from '@/components/review-sources/google-form'
import { DetailHeader } from '@/components/settings/detail-header'
import { Callout } from '@/components/ui/content/callout'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { toPlacesOrConsentError } from '@/server/api/pages/describe-review-failures'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata() {
  await getPageCaller('admin')
  const t = await getT('reviews')
  return { title: `${t('sources.google.title')} · ${t('sources.title')}` }
}

/** Return page of the Google OAuth consent: selects which of its business profiles to connect. */
export default async function ChooseGooglePlacesPage({ params }: Props) {
  const [t, locale, { id }, caller] = await Promise.all([getT('reviews'), getLocale(), params, getPageCaller('admin')])
  const [consented, { data: locations }] = await Promise.all([
    orNotFound(toPlacesOrConsentError(locale, caller.reviewSources.consentedPlaces({ id }))),
    caller.locations.names(),
  ])
  const { places } = consented
  return (
    <ClientMessages namespaces={['reviews']}>
      <DetailHeader
        back={{ href: '/settings/review-sources/new', label: t('sources.new.title') }}
        title={t('sources.google.title')}
        description={t('sources.google.lead')}
      />
      {places === null ? (
        <Callout
          tone={consented.isExpired ? 'neutral' : 'negative'}
          title={t(consented.isExpired ? 'sources.google.overTitle' : 'sources.google.failedTitle')}
          action={
            <Button size="small" asChild>
              <Link href="/settings/review-sources/new">{t('sources.google.startAgain')}</Link>
            </Button>
          }
        >
          {consented.message}
        </Callout>
      ) : places.length === 0 ? (
        <EmptyState
          icon={Store}
          title={t('sources.google.nothingTitle')}
          action={<GoogleConsentButton label={t('sources.google.otherAccount')} />}
        >
          {t('sources.google.nothing')}
        </EmptyState>
      ) : (
        <GoogleForm consentId={id} places={places} locations={locations} />
      )}
    </ClientMessages>
  )
}
