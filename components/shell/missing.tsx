import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { FindButton } from './find-button'

/** What an address can be about, and the list of its kind. */
const LISTS = {
  contact: '/contacts',
  survey: '/surveys',
  sequence: '/sequences',
  response: '/responses',
  review: '/reviews',
  message: '/outbox',
  webhook: '/settings/webhooks',
  apiKey: '/settings/api-keys',
  reviewSource: '/settings/review-sources',
} as const

/** Inside the frame: there is no such thing, and where to look instead. */
export async function Missing({ kind }: { kind?: keyof typeof LISTS }) {
  const t = await getT('missing')
  const words = kind ?? 'page'
  return (
    <Page width="narrow">
      <PageHeader title={t(`${words}.title`)} description={t(`${words}.body`)} />
      <div className="flex flex-wrap gap-2">
        {kind && (
          <Button variant="primary" asChild>
            <Link href={LISTS[kind]}>{t(`${kind}.list`)}</Link>
          </Button>
        )}
        <FindButton>{t('find')}</FindButton>
        <Button asChild variant={kind ? 'ghost' : 'secondary'}>
          <Link href="/">{t('home')}</Link>
        </Button>
      </div>
    </Page>
  )
}

/** The same below a title that stands already, in the settings. */
export async function MissingBelow({ kind }: { kind: keyof typeof LISTS }) {
  const t = await getT('missing')
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold">{t(`${kind}.title`)}</h2>
        <p className="max-w-[65ch] text-ink-soft">{t(`${kind}.body`)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" asChild>
          <Link href={LISTS[kind]}>{t(`${kind}.list`)}</Link>
        </Button>
        <FindButton>{t('find')}</FindButton>
      </div>
    </section>
  )
}
