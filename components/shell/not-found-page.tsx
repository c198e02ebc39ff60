import { getT } from '@/components/i18n/server'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '../ui/controls/link'
import { OpenSearchButton } from './open-search-button'
import { SwitchOrganizationButton } from './switch-organization-button'

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

export type NotFoundPageProps = {
  kind?: keyof typeof LISTS
  otherOrganization?: OtherOrganization
}

export async function NotFoundPage({ kind, otherOrganization = null }: NotFoundPageProps) {
  const t = await getT('missing')
  if (otherOrganization !== null)
    return (
      <Page width="narrow">
        <PageHeader
          title={t('elsewhere.title', { organization: otherOrganization.name })}
          description={t('elsewhere.body')}
        />
        <div className="flex flex-wrap gap-2">
          <SwitchOrganizationButton organizationId={otherOrganization.organizationId}>
            {t('elsewhere.action', { organization: otherOrganization.name })}
          </SwitchOrganizationButton>
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
        <OpenSearchButton>{t('find')}</OpenSearchButton>
        <Button asChild variant={kind ? 'ghost' : 'secondary'}>
          <Link href="/">{t('home')}</Link>
        </Button>
      </div>
    </Page>
  )
}

export async function NotFoundSection({ kind, otherOrganization }: Required<NotFoundPageProps>) {
  const t = await getT('missing')
  const words =
    otherOrganization === null
      ? { title: t(`${kind}.title`), body: t(`${kind}.body`) }
      : { title: t('elsewhere.title', { organization: otherOrganization.name }), body: t('elsewhere.body') }
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold">{words.title}</h2>
        <p className="max-w-[65ch] text-ink-soft">{words.body}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {otherOrganization !== null && (
          <SwitchOrganizationButton organizationId={otherOrganization.organizationId}>
            {t('elsewhere.action', { organization: otherOrganization.name })}
          </SwitchOrganizationButton>
        )}
        <Button variant={otherOrganization === null ? 'primary' : 'ghost'} asChild>
          <Link href={LISTS[kind]}>{t(`${kind}.list`)}</Link>
        </Button>
        {otherOrganization === null && <OpenSearchButton>{t('find')}</OpenSearchButton>}
      </div>
    </section>
  )
}
