import { formatNumber } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Card } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import type { EntryForecast, EntryRule } from '@/server/sequences/entry/schema'
import { describeEntryRule, type EntryChoices } from './describe-entry-rule'
import { EntryRuleActions } from './entry-rule-dialogs'

export type RuleWithForecast = { rule: EntryRule; forecast: EntryForecast }
type EntryRuleListProps = { rules: readonly RuleWithForecast[]; choices: EntryChoices }

export async function EntryRuleList({ rules, choices }: EntryRuleListProps) {
  const [t, locale] = await Promise.all([getT('entry'), getLocale()])
  return (
    <ul className="grid gap-3">
      {rules.map(({ rule, forecast }) => {
        const sentence = describeEntryRule(t, locale, rule, choices)
        return (
          <li key={rule.id}>
            <Card className="grid gap-2">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0 text-14 font-medium wrap-anywhere">{sentence}</p>
                <EntryRuleActions rule={rule} sentence={sentence} choices={choices} />
              </div>
              <p className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-soft">
                <span>{t('entered', { count: rule.enteredLately })}</span>
                {rule.waiting > 0 && <span>{t('waiting', { count: rule.waiting })}</span>}
                <TextLink href={`/sequences/${rule.sequenceId}/entry?rule=${rule.id}`}>{t('log')}</TextLink>
              </p>
              <Forecast rule={rule} forecast={forecast} />
            </Card>
          </li>
        )
      })}
    </ul>
  )
}

async function Forecast({ rule, forecast: { contacts, days } }: RuleWithForecast) {
  const [t, locale] = await Promise.all([getT('entry'), getLocale()])
  if (days.length === 0 && rule.cause.type !== 'segment_entered') return null
  const counts = days.map((day) => day.contacts)
  const [low, high] = [Math.min(...counts), Math.max(...counts)].map((count) => formatNumber(count, locale))
  const dayFormat = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return (
    <div className="grid gap-1 text-13 text-ink-soft">
      <p>
        <span className="font-medium text-ink">{t('forecast.title')}</span> ·{' '}
        {t('forecast.people', { count: contacts })}
        {days.length > 0 && ` · ${t('forecast.perDay', { low: low ?? '0', high: high ?? '0' })}`}
      </p>
      {days.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer">{t('forecast.days')}</summary>
          <table className="mt-2 w-full max-w-xs">
            <thead>
              <tr className="text-left">
                <th className="font-medium">{t('forecast.day')}</th>
                <th className="text-right font-medium">{t('forecast.contacts')}</th>
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <td>{dayFormat.format(new Date(day.day))}</td>
                  <td className="text-right tabular-nums">{formatNumber(day.contacts, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}
