import { formatNumber } from '../format'
import { getLocale, getT } from '../i18n/server'
import type { Column } from '../ui/lists/column'

type Counted = 'contacts' | 'responses'

export async function countColumn<What extends Counted>(what: What): Promise<Column<Record<What, number>>> {
  const counted: Counted = what
  const [t, locale] = await Promise.all([getT('records'), getLocale()])
  return {
    key: what,
    header: t(`columns.${counted}`),
    cell: (row) => (
      <>
        <span className="sm:hidden">{t(`counts.${counted}`, { count: row[what] })}</span>
        <span className="max-sm:hidden">{formatNumber(row[what], locale)}</span>
      </>
    ),
    align: 'right',
    phone: 'detail',
    className: 'max-sm:text-left sm:min-w-28 sm:pr-8',
  }
}
