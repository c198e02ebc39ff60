import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { isSourceStateTransient } from '@/components/review-sources/source-badge'
import { SourceDetails } from '@/components/review-sources/source-details'
import { SourceHeader } from '@/components/review-sources/source-header'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { describeSourceFailure } from '@/server/api/pages/describe-review-failures'
import { getPageCaller, orNotFound } from '@/server/api/session/page-caller'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props) {
  const [t, { id }, caller] = await Promise.all([getT('reviews'), params, getPageCaller('admin')])
  const { data: source } = await orNotFound(caller.reviewSources.get({ id }))
  return { title: `${source.name} · ${t('sources.title')}` }
}

export default async function ReviewSourcePage({ params }: Props) {
  const [{ id }, locale, caller] = await Promise.all([params, getLocale(), getPageCaller('admin')])
  const [{ data }, { data: locations }] = await Promise.all([
    orNotFound(caller.reviewSources.get({ id })),
    caller.locations.names(),
  ])
  const source = { ...data, syncError: describeSourceFailure(locale, data) }
  return (
    <ClientMessages namespaces={['reviews']}>
      {isSourceStateTransient(data) && <AutoRefresh key={JSON.stringify(data)} />}
      <SourceHeader source={source} locations={locations} />
      <SourceDetails source={source} locations={locations} />
    </ClientMessages>
  )
}
