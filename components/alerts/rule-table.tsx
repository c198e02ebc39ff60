import type { AlertRule } from '@/server/alerts/schema'
import { getLocale, getT } from '../i18n/server'
import { DataTable } from '../ui/lists/data-table'
import { describeRule, type RuleChoices } from './describe-rule'
import { RuleSwitch } from './rule-switch'

export async function RuleTable({ rules, choices }: { rules: readonly AlertRule[]; choices: RuleChoices }) {
  const [t, locale] = await Promise.all([getT('alerts'), getLocale()])
  return (
    <DataTable
      caption={t('title')}
      rows={rules}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settings/alerts/${id}`}
      columns={[
        {
          key: 'rule',
          header: t('columns.rule'),
          grow: true,
          phoneSlot: 'title',
          className: 'whitespace-normal sm:py-2.5',
          cell: (rule) => (
            <span className="grid min-w-0 gap-0.5 whitespace-normal">
              <span className="font-medium">{rule.name}</span>
              <span className="text-13 font-normal text-ink-soft">{describeRule(t, locale, rule, choices)}</span>
            </span>
          ),
        },
        {
          key: 'active',
          header: t('columns.active'),
          align: 'right',
          phoneSlot: 'side',
          className: 'w-16',
          cell: (rule) => <RuleSwitch rule={{ id: rule.id, name: rule.name, active: rule.active }} />,
        },
      ]}
    />
  )
}
