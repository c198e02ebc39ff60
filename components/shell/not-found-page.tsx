import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '../ui/controls/link'
import { FindButton } from './open-search-button'
import { SwitchHere } from './switch-organization-button'

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
  alertRule: '/settings/alerts',
} as const

type OtherOrganization = { organizationId: string; name: string } | null

export type MissingProps = {
  kind?: keyof typeof LISTS
  elsewhere?: OtherOrganization
}

export async function Missing({ kind, elsewhere = null }: MissingProps) {
  const t = await getT('missing')
  if (elsewhere !== null)
    return (
      <Page width="narrow">
        <PageHeader title={t('elsewhere.title', { organization: elsewhere.name })} description={t('elsewhere.body')} />
        <div className="flex flex-wrap gap-2">
          <SwitchHere organizationId={elsewhere.organizationId}>
            {t('elsewhere.action', { organization: elsewhere.name })}
          </SwitchHere>
          <Button asChild variant="ghost">
            <Link href="/">{t('home')}</Link>
          </Button>
        </div>
      </Page>
    )
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

export async function MissingBelow({ kind, elsewhere }: Required<MissingProps>) {
  const t = await getT('missing')
  const words =
    elsewhere === null
      ? { title: t(`${kind}.title`), body: t(`${kind}.body`) }
      : { title: t('elsewhere.title', { organization: elsewhere.name }), body: t('elsewhere.body') }
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold">{words.title}</h2>
        <p className="max-w-[65ch] text-ink-soft">{words.body}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {elsewhere !== null && (
          <SwitchHere organizationId={elsewhere.organizationId}>
            {t('elsewhere.action', { organization: elsewhere.name })}
          </SwitchHere>
        )}
        <Button variant={elsewhere === null ? 'primary' : 'ghost'} asChild>
          <Link href={LISTS[kind]}>{t(`${kind}.list`)}</Link>
        </Button>
        {elsewhere === null && <FindButton>{t('find')}</FindButton>}
      </div>
    </section>
  )
}
