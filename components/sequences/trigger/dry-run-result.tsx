'use client'

import { useTranslations } from 'use-intl/react'
import { Badge } from '@/components/ui/content/badge'
import { DefinitionList } from '@/components/ui/content/definition-list'
import type { TriggerDryRun } from '@/server/sequences/trigger-addresses/schema'

const SENTENCES = ['entered', 'duplicate', 'filtered', 'invalid', 'enteredBefore', 'sequenceInactive'] as const

export function DryRunResult({ result }: { result: TriggerDryRun }) {
  const t = useTranslations('trigger')
  const { outcome, details, contact, dedupeKey } = result
  const sentence = SENTENCES.find((one) => one === outcome)
  return (
    <section
      aria-label={t('tryTitle')}
      aria-live="polite"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-surface p-5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={outcome === 'entered' ? 'positive' : 'neutral'}>{t('tryTitle')}</Badge>
        <p className="text-14 font-medium">
          {sentence ? t(`would.${sentence}`) : t('would.other', { reason: t(`outcomes.${outcome}`) })}
        </p>
      </div>
      {details.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5 text-14 text-ink-soft">
          {details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {contact && (
        <DefinitionList
          items={[
            { label: t(contact.isNew ? 'who.new' : 'who.known'), value: contact.email },
            ...listValues(contact).flatMap(([field, value]) =>
              value === null ? [] : [{ label: t(`fields.${field}`), value }],
            ),
            ...contact.properties.map(({ key, value }) => ({ label: key, value })),
            ...(dedupeKey === null ? [] : [{ label: t('who.key'), value: dedupeKey }]),
          ]}
        />
      )}
      <p className="text-13 text-ink-faint">{t('tryNothing')}</p>
    </section>
  )
}

function listValues(contact: NonNullable<TriggerDryRun['contact']>) {
  return [
    ['firstName', contact.firstName],
    ['lastName', contact.lastName],
    ['phone', contact.phone],
    ['language', contact.language],
    ['location', contact.locationName],
    ['employee', contact.employeeName],
  ] as const
}
