import { getT } from '@/components/i18n/server'
import { responseHref, responseListHref } from '@/components/responses/response-urls'
import { SentimentShape } from '@/components/ui/content/sentiment-shape'
import { Time } from '@/components/ui/content/time'
import { Link } from '@/components/ui/controls/link'
import { TextLink } from '@/components/ui/controls/text-link'
import type { SearchParams } from '@/components/ui/search-params'
import { formatAnswerKey } from '@/server/responses/constants'
import type { LatestTextAnswer } from '@/server/survey-results/schema'
import { LazyTextSearchForm } from './lazy-text-search-form'

type TextAnswersProps = {
  questionId: string
  /** Null for texts beside an option, which are not counted. */
  count: number | null
  texts: readonly LatestTextAnswer[]
  listParams: SearchParams | null
}

/** The latest texts, and the way to all of them and to a search. */
export async function TextAnswers({ questionId, count, texts, listParams }: TextAnswersProps) {
  const t = await getT('surveyResults')
  if (count === 0) return null
  const params = listParams && { ...listParams, answer: formatAnswerKey({ questionId, type: 'text', value: null }) }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {texts.length === 0 ? (
        <p className="text-14 text-ink-soft">{t('noTexts')}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y border-y">
          {texts.map((text) => (
            <li key={text.responseId}>
              <TextLine text={text} href={params && responseHref(text.responseId, params)} />
            </li>
          ))}
        </ul>
      )}
      {params && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 print:hidden">
          <TextLink href={responseListHref(params)}>
            {count === null ? t('allOtherTexts') : t('allTexts', { count })}
          </TextLink>
          <LazyTextSearchForm params={listTextParams(params)} label={t('searchTexts')} action={t('search')} />
        </div>
      )}
    </div>
  )
}

async function TextLine({ text: { text, band, createdAt }, href }: { text: LatestTextAnswer; href: string | null }) {
  const common = await getT('common')
  const content = (
    <>
      {band && (
        <span className="flex h-5 items-center">
          <SentimentShape sentiment={band} />
          <span className="sr-only">{common(`band.${band}`)}</span>
        </span>
      )}
      <span dir="auto" className="line-clamp-4 min-w-0 grow whitespace-pre-line wrap-anywhere">
        {text}
      </span>
      <Time value={createdAt} brief className="shrink-0 text-13 text-ink-faint" />
    </>
  )
  const style = 'flex items-start gap-2.5 py-2.5 text-14'
  if (href === null) return <p className={style}>{content}</p>
  return (
    <Link href={href} className={`${style} -mx-2 rounded-mark px-2 hover:bg-sunken`}>
      {content}
    </Link>
  )
}

function listTextParams(params: SearchParams): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
}
