import type { SurveyTemplate } from '@/server/surveys/templates/schema'
import { getLocale, getT } from '../i18n/server'
import { Link } from '../ui/controls/link'

/** Cards of the templates of surveys, each a link to the form with its questions. */
export async function SurveyTemplateList({ templates }: { templates: readonly SurveyTemplate[] }) {
  const [t, locale] = await Promise.all([getT('surveyTemplates'), getLocale()])
  return (
    <ul aria-label={t('title')} className="grid gap-3 min-[22.5rem]:grid-cols-2 lg:grid-cols-3">
      {templates.map(({ key, name, purpose, type, questions, seconds }) => (
        <li
          key={key}
          className="relative grid min-w-0 content-between gap-3 rounded-card border bg-surface p-4 hover:border-line-strong hover:bg-hover has-[a:focus-visible]:outline-2"
        >
          <div className="grid gap-1">
            <h3 className="text-14 font-semibold wrap-anywhere">
              <Link
                href={`/surveys/new?template=${key}`}
                className="outline-none after:absolute after:inset-0 after:rounded-card"
              >
                {name[locale]}
              </Link>
            </h3>
            <p className="text-13 text-ink-soft max-sm:hidden">{purpose[locale]}</p>
          </div>
          <p className="text-12 text-ink-soft">
            {t('facts', { type, count: questions.length, minutes: Math.max(1, Math.round(seconds / 60)) })}
          </p>
        </li>
      ))}
    </ul>
  )
}
