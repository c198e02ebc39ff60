import { ChevronRight, FilePlus2, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDurationSeconds } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { Link } from '../../ui/controls/link'
import { STEP_ICONS } from '../step-icons'
import { getSequenceTemplate, TEMPLATE_NAMES, type TemplateName } from './sequence-templates'

/** @property surveyId the survey that the sequence shall send; absent to let the template choose. */
type TemplateListProps = { surveyId?: string }

export async function TemplateList({ surveyId }: TemplateListProps) {
  const t = await getT('sequenceTemplates')
  const query = surveyId === undefined ? '' : `?survey=${surveyId}`
  return (
    <ul aria-label={t('label')} className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
      {TEMPLATE_NAMES.map((name) => (
        <TemplateCard
          key={name}
          href={`/sequences/new/${name}${query}`}
          title={t(`${name}.name`)}
          sentence={t(`${name}.sentence`)}
        >
          <StepLine template={name} />
        </TemplateCard>
      ))}
      <TemplateCard
        href={`/sequences/new/blank${query}`}
        title={t('blank.name')}
        sentence={t('blank.sentence')}
        icon={FilePlus2}
      />
    </ul>
  )
}

type TemplateCardProps = { href: string; title: string; sentence: string; icon?: LucideIcon; children?: ReactNode }

function TemplateCard({ href, title, sentence, icon: Icon, children }: TemplateCardProps) {
  return (
    <li className="relative grid content-between gap-4 rounded-card border bg-surface p-4 hover:border-line-strong hover:bg-hover has-[a:focus-visible]:outline-2">
      <div className="grid gap-1">
        <h2 className="flex items-center gap-2 text-14 font-semibold">
          {Icon && <Icon size={16} aria-hidden className="text-ink-faint" />}
          <Link href={href} className="outline-none after:absolute after:inset-0 after:rounded-card">
            {title}
          </Link>
        </h2>
        <p className="text-13 text-ink-soft">{sentence}</p>
      </div>
      {children}
    </li>
  )
}

/** “1 day › Survey › 3 days › Reminder” */
async function StepLine({ template }: { template: TemplateName }) {
  const [t, locale] = await Promise.all([getT('sequenceTemplates'), getLocale()])
  return (
    <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-12 text-ink-soft">
      {getSequenceTemplate(template).steps.map(({ type, delay, condition }, index) => {
        const Icon = STEP_ICONS[type]
        return (
          <li key={index} className="flex items-center gap-1">
            {index > 0 && <ChevronRight size={12} aria-hidden className="text-ink-faint" />}
            {delay > 0 && (
              <>
                <span className="text-ink-faint">{formatDurationSeconds(delay, locale)}</span>
                <ChevronRight size={12} aria-hidden className="text-ink-faint" />
              </>
            )}
            <span className="inline-flex items-center gap-1 rounded-mark border bg-canvas px-1.5 py-0.5">
              <Icon size={12} aria-hidden className="text-ink-faint" />
              {t(`step.${condition === 'not_answered' ? 'reminder' : type}`)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
