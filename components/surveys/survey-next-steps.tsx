import { Send } from 'lucide-react'
import { getT } from '@/components/i18n/server'
import { Button } from '@/components/ui/controls/button'
import type { SurveyUsage } from '@/server/surveys/schema'
import { Link } from '../ui/controls/link'

type SurveyNextStepsProps = { surveyId: string; usage: SurveyUsage }

export async function SurveyNextSteps({ surveyId, usage: { isSent, sequenceId } }: SurveyNextStepsProps) {
  if (isSent) return null
  const t = await getT('surveys')
  return (
    <section
      aria-labelledby="survey-next"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-accent-line bg-accent-soft p-4"
    >
      <Send size={16} aria-hidden className="shrink-0 text-accent-text" />
      <div className="grid min-w-48 flex-1 gap-0.5">
        <h2 id="survey-next" className="text-14 font-semibold">
          {t('next.title')}
        </h2>
        <p className="max-w-[65ch] text-14 text-ink-soft">{sequenceId ? t('next.bodyReady') : t('next.body')}</p>
      </div>
      <Button variant="primary" asChild>
        <Link href={sequenceId ? `/sequences/${sequenceId}/sendings` : `/sequences/new?survey=${surveyId}`}>
          {sequenceId ? t('next.actionReady') : t('next.action')}
        </Link>
      </Button>
    </section>
  )
}
