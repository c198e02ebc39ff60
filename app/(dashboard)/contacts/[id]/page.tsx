import type { Metadata } from 'next'
import { ContactActions } from '@/components/contacts/contact-actions'
import { ContactProperties } from '@/components/contacts/contact-properties'
import { ContactReachabilityCard } from '@/components/contacts/contact-reachability-card'
import { DuplicateHint } from '@/components/contacts/duplicates/duplicate-hint'
import { ContactTimelineSection } from '@/components/contacts/timeline/contact-timeline-section'
import { parseTimelineQuery } from '@/components/contacts/timeline/timeline-urls'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { AutoRefresh } from '@/components/ui/auto-refresh'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { TextLink } from '@/components/ui/controls/text-link'
import { PageShortcuts } from '@/components/ui/page-shortcuts'
import type { SearchParams } from '@/components/ui/search-params'
import { dataOrNullOnError, getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { contactName } from '@/server/contacts/contact-name'
import type { Contact } from '@/server/contacts/schema'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('contacts'), params, getPageCaller()])
  return { title: `${contactName((await orNotFound(caller.contacts.get({ id }))).data)} · ${t('title')}` }
}

export default async function ContactPage({ params, searchParams }: Props) {
  const [t, { id }, query, caller] = await Promise.all([getT('contacts'), params, searchParams, getPageCaller()])
  const timelineQuery = parseTimelineQuery(query)
  const [
    { data: contact },
    { data: timeline },
    { data: reachability },
    { data: account },
    { data: properties },
    { data: duplicates },
  ] = await Promise.all([
    orNotFound(caller.contacts.get({ id })),
    orNotFound(caller.contacts.timeline({ id, ...timelineQuery })),
    orNotFound(caller.contacts.reachability({ id })),
    caller.account.get(),
    caller.contactProperties.list({}),
    caller.contacts.duplicates({ id }),
  ])
  const { user, organization } = account
  const isAdmin = user.role === 'owner' || user.role === 'admin'
  const timeZone = organization?.timeZone ?? 'UTC'
  const name = contactName(contact)
  return (
    <Page>
      <PageHeader
        title={name}
        badge={contact.unsubscribed ? <Badge tone="neutral">{t('unsubscribed')}</Badge> : undefined}
        back={{ href: '/contacts', label: t('title') }}
        actions={
          <>
            <ClientMessages namespaces={['contacts', 'bulkActions']}>
              <ContactActions
                id={id}
                name={name}
                isAdmin={isAdmin}
                unsubscribed={contact.unsubscribed}
                hasOptedOut={reachability.optedOutAt !== null}
              />
            </ClientMessages>
            <Button variant="primary" asChild>
              <Link href={`/contacts/${id}/edit`}>{t('edit')}</Link>
            </Button>
          </>
        }
      />
      <DuplicateHint contactId={id} duplicates={duplicates} />
      {timeline.entries.some((entry) => entry.kind === 'enrolled' && entry.status === 'queued') && (
        <AutoRefresh key={JSON.stringify(timeline)} />
      )}
      {/* The person's details are above the timeline on narrow screens, and beside it on wide ones. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-x-10">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 lg:col-start-2 lg:row-start-1">
          <ContactReachabilityCard reachability={reachability} email={contact.email} timeZone={timeZone} />
          <ContactDetails contact={contact} />
          <ContactProperties customFields={contact.customFields} properties={properties} mayDeclare={isAdmin} />
        </div>
        <ContactTimelineSection
          contactId={id}
          timeline={timeline}
          query={timelineQuery}
          properties={properties}
          viewer={{ id: user.id, mayDeleteAllNotes: isAdmin, timeZone }}
        />
      </div>
      <PageShortcuts />
    </Page>
  )
}

async function ContactDetails({ contact }: { contact: Contact }) {
  const [t, common, caller] = await Promise.all([getT('contacts'), getT('common'), getPageCaller()])
  const { locationId, contactOrganizationId, preferredLanguage } = contact
  const [location, company] = await Promise.all([
    locationId === null ? null : dataOrNullOnError(caller.locations.get({ id: locationId })),
    contactOrganizationId === null
      ? null
      : dataOrNullOnError(caller.contactOrganizations.get({ id: contactOrganizationId })),
  ])
  return (
    <Section title={t('details')}>
      <DefinitionList
        isNarrow
        items={[
          { label: t('fields.email'), value: contact.email },
          { label: t('fields.phone'), value: contact.phone },
          { label: t('fields.title'), value: contact.title },
          {
            label: t('fields.preferredLanguage'),
            value: preferredLanguage ? common(`language.${preferredLanguage}`) : t('fields.languageDefault'),
          },
          {
            label: t('fields.location'),
            value: location && <TextLink href={`/locations/${location.id}`}>{location.name}</TextLink>,
          },
          {
            label: t('fields.company'),
            value: company && <TextLink href={`/companies/${company.id}`}>{company.name}</TextLink>,
          },
          { label: t('fields.tags'), value: contact.tags.join(', ') },
          { label: t('columns.added'), value: <Time value={contact.createdAt} as="datetime" /> },
        ]}
      />
    </Section>
  )
}
