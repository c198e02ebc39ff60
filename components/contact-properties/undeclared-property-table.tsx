import type { UndeclaredProperty } from '@/server/contact-properties/schema'
import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { DeclarePropertyButton } from './property-dialog'
import { draftFromUndeclaredKey } from './property-values'

export async function UndeclaredPropertyTable({ undeclared }: { undeclared: readonly UndeclaredProperty[] }) {
  const [t, locale] = await Promise.all([getT('properties'), getLocale()])
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('columns.key')}</HeaderCell>
          <HeaderCell className="max-sm:hidden">{t('columns.example')}</HeaderCell>
          <HeaderCell align="right">{t('columns.contacts')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {undeclared.map((property) => (
          <Row key={property.key}>
            <Cell className="w-2/5 max-w-0">
              <span className="block truncate font-mono text-13">
                <bdi>{property.key}</bdi>
              </span>
              <span className="block truncate text-13 text-ink-soft sm:hidden">
                <bdi>{property.example}</bdi>
              </span>
              <UndeclarableReason property={property} />
            </Cell>
            <Cell className="w-3/5 max-w-0 truncate text-ink-soft max-sm:hidden">
              <bdi>{property.example}</bdi>
            </Cell>
            <Cell align="right">{formatNumber(property.contacts, locale)}</Cell>
            <Cell align="right">
              {property.isDeclarable && property.suggestedType !== null && (
                <DeclarePropertyButton draft={draftFromUndeclaredKey(property.key, property, locale)} />
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

async function UndeclarableReason({ property }: { property: UndeclaredProperty }) {
  const t = await getT('properties')
  if (property.isDeclarable && property.suggestedType !== null) return null
  return (
    <span className="block text-13 whitespace-normal text-ink-faint">
      {t(property.isDeclarable ? 'nested' : 'undeclarable')}
    </span>
  )
}
