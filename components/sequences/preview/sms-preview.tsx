import { useLocale, useTranslations } from 'use-intl/react'
import type { MessagePreview } from '@/server/sequences/preview/schema'

const CHARACTERS_NAMED = 5

export function SmsPreview({ sms }: { sms: Extract<MessagePreview, { channel: 'sms' }> }) {
  const t = useTranslations('preview.sms')
  const locale = useLocale()
  const { from, text, segments, units, encoding, nonGsmCharacters, cost } = sms
  return (
    <>
      <figure className="grid justify-items-start gap-1.5 rounded-card border bg-sunken p-3">
        <figcaption dir="auto" className="text-13 font-medium text-ink-soft">
          {from}
        </figcaption>
        <p
          dir="auto"
          className="max-w-[85%] rounded-[1.125rem] rounded-bl-mark border bg-surface px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap"
        >
          {text}
        </p>
      </figure>
      <p className="text-13 text-ink-soft">
        {t('length', { segments, units })}
        {encoding !== 'gsm' &&
          ` ${t('unicode', {
            characters: nonGsmCharacters.slice(0, CHARACTERS_NAMED).join(' '),
            more: Math.max(0, nonGsmCharacters.length - CHARACTERS_NAMED),
          })}`}
      </p>
      {cost && (
        <p className="text-13 text-ink-soft">
          {t('cost', {
            amount: new Intl.NumberFormat(locale, {
              style: 'currency',
              currency: cost.currency,
              maximumFractionDigits: 3,
            }).format(cost.amount),
            country: new Intl.DisplayNames(locale, { type: 'region' }).of(cost.country) ?? cost.country,
          })}
        </p>
      )}
    </>
  )
}
