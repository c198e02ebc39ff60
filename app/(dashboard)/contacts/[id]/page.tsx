import type { Metadata } from 'next'
import { ContactProperties } from '@/components/contacts/contact-properties'
import { ContactResponses } from '@/components/contacts/contact-responses'
import { ContactSendings } from '@/components/contacts/contact-sendings'
import { DeleteContactDialog } from '@/components/contacts/delete-contact-dialog'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { TextLink } from '@/components/ui/controls/text-link'
import { dataOrNullOnError, getPageCaller, orNotFound } from '@/server/api/session/page-caller'
import { contactName } from '@/server/contacts/contact-name'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [t, { id }, caller] = await Promise.all([getT('contacts'), params, getPageCaller()])
  return { title: `${contactName((await orNotFound(caller.contacts.get({ id }))).data)} · ${t('title')}` }
}

export default async function ContactPage({ params }: Props) {
  const [t, common, { id }, caller] = await Promise.all([getT('contacts'), getT('common'), params, getPageCaller()])
  const { data: contact } = await orNotFound(caller.contacts.get({ id }))
  const [
    location,
    company,
    { data: responses },
    { data: sendings },
    { data: sequences },
    { data: account },
    properties,
  ] = await Promise.all([
    contact.locationId === null ? null : dataOrNullOnError(caller.locations.get({ id: contact.locationId })),
    contact.contactOrganizationId === null
      ? null
      : dataOrNullOnError(caller.contactOrganizations.get({ id: contact.contactOrganizationId })),
    caller.responses.browse({ contact_id: id, page: 1, limit: 20 }),
    caller.sequences.listSendings({ contactId: id, page: 1, limit: 20 }),
    caller.sequences.list({ page: 1, limit: 100 }),
    caller.account.get(),
    caller.contactProperties.list({}),
  ])
  const isAdmin = account.user.role === 'owner' || account.user.role === 'admin'
  const name = contactName(contact)
  return (
    <Page width="medium">
      <PageHeader
        title={name}
        badge={contact.unsubscribed ? <Badge tone="neutral">{t('unsubscribed')}</Badge> : undefined}
        back={{ href: '/contacts', label: t('title') }}
        actions={
          <>
            <ClientMessages namespaces={['contacts']}>
              <DeleteContactDialog id={id} name={name} mayErase={isAdmin} />
            </ClientMessages>
            <Button variant="primary" asChild>
              <Link href={`/contacts/${id}/edit`}>{t('edit')}</Link>
            </Button>
          </>
        }
      />
      <Section title={t('details')}>
        <DefinitionList
          items={[
            { label: t('fields.email'), value: contact.email },
            { label: t('fields.phone'), value: contact.phone },
            { label: t('fields.title'), value: contact.title },
            {
              label: t('fields.preferredLanguage'),
              value: contact.preferredLanguage
                ? common(`language.${contact.preferredLanguage}`)
                : t('fields.languageDefault'),
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
      <ContactProperties customFields={contact.customFields} properties={properties.data} mayDeclare={isAdmin} />
      <Section title={t('responses')} frame="plain">
        <ContactResponses responses={responses} />
      </Section>
      <Section title={t('sendings')} description={t('sendingsSentence')} frame="plain">
        <ClientMessages namespaces={['sequences']}>
          <ContactSendings
            sendings={sendings}
            names={new Map(sequences.map((sequence) => [sequence.id, sequence.name]))}
          />
        </ClientMessages>
      </Section>
    </Page>
  )
}
