import { getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import { Time } from '@/components/ui/content/time'
import type { EntryOutlook } from '@/server/sequences/forecast/schema'
import { STEP_ICONS } from '../step-icons'

type StepOutlook = EntryOutlook['steps'][number]

/** What becomes of the people of a segment, step by step. */
export async function ForecastSteps({ outlook }: { outlook: EntryOutlook }) {
  const t = await getT('forecast')
  const { contacts, people, steps, ended } = outlook
  return (
    <Section
      title={t('people', { count: people })}
      {...(people < contacts ? { description: t('sample', { contacts, people }) } : {})}
    >
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step.stepId}>
            <StepOutlookCard step={step} number={index + 1} />
          </li>
        ))}
      </ol>
      {ended.length > 0 && (
        <article className="grid gap-2 rounded-card border bg-surface p-4 sm:p-5">
          <h3 className="text-14 font-medium">{t('ended')}</h3>
          <p className="text-13 text-ink-soft">{t('endedSentence')}</p>
          <ReasonCounts label={t('ended')} counts={ended} />
        </article>
      )}
    </Section>
  )
}

async function StepOutlookCard({ step, number }: { step: StepOutlook; number: number }) {
  const [t, tSequences] = await Promise.all([getT('forecast'), getT('sequences')])
  const Icon = STEP_ICONS[step.type]
  return (
    <article className="grid min-w-0 gap-2 rounded-card border bg-surface p-4 sm:p-5">
      <h3 className="flex min-w-0 items-center gap-2 text-14 font-medium">
        <Icon size={16} aria-hidden className="shrink-0 text-ink-soft" />
        <span className="min-w-0 wrap-anywhere">
          {tSequences('step', { number })} · {tSequences(`stepType.${step.type}`)}
          {step.surveyName && <span className="font-normal text-ink-soft"> · {step.surveyName}</span>}
        </span>
      </h3>
      <p className="text-14">
        {t(`gets.${step.type}`, { count: step.people })} <StepTimes step={step} />
      </p>
      {step.branches && <p className="text-14 text-ink-soft">{t('branches', step.branches)}</p>}
      {step.skipped.length > 0 && <ReasonCounts label={t('status.skipped')} counts={step.skipped} />}
    </article>
  )
}

function StepTimes({ step: { from, until } }: { step: StepOutlook }) {
  if (from === null || until === null) return null
  return (
    <span className="text-ink-soft">
      · <Time value={from} as="datetime" />
      {toMinute(until) !== toMinute(from) && (
        <>
          {' – '}
          <Time value={until} as="datetime" />
        </>
      )}
    </span>
  )
}

/** A time as the page shows it: to the minute. */
const toMinute = (time: string) => Math.floor(Date.parse(time) / 60_000)

type ReasonCountsProps = { label: string; counts: StepOutlook['skipped'] }

export async function ReasonCounts({ label, counts }: ReasonCountsProps) {
  const [t, tResults] = await Promise.all([getT('forecast'), getT('sequenceResults')])
  return (
    <ul aria-label={label} className="figures flex flex-wrap gap-x-4 gap-y-1.5 text-13 text-ink-soft">
      {counts.map(({ reason, people }) => (
        <li key={reason.code}>
          {t('skipped', { count: people })} · {tResults(`reasonNames.${reason.code}`)}
        </li>
      ))}
    </ul>
  )
}
