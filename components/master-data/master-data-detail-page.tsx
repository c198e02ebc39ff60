import { formatNumber } from '../format'
import { ClientMessages } from '../i18n/client-messages'
import { getLocale, getT } from '../i18n/server'
import { Dash, DefinitionList } from '../ui/content/definition-list'
import { Page, PageHeader } from '../ui/content/page'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { CopyButton } from '../ui/controls/copy-button'
import type { Option } from '../ui/controls/select'
import { TextLink } from '../ui/controls/text-link'
import { DeleteMasterDataDialog } from './delete-master-data-dialog'
import type { AnyMasterDataEntry, MasterDataCollectionName, MasterDataUsageCounts } from './master-data-collections'
import { MasterDataFormDialog } from './master-data-form-dialog'
import { MergeMasterDataDialog } from './merge-master-data-dialog'

type MasterDataDetailPageProps = {
  collection: MasterDataCollectionName
  record: AnyMasterDataEntry & { usage: MasterDataUsageCounts }
  mayChange: boolean
  alertNames?: readonly string[]
  timeZones?: readonly Option[]
}

export async function MasterDataDetailPage({
  collection,
  record,
  mayChange,
  alertNames = [],
  timeZones = [],
}: MasterDataDetailPageProps) {
  const t = await getT('records')
  const { id, name, usage } = record
  return (
    <Page width="medium">
      <PageHeader
        title={name}
        back={{ href: `/${collection}`, label: t(`${collection}.title`) }}
        actions={
          mayChange && (
            <ClientMessages namespaces={['records']}>
              <DeleteMasterDataDialog
                collection={collection}
                id={id}
                name={name}
                usage={usage}
                alertNames={alertNames}
              />
              <MergeMasterDataDialog collection={collection} id={id} name={name} />
              <MasterDataFormDialog collection={collection} record={record} timeZones={timeZones} />
            </ClientMessages>
          )
        }
      />
      <Section title={t('details')}>
        <DefinitionList
          items={[
            ...(collection === 'locations'
              ? [{ label: t('fields.timeZone'), value: record.timeZone ?? t('fields.timeZoneSame') }]
              : []),
            ...(collection === 'employees' ? [{ label: t('fields.email'), value: record.email }] : []),
            {
              label: t('fields.id'),
              value: (
                <span className="flex flex-wrap items-center gap-1.5">
                  <span className="font-mono text-13 break-all">{id}</span>
                  <CopyButton text={id} />
                </span>
              ),
            },
            { label: t('fields.added'), value: <Time value={record.createdAt} as="datetime" /> },
            { label: t('fields.changed'), value: <Time value={record.updatedAt} as="datetime" /> },
          ]}
        />
      </Section>
      <Section title={t('use.title')}>
        <DefinitionList items={await listUsageItems(collection, id, usage, mayChange)} />
      </Section>
    </Page>
  )
}

async function listUsageItems(
  noun: MasterDataCollectionName,
  id: string,
  use: MasterDataUsageCounts,
  maySeeSettings: boolean,
) {
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  const param = { locations: 'location', employees: 'employee', companies: 'company' }[noun]
  const query = `?${param}=${id}`
  const hrefs: Record<keyof MasterDataUsageCounts, string | null> = {
    contacts: `/contacts${query}`,
    responses: `/responses${query}`,
    reviews: `/reviews${query}`,
    sendings: null,
    places: maySeeSettings ? '/settings/review-sources' : null,
    reviewLinks: maySeeSettings ? '/settings/reviews' : null,
  }
  return (Object.keys(hrefs) as (keyof MasterDataUsageCounts)[]).flatMap((field) => {
    const count = use[field]
    if (count === undefined) return []
    const number = <span className="figures">{formatNumber(count, locale)}</span>
    const href = hrefs[field]
    const value = count === 0 ? <Dash /> : href === null ? number : <TextLink href={href}>{number}</TextLink>
    return [{ label: t(`use.${field}`), value }]
  })
}
