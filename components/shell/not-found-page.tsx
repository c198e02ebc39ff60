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

export type NotFoundPageProps = {
  kind?: keyof typeof LISTS
  otherOrganization?: { organizationId: string; name: string } | null
}

export async function NotFoundPage({ kind, otherOrganization = null }: NotFoundPageProps) {
  const { title, body } = await describeMissing(kind ?? 'page', otherOrganization)
  const t = await getT('missing')
  return (
    <Page width="narrow">
      <PageHeader title={title} description={body} />
      <div className="flex flex-wrap gap-2">
        {otherOrganization && <SwitchButton {...otherOrganization} />}
        {!otherOrganization && kind && <ListButton kind={kind} variant="primary" />}
        {!otherOrganization && <OpenSearchButton>{t('find')}</OpenSearchButton>}
        <Button asChild variant={otherOrganization || kind ? 'ghost' : 'secondary'}>
          <Link href="/">{t('home')}</Link>
        </Button>
      </div>
    </Page>
  )
}

/** For a page of the settings, inside their navigation. */
export async function NotFoundSection({ kind, otherOrganization }: Required<NotFoundPageProps>) {
  const { title, body } = await describeMissing(kind, otherOrganization)
  const t = await getT('missing')
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-16 font-semibold">{title}</h2>
        <p className="max-w-[65ch] text-ink-soft">{body}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {otherOrganization && <SwitchButton {...otherOrganization} />}
        <ListButton kind={kind} variant={otherOrganization ? 'ghost' : 'primary'} />
        {!otherOrganization && <OpenSearchButton>{t('find')}</OpenSearchButton>}
      </div>
    </section>
  )
}

type OtherOrganization = NonNullable<NotFoundPageProps['otherOrganization']>

async function describeMissing(kind: keyof typeof LISTS | 'page', otherOrganization: OtherOrganization | null) {
  const t = await getT('missing')
  if (otherOrganization === null) return { title: t(`${kind}.title`), body: t(`${kind}.body`) }
  return { title: t('elsewhere.title', { organization: otherOrganization.name }), body: t('elsewhere.body') }
}

async function SwitchButton({ organizationId, name }: OtherOrganization) {
  const t = await getT('missing')
  return (
    <SwitchOrganizationButton organizationId={organizationId}>
      {t('elsewhere.action', { organization: name })}
    </SwitchOrganizationButton>
  )
}

async function ListButton({ kind, variant }: { kind: keyof typeof LISTS; variant: 'primary' | 'ghost' }) {
  const t = await getT('missing')
  return (
    <Button asChild variant={variant}>
      <Link href={LISTS[kind]}>{t(`${kind}.list`)}</Link>
    </Button>
  )
}
