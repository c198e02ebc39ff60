import type { ReactNode } from 'react'
import { getLocale, getT } from '@/components/i18n/server'
import type { SurveyWidget } from '@/server/survey-widgets/schema'
import { formatDate } from '../format'
import type { LinkReferences } from '../survey-links/survey-link-form'
import { DefinitionList } from '../ui/content/definition-list'
import { Section } from '../ui/content/section'

type SettingsProps = { widget: SurveyWidget; references: LinkReferences; answers: ReactNode }

export async function WidgetSettings({ widget, references, answers }: SettingsProps) {
  const [t, locale] = await Promise.all([getT('surveyWidgets'), getLocale()])
  const { kind, position, origins, rules, closesOn, asksContact } = widget
  const { include, exclude, sharePercent, cooldownDays } = rules
  return (
    <Section title={t('settings.title')} frame="card">
      <DefinitionList
        items={[
          { label: t('columns.answers'), value: answers },
          { label: t('columns.kind'), value: t(`kinds.${kind}`) },
          ...(kind === 'inline' ? [] : [{ label: t('fields.position'), value: t(`positions.${position}`) }]),
          { label: t('fields.origins'), value: <Lines lines={origins} /> },
          {
            label: t('settings.pages'),
            value: include.length === 0 ? t('settings.allPages') : <Lines lines={include} />,
          },
          ...(exclude.length === 0 ? [] : [{ label: t('settings.except'), value: <Lines lines={exclude} /> }]),
          ...(kind === 'popover' ? [{ label: t('settings.appears'), value: await describeAppearance(rules) }] : []),
          { label: t('settings.share'), value: t('settings.shareValue', { percent: sharePercent }) },
          {
            label: t('settings.again'),
            value: cooldownDays === 0 ? t('settings.againNever') : t('settings.againAfter', { days: cooldownDays }),
          },
          { label: t('fields.location'), value: references.location?.label },
          { label: t('fields.employee'), value: references.employee?.label },
          { label: t('fields.closesOn'), value: closesOn && formatDate(closesOn, locale, 'UTC') },
          { label: t('fields.asksContact'), value: t(`fields.asks.${asksContact}`) },
        ]}
      />
    </Section>
  )
}

async function describeAppearance({ delaySeconds, scrollPercent, event }: SurveyWidget['rules']): Promise<string> {
  const t = await getT('surveyWidgets')
  return [
    t('settings.after', { seconds: delaySeconds }),
    scrollPercent === null ? '' : t('settings.scrolled', { percent: scrollPercent }),
    event === null ? '' : t('settings.event', { event }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="block font-mono text-13">
      {line}
    </span>
  ))
}
