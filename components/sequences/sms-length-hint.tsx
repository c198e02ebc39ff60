import { useTranslations } from 'use-intl/react'
import { measureSmsStep, SMS_SEGMENTS_MAX } from '@/server/sequences/sms-length'

const SHOWN_CHARACTERS_MAX = 5

/** How many text messages the text of an SMS step takes, and which of its characters make it longer. */
export function SmsLengthHint({ text, hasSurvey }: { text: string; hasSurvey: boolean }) {
  const t = useTranslations('sequences.smsLength')
  if (text.trim() === '') return t('empty', { maximum: SMS_SEGMENTS_MAX })
  const { segments, units, nonGsmCharacters } = measureSmsStep(text, hasSurvey)
  const characters = nonGsmCharacters.slice(0, SHOWN_CHARACTERS_MAX).join(' ')
  return (
    <>
      {t('count', { characters: units, segments })}
      {characters !== '' && ` ${t('unicode', { characters })}`}
      {segments > SMS_SEGMENTS_MAX && (
        <span className="text-negative-text"> {t('tooLong', { maximum: SMS_SEGMENTS_MAX })}</span>
      )}
    </>
  )
}
