import type { ContactProperty } from '@/server/contact-properties/schema'
import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { PropertyActions } from './property-actions'

type PropertyTableProps = { properties: readonly ContactProperty[]; contactsByKey: Readonly<Record<string, number>> }

export async function PropertyTable({ properties, contactsByKey }: PropertyTableProps) {
  const [t, locale] = await Promise.all([getT('properties'), getLocale()])
  const orderedIds = properties.map(({ id }) => id)
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('columns.label')}</HeaderCell>
          <HeaderCell>{t('columns.type')}</HeaderCell>
          <HeaderCell className="max-sm:hidden">{t('columns.key')}</HeaderCell>
          <HeaderCell align="right">{t('columns.contacts')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {properties.map((property) => (
          <Row key={property.id}>
            <Cell className="w-full max-w-0 font-medium">
              <span className="block truncate">
                <bdi>{property.label[locale]}</bdi>
              </span>
            </Cell>
            <Cell className="whitespace-nowrap text-ink-soft">
              {t(`types.${property.type}`)}
              {property.type === 'choice' && (
                <span className="text-ink-faint max-sm:hidden">
                  {' '}
                  · {t('optionCount', { count: property.options.length })}
                </span>
              )}
            </Cell>
            <Cell className="max-w-[24ch] truncate font-mono text-13 text-ink-soft max-sm:hidden">{property.key}</Cell>
            <Cell align="right">{formatNumber(contactsByKey[property.key] ?? 0, locale)}</Cell>
            <Cell align="right">
              <PropertyActions property={property} orderedIds={orderedIds} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
