import { Check } from 'lucide-react'
import { getLocale, getT } from '@/components/i18n/server'
import { cn } from '@/components/ui/cn'
import { Progress } from '@/components/ui/content/progress'
import { Button } from '@/components/ui/controls/button'
import { TextLink } from '@/components/ui/controls/text-link'
import type { Organization } from '@/server/organizations/schema'
import type { Overview } from '@/server/overview/schema'
import { Link } from '../ui/controls/link'

type Region = Pick<Organization, 'defaultLanguage' | 'timeZone' | 'defaultCountry'>

/** @property isEmailStoredInOutbox email is captured in the Outbox instead of being sent. */
type OnboardingChecklistProps = Pick<Overview, 'totals' | 'hasSent'> & {
  region: Region | null
  isEmailStoredInOutbox: boolean
}

type Step = { key: string; title: string; body: string; isDone: boolean; action?: { href: string; label: string } }

/** Shown until the first response; each step is derived from stored data. */
export async function OnboardingChecklist(props: OnboardingChecklistProps) {
  const t = await getT('overview')
  const steps = await listSteps(props)
  const next = steps.find(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  const count = t('startDone', { done, all: steps.length })
  return (
    <section aria-labelledby="first-steps" className="grid max-w-[640px] gap-4">
      <div className="grid gap-1">
        <h2 id="first-steps" className="text-16 font-semibold">
          {t('startTitle')}
        </h2>
        <p className="text-14 text-ink-soft">{t('startSentence')}</p>
      </div>
      <div className="flex items-center gap-3">
        <Progress value={done} max={steps.length} label={count} tone="positive" />
        <p className="figures shrink-0 text-13 text-ink-soft">{count}</p>
      </div>
      <ol className="divide-y overflow-hidden rounded-card border bg-surface">
        {steps.map((step, index) => (
          <StepRow key={step.key} step={step} number={index + 1} isNext={step === next} done={t('done')} />
        ))}
      </ol>
      {props.region && <RegionLine region={props.region} />}
    </section>
  )
}

async function RegionLine({ region: { defaultLanguage, timeZone, defaultCountry } }: { region: Region }) {
  const [t, locale] = await Promise.all([getT('overview'), getLocale()])
  const displayName = (type: 'language' | 'region', code: string) =>
    new Intl.DisplayNames(locale, { type }).of(code) ?? code
  return (
    <p className="text-13 text-ink-soft">
      {t('region', {
        language: displayName('language', defaultLanguage),
        timeZone: timeZone.replaceAll('_', ' '),
        country: displayName('region', defaultCountry),
      })}{' '}
      <TextLink href="/settings">{t('regionChange')}</TextLink>
    </p>
  )
}

type StepRowProps = { step: Step; number: number; isNext: boolean; done: string }

function StepRow({ step: { title, body, isDone, action }, number, isNext, done }: StepRowProps) {
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cn('flex flex-wrap items-center gap-x-4 gap-y-3 p-4', isNext && 'bg-accent-soft')}
    >
      <span
        className={cn(
          'figures flex size-7 shrink-0 items-center justify-center rounded-full border text-13 font-medium',
          isDone && 'border-positive-line bg-positive-soft',
          isNext && 'border-accent-line bg-surface text-accent-text',
        )}
      >
        {isDone ? <Check size={14} role="img" aria-label={done} className="text-positive-text" /> : number}
      </span>
      <div className="grid min-w-48 flex-1 gap-0.5">
        <h3 className={cn('text-14 font-medium', isDone && 'text-ink-soft')}>{title}</h3>
        {!isDone && <p className="text-13 text-ink-soft">{body}</p>}
      </div>
      {!isDone && action && (
        <Button variant={isNext ? 'primary' : 'secondary'} className="max-sm:ml-11" asChild>
          <Link href={action.href}>{action.label}</Link>
        </Button>
      )}
    </li>
  )
}

async function listSteps({ totals, hasSent, isEmailStoredInOutbox }: OnboardingChecklistProps): Promise<Step[]> {
  const t = await getT('overview')
  const toStep = (key: 'contact' | 'survey' | 'send' | 'answer', isDone: boolean) => ({
    key,
    title: t(`steps.${key}.title`),
    body: t(`steps.${key}.body`),
    isDone,
  })
  return [
    { ...toStep('contact', totals.contact > 0), action: { href: '/contacts/new', label: t('steps.contact.action') } },
    { ...toStep('survey', totals.survey > 0), action: { href: '/surveys/new', label: t('steps.survey.action') } },
    {
      ...toStep('send', hasSent),
      action:
        totals.sequence > 0
          ? { href: '/sequences', label: t('steps.send.actionNext') }
          : { href: '/sequences/new', label: t('steps.send.action') },
    },
    {
      ...toStep('answer', totals.response > 0),
      ...(isEmailStoredInOutbox && { body: t('steps.answer.bodyCaptured') }),
      ...(isEmailStoredInOutbox && hasSent && { action: { href: '/outbox', label: t('steps.answer.action') } }),
    },
  ]
}
