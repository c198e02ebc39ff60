import type { Location } from '@/server/organizations/schema'
import { getT } from '../i18n/server'
import type { Option } from '../ui/controls/select'
import { Cell, HeaderCell, Row, Table } from '../ui/lists/table'
import { LocationActions } from './later'

export type LocationsTableProps = { locations: readonly Location[]; timeZones: readonly Option[] }

/** The organization's places, by name. */
export async function LocationsTable({ locations, timeZones }: LocationsTableProps) {
  const t = await getT('settings')
  return (
    <Table>
      <thead>
        <tr>
          <HeaderCell>{t('locations.columns.name')}</HeaderCell>
          <HeaderCell>{t('locations.columns.timeZone')}</HeaderCell>
          <HeaderCell align="right">{t('locations.columns.contacts')}</HeaderCell>
          <HeaderCell>
            <span className="sr-only">{t('locations.columns.actions')}</span>
          </HeaderCell>
        </tr>
      </thead>
      <tbody>
        {locations.map((location) => (
          <Row key={location.id}>
            <Cell className="font-medium">{location.name}</Cell>
            <Cell className="text-ink-soft">{location.timeZone ?? t('locations.timeZoneSame')}</Cell>
            <Cell align="right">{location.contacts}</Cell>
            <Cell align="right">
              <LocationActions location={location} timeZones={timeZones} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
