import { Layers } from 'lucide-react'
import type { Metadata } from 'next'
import { describeContactFilter } from '@/components/contacts/describe-contact-filter'
import { SegmentActions } from '@/components/contacts/segment-actions'
import { formatNumber } from '@/components/format'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { ListPageTabs } from '@/components/master-data/list-page-tabs'
import { EmptyState } from '@/components/ui/content/empty-state'
import { Page, PageHeader } from '@/components/ui/content/page'
import { Button } from '@/components/ui/controls/button'
import { Link } from '@/components/ui/controls/link'
import { TextLink } from '@/components/ui/controls/text-link'
import { DataTable } from '@/components/ui/lists/data-table'
import { Pagination } from '@/components/ui/lists/pagination'
import { readPageNumber, type SearchParams } from '@/components/ui/search-params'
import { dataOrNullOnError, getPageCaller } from '@/server/api/session/page-caller'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { ContactFilter } from '@/server/contacts/filters/schema'
import type { Segment } from '@/server/segments/schema'
import { toContactListHref } from '../list-query'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getT('contacts')
  return { title: `${t('segments.title')} · ${t('title')}` }
}

export default async function SegmentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [t, locale, params, caller] = await Promise.all([getT('contacts'), getLocale(), searchParams, getPageCaller()])
  const [{ data, meta }, { data: properties }] = await Promise.all([
    caller.segments.list({ page: readPageNumber(params), limit: 50 }),
    caller.contactProperties.list({}),
  ])
  const rows = await Promise.all(
    data.map(async (segment) => ({ ...segment, conditions: await describeSegment(segment, properties) })),
  )
  return (
    <Page>
      <PageHeader title={t('segments.title')} description={t('segments.sentence')} />
      <ListPageTabs of="contacts" />
      {rows.length === 0 ? (
        <EmptyState
          icon={Layers}
          title={t('segments.emptyTitle')}
          action={
            <Button variant="primary" asChild>
              <Link href="/contacts">{t('segments.emptyAction')}</Link>
            </Button>
          }
        >
          {t('segments.emptySentence')}
        </EmptyState>
      ) : (
        <ClientMessages namespaces={['contacts']}>
          <DataTable
            caption={t('segments.title')}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'name',
                header: t('segments.columns.name'),
                cell: ({ id, name }) => (
                  <TextLink href={`/contacts?segment=${id}`} title={name}>
                    {name}
                  </TextLink>
                ),
                className: 'min-w-40 max-w-112 truncate max-sm:max-w-full',
                phoneSlot: 'title',
              },
              {
                key: 'conditions',
                header: t('segments.columns.conditions'),
                cell: ({ conditions }) => <span className="text-ink-soft">{conditions.join(' · ')}</span>,
                grow: true,
                phoneSlot: 'detail',
              },
              {
                key: 'contacts',
                header: t('segments.columns.contacts'),
                cell: ({ contacts }) => formatNumber(contacts, locale),
                align: 'right',
                phoneSlot: 'end',
              },
              {
                key: 'actions',
                header: '',
                cell: ({ id, name, filter }) => (
                  <SegmentActions
                    id={id}
                    name={name}
                    editHref={toContactListHref(ContactFilter.parse(filter), { edit_segment: id })}
                  />
                ),
                phoneSlot: 'aside',
              },
            ]}
          />
        </ClientMessages>
      )}
      <Pagination meta={meta} path="/contacts/segments" params={params} />
    </Page>
  )
}

async function describeSegment(segment: Segment, properties: readonly ContactProperty[]): Promise<string[]> {
  const [t, common, caller] = await Promise.all([getT('contacts'), getT('common'), getPageCaller()])
  const filter = ContactFilter.parse(segment.filter)
  const { location_id: locationId, contact_organization_id: companyId } = filter
  const [location, company] = await Promise.all([
    locationId === undefined ? null : dataOrNullOnError(caller.locations.get({ id: locationId })),
    companyId === undefined ? null : dataOrNullOnError(caller.contactOrganizations.get({ id: companyId })),
  ])
  return [
    ...(locationId === undefined ? [] : [t('filterLocation', { name: location?.name ?? common('unknown') })]),
    ...(companyId === undefined ? [] : [t('filterCompany', { name: company?.name ?? common('unknown') })]),
    ...(await describeContactFilter(filter, properties)).map(({ label }) => label),
  ]
}
