import { getLocale, getT } from '@/components/i18n/server'
import type { AnswerWithOptionLabels, ConsentEvidence, ResponseDetail } from '@/server/responses/schema'
import { classifyScore, isMetric, SCALES } from '@/server/surveys/constants'
import { formatDateTime } from '../format'
import { ScoreBadge } from './score-badge'

/** Questions in their wording when they were answered. */
type AnswerListProps = Pick<ResponseDetail, 'answers' | 'language'> & { timeZone: string }

export async function AnswerList({ answers, language, timeZone }: AnswerListProps) {
  const t = await getT('responses')
  if (answers.length === 0) return <p className="text-14 text-ink-soft">{t('noAnswers')}</p>
  return (
    <dl className="divide-y rounded-card border bg-surface" lang={language}>
      {answers.map((answer) => (
        <div key={answer.questionId} className="grid gap-1 px-5 py-4 wrap-anywhere">
          <dt dir="auto" className="text-13 text-ink-soft">
            {answer.text}
          </dt>
          <dd dir="auto" className={answer.type === 'text' ? 'text-16 whitespace-pre-wrap' : 'text-16 font-medium'}>
            <AnswerValue answer={answer} />
          </dd>
          {answer.consent && <ConsentDetails consent={answer.consent} timeZone={timeZone} />}
        </div>
      ))}
    </dl>
  )
}

async function AnswerValue({ answer: { type, value, labels } }: { answer: AnswerWithOptionLabels }) {
  const t = await getT('responses')
  if (type === 'rating' && typeof value === 'number')
    return (
      <>
        <span aria-hidden>{'★'.repeat(value)}</span>
        <span aria-hidden className="text-ink-faint">
          {'☆'.repeat(SCALES.rating.max - value)}
        </span>
        <span className="sr-only">{t('stars', { count: value })}</span>
      </>
    )
  if (type === 'smileys' && typeof value === 'number') return `${value}/${SCALES.smileys.max}`
  if (type === 'thumbs') return t(value === true ? 'thumbsUp' : 'thumbsDown')
  if (type === 'date') return <AnswerDate date={String(value)} />
  if (isMetric(type) && typeof value === 'number')
    return <ScoreBadge response={{ metric: type, rating: value, band: classifyScore(type, value) }} />
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  return <ChosenAnswer type={type} value={value} labels={labels} />
}

/** When, in which language and beside which privacy line it was given. */
async function ConsentDetails({ consent, timeZone }: { consent: ConsentEvidence; timeZone: string }) {
  const [t, locale] = [await getT('responses'), await getLocale()]
  const { givenAt, language, privacyText, privacyUrl } = consent
  return (
    <dd lang={locale} className="grid gap-1 text-13 text-ink-soft">
      <p>{t('consent.given', { date: formatDateTime(givenAt, locale, timeZone), language })}</p>
      {privacyText !== null && (
        <p>
          {t('consent.notice')} <q lang={language}>{privacyText}</q>
        </p>
      )}
      {privacyUrl !== null && (
        <p>
          {t('consent.policy')} {privacyUrl}
        </p>
      )}
      {privacyText === null && privacyUrl === null && <p>{t('consent.none')}</p>}
    </dd>
  )
}

function ChosenAnswer({ type, value, labels }: Pick<AnswerWithOptionLabels, 'type' | 'value' | 'labels'>) {
  if (type === 'matrix' || type === 'ranking')
    return <AnswerItems labels={labels} className={type === 'ranking' ? 'list-decimal pl-6' : ''} />
  if (labels.length > 0) return labels.join(', ')
  return Array.isArray(value) ? value.join(', ') : String(value)
}

function AnswerItems({ labels, className }: { labels: readonly string[]; className: string }) {
  return (
    <ol className={className}>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ol>
  )
}

async function AnswerDate({ date }: { date: string }) {
  const day = new Date(`${date}T00:00:00Z`)
  return new Intl.DateTimeFormat(await getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}
