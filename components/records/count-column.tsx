import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import type { Column } from '../ui/lists/column'

type CountField = 'contacts' | 'responses'

export async function createCountColumn<Field extends CountField>(
  field: Field,
): Promise<Column<Record<Field, number>>> {
  const countField: CountField = field
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  return {
    key: field,
    header: t(`columns.${countField}`),
    cell: (row) => (
      <>
        <span className="sm:hidden">{t(`counts.${countField}`, { count: row[field] })}</span>
        <span className="max-sm:hidden">{formatNumber(row[field], locale)}</span>
      </>
    ),
    align: 'right',
    phoneSlot: 'detail',
    className: 'max-sm:text-left sm:min-w-28 sm:pr-8',
  }
}
