import type { ReactNode } from 'react'
import { formatNumber, formatRoughDuration } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Section } from '@/components/ui/content/section'
import { TextLink } from '@/components/ui/controls/text-link'
import { BRANCHES } from '@/server/sequences/conditions/constants'
import { sendsMessage } from '@/server/sequences/constants'
import { RESULT_STATES, type ResultState } from '@/server/sequences/results/constants'
import type { SequenceResults, StepResults } from '@/server/sequences/results/schema'
import { BRANCH_STYLE } from '../branch-style'
import { STEP_ICONS } from '../step-icons'
import { buildPeopleHref } from './build-people-href'
import { formatAnsweredRate, formatRateBounds } from './format-answered-rate'

type StepResultsListProps = { sequenceId: string; results: Pick<SequenceResults, 'steps' | 'tracksOpens'> }

export async function StepResultsList({ sequenceId, results: { steps, tracksOpens } }: StepResultsListProps) {
  const t = await getT('sequenceResults')
  const hasEmails = steps.some(({ type }) => isEmail(type))
  return (
    <Section title={t('steps.title')} description={t('steps.description')}>
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step.stepId} className={step.branch ? BRANCH_STYLE : ''}>
            <StepResultsCard {...{ sequenceId, step, tracksOpens }} number={index + 1} />
          </li>
        ))}
      </ol>
      {hasEmails && !tracksOpens && <p className="text-13 text-ink-faint">{t('steps.untracked')}</p>}
    </Section>
  )
}

type StepResultsCardProps = { sequenceId: string; step: StepResults; number: number; tracksOpens: boolean }

async function StepResultsCard({ sequenceId, step, number, tracksOpens }: StepResultsCardProps) {
  const [t, tSequences, locale] = await Promise.all([getT('sequenceResults'), getT('sequences'), getLocale()])
  const { stepId, type, branch, counts, isRemoved, surveyName, medianSecondsToAnswer: seconds } = step
  const Icon = STEP_ICONS[type]
  const states = RESULT_STATES.filter((state) => isListed(step, state, tracksOpens))
  const isEmpty = Object.values(counts).every((count) => count === 0)
  return (
    <article className="grid min-w-0 gap-3 rounded-card border bg-surface p-4 sm:p-5">
      <h3 className="flex min-w-0 items-center gap-2 text-14 font-medium">
        <Icon size={16} aria-hidden className="shrink-0 text-ink-soft" />
        <span className="min-w-0 wrap-anywhere">
          {isRemoved ? t('steps.removed') : tSequences('step', { number })} · {tSequences(`stepType.${type}`)}
          {branch && ` · ${tSequences(`branchName.${branch}`)}`}
          {surveyName && (
            <span className="font-normal text-ink-soft max-sm:block">
              <span className="max-sm:hidden"> · </span>
              <bdi>{surveyName}</bdi>
            </span>
          )}
        </span>
      </h3>
      {isEmpty ? (
        <p className="text-14 text-ink-soft">{t('steps.empty')}</p>
      ) : (
        <ul className="figures flex flex-wrap gap-x-5 gap-y-1.5 text-14">
          <BranchCounts {...{ sequenceId, step }} />
          {states.map((state) => (
            <li key={state}>
              <CountLink href={buildPeopleHref(sequenceId, { step: stepId, state })} label={t(`states.${state}`)}>
                {formatNumber(counts[state], locale)}
              </CountLink>
              {state === 'answered' && <Rate step={step} />}
            </li>
          ))}
        </ul>
      )}
      <StepReasons {...{ sequenceId, step }} />
      {seconds !== null && (
        <p className="text-13 text-ink-faint">
          {t('steps.medianTime', { duration: formatRoughDuration(seconds, locale) })}
        </p>
      )}
    </article>
  )
}

/** How many a fork sent to each branch. */
async function BranchCounts({
  sequenceId,
  step: { stepId, branches },
}: Pick<StepResultsCardProps, 'sequenceId' | 'step'>) {
  const [t, locale] = await Promise.all([getT('sequenceResults'), getLocale()])
  return (
    branches &&
    BRANCHES.map((branch) => (
      <li key={branch}>
        <CountLink href={buildPeopleHref(sequenceId, { step: stepId, branch })} label={t(`branches.${branch}`)}>
          {formatNumber(branches[branch], locale)}
        </CountLink>
      </li>
    ))
  )
}

function CountLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <TextLink href={href}>
      {label} <span className="font-medium">{children}</span>
    </TextLink>
  )
}

async function Rate({ step: { rate } }: Pick<StepResultsCardProps, 'step'>) {
  const [t, locale] = await Promise.all([getT('sequenceResults'), getLocale()])
  const formatted = rate && formatAnsweredRate(rate, locale)
  if (!formatted) return null
  return (
    <>
      <span aria-hidden className="text-ink-soft">
        {' '}
        · {t('rateValue', formatted)}
      </span>
      <span className="sr-only">
        , {t('rateSpoken', { share: formatted.share, ...formatRateBounds(formatted, locale) })}
      </span>
    </>
  )
}

async function StepReasons({
  sequenceId,
  step: { stepId, reasons },
}: Pick<StepResultsCardProps, 'sequenceId' | 'step'>) {
  const [t, locale] = await Promise.all([getT('sequenceResults'), getLocale()])
  if (reasons.length === 0) return null
  return (
    <ul aria-label={t('steps.reasons')} className="figures flex flex-wrap gap-x-4 gap-y-1.5 text-13">
      {reasons.map(({ state, code, count }) => (
        <li key={`${state}.${code}`}>
          <CountLink
            href={buildPeopleHref(sequenceId, { step: stepId, state, reason: code })}
            label={t(`reasonNames.${code}`)}
          >
            {formatNumber(count, locale)}
          </CountLink>
        </li>
      ))}
    </ul>
  )
}

/** Of a message, what was sent, delivered and answered even if it is none; of the rest, what there is. */
function isListed({ type, counts, rate, branches }: StepResults, state: ResultState, tracksOpens: boolean): boolean {
  if (state === 'opened') return tracksOpens && isEmail(type)
  if (state === 'answered') return rate !== null
  // A fork is done with one of its branches.
  if (state === 'completed' && branches) return false
  if (state === 'sent' || state === 'delivered') return sendsMessage(type)
  return counts[state] > 0
}

function isEmail(type: StepResults['type']): boolean {
  return type === 'survey' || type === 'email'
}
