import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Dash } from '@/components/ui/content/definition-list'
import type { AnsweredRate } from '@/server/sequences/results/schema'
import { formatAnsweredRate } from './format-answered-rate'

/** The rate of a sequence in a list, with the number of surveys delivered; on phones in words, and nothing without any. */
export async function AnsweredRateCell({ rate }: { rate: AnsweredRate | undefined }) {
  const [t, locale] = await Promise.all([getT('sequenceResults'), getLocale()])
  if (rate === undefined || rate.n === 0)
    return (
      <span className="max-sm:hidden">
        <Dash />
      </span>
    )
  const { answered } = rate
  const delivered = formatNumber(rate.n, locale)
  const share = formatAnsweredRate(rate, locale)?.share
  return (
    <span className="figures whitespace-nowrap">
      <span className="sm:hidden">
        {share === undefined ? t('column.phoneFew', { answered, delivered }) : t('column.phone', { share, delivered })}
      </span>
      <span className="max-sm:hidden">
        {share}
        <span className={share === undefined ? '' : 'ml-2 text-13 text-ink-faint'}>
          {t('column.counts', { answered: formatNumber(answered, locale), delivered })}
        </span>
      </span>
    </span>
  )
}
